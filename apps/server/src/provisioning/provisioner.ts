import { ChatRoots } from "../chat/index.ts";
import { systemClock } from "../platform/system-clock.ts";
import { type ApplyOptions, applyCompany, type ProvisioningDeps } from "./changes/apply-company.ts";
import { describePlan } from "./changes/describe-plan.ts";
import { findCompanyId, listCompanyNames, readStoredCompany } from "./changes/stored-company-repository.ts";
import type { CompanyFile, Problem } from "./file/company-file.ts";
import { exportCompany } from "./file/export-company.ts";
import { setupWarnings } from "./file/setup-warnings.ts";

/** What whoever asked is told. Problems have the place in the file they are about. */
export type ProvisioningAnswer =
  | { readonly isDone: true; readonly output: string }
  | { readonly isDone: false; readonly problems: readonly Problem[] };

/** Companies as files, into the store and out of it. */
export class Provisioner {
  readonly #deps: ProvisioningDeps;

  constructor(deps: ProvisioningDeps) {
    this.#deps = deps;
  }

  async apply(
    file: CompanyFile,
    options: Pick<ApplyOptions, "isDryRun" | "isPruning">,
  ): Promise<ProvisioningAnswer> {
    const applied = await applyCompany(this.#deps, file, options);
    if (!applied.isApplied) return { isDone: false, problems: applied.problems };
    const output = describePlan(applied.plan, options.isDryRun ?? false);
    if (options.isDryRun) return { isDone: true, output };
    const warnings = await this.#warn(file.company.name);
    return { isDone: true, output: [output, ...warnings.map((text) => `! ${text}\n`)].join("") };
  }

  /** What will not work is told to the person who applied the file, and to the administrators. */
  async #warn(name: string): Promise<readonly string[]> {
    const { database, sealer, alerts } = this.#deps;
    const customerId = await findCompanyId(database.query, name);
    if (customerId === undefined) return [];
    const warnings = setupWarnings(await readStoredCompany(database.query, customerId, sealer));
    for (const text of warnings)
      alerts?.raise({
        customerId,
        kind: "setup",
        subject: text.slice(0, 40),
        title: "The phone system is not set up completely",
        text,
      });
    return warnings;
  }

  /** The only company of the installation where none is named. */
  async export(name: string | undefined): Promise<ProvisioningAnswer> {
    const { database, sealer } = this.#deps;
    const names = await listCompanyNames(database.query);
    const wanted = name ?? (names.length === 1 ? names[0] : undefined);
    const id = wanted === undefined ? undefined : await findCompanyId(database.query, wanted);
    if (id === undefined) return refusal(name, names);
    return { isDone: true, output: exportCompany(await readStoredCompany(database.query, id, sealer)) };
  }

  /** The accounts that may act for everybody in chat, one a line. */
  async listChatRoots(): Promise<ProvisioningAnswer> {
    const names = await new ChatRoots(this.#deps.database, systemClock).list();
    return { isDone: true, output: names.map((name) => `${name}\n`).join("") };
  }

  async changeChatRoot(name: string, isRoot: boolean): Promise<ProvisioningAnswer> {
    if (!(await new ChatRoots(this.#deps.database, systemClock).change(name, isRoot)))
      return { isDone: false, problems: [{ path: [], message: `Nobody is called "${name}".` }] };
    const what = isRoot
      ? "can now act for everybody in team chat"
      : "can no longer act for others in team chat";
    return { isDone: true, output: `${name} ${what}.\n` };
  }
}

function refusal(name: string | undefined, names: readonly string[]): ProvisioningAnswer {
  const choice = names.length === 0 ? "There is none yet." : `There are: ${names.join(", ")}.`;
  const message =
    name === undefined
      ? `Which company? Name it with --company. ${choice}`
      : `There is no company "${name}". ${choice}`;
  return { isDone: false, problems: [{ path: [], message }] };
}
