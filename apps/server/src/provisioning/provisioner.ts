import { ChatRoots } from "../chat/index.ts";
import { systemClock } from "../platform/system-clock.ts";
import { type ApplyOptions, applyCompany, type ProvisioningDeps } from "./apply-company.ts";
import type { CompanyFile, Problem } from "./company-file.ts";
import { describePlan } from "./describe-plan.ts";
import { exportCompany } from "./export-company.ts";
import { findCompanyId, listCompanyNames, readStoredCompany } from "./stored-company-repository.ts";

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
    return { isDone: true, output: describePlan(applied.plan, options.isDryRun ?? false) };
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

  /** Who may act for everybody in chat, one a line. */
  async listChatRoots(): Promise<ProvisioningAnswer> {
    const names = await new ChatRoots(this.#deps.database, systemClock).list();
    return { isDone: true, output: names.map((name) => `${name}\n`).join("") };
  }

  async changeChatRoot(name: string, isRoot: boolean): Promise<ProvisioningAnswer> {
    if (!(await new ChatRoots(this.#deps.database, systemClock).change(name, isRoot)))
      return { isDone: false, problems: [{ path: [], message: `Nobody is called "${name}".` }] };
    const what = isRoot ? "may act for everybody in team chat" : "acts for himself alone in team chat";
    return { isDone: true, output: `${name} ${what} now.\n` };
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
