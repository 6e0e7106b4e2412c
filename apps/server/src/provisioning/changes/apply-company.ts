import { channelName } from "@offhook/contract";
import type { Database, Transaction } from "../../database/database.ts";
import { isTaken } from "../../database/postgres/postgres-errors.ts";
import type { AdminAlerts } from "../../platform/admin-alerts.ts";
import type { Sealer } from "../../platform/secrets/secrets-sealing.ts";
import { type CompanyFile, normalize, type Problem, type SectionName } from "../file/company-file.ts";
import { findProblems } from "../file/merge-company.ts";
import { type SectionWriter, saveCompany, type WriteContext } from "./company-writer-repository.ts";
import type { Plan } from "./describe-plan.ts";
import {
  blockedCallerWriter,
  huntGroupWriter,
  numberWriter,
  queueWriter,
  roomWriter,
  saveDialPlan,
  trunkWriter,
} from "./group-writer-repository.ts";
import {
  faxLineWriter,
  freeExtensions,
  smsLineWriter,
  TakenError,
  userWriter,
} from "./people-writer-repository.ts";
import { boxWriter, deskPhoneWriter, phoneWriter } from "./phone-writer-repository.ts";
import { type Change, type Item, itemsOf, planChanges, SECTIONS } from "./plan-changes.ts";
import { findCompanyId, readStoredCompany, readTrunks } from "./stored-company-repository.ts";

export interface ProvisioningDeps {
  readonly database: Database;
  readonly sealer: Sealer;
  hashPassword(password: string): Promise<string>;
  disableUser(tx: Transaction, userId: number): Promise<void>;
  /** To be called after the commit. */
  rolesChanged(userId: number): void;
  /** Left out where no server runs that could tell anybody. */
  readonly alerts?: AdminAlerts | undefined;
}

export interface ApplyOptions {
  /** Tells what would be done and does nothing. */
  readonly isDryRun?: boolean;
  /** Removes what stands in a section of the company and not in that of the file. */
  readonly isPruning?: boolean;
  readonly newId?: WriteContext["newId"];
}

export type Applied =
  | { readonly isApplied: true; readonly customerId: number; readonly plan: Plan }
  | { readonly isApplied: false; readonly problems: readonly Problem[] };

const WRITERS: { readonly [Name in SectionName]: SectionWriter<Name> } = {
  trunks: trunkWriter,
  users: userWriter,
  phones: phoneWriter,
  desk_phones: deskPhoneWriter,
  voicemail_boxes: boxWriter,
  sms_lines: smsLineWriter,
  fax_lines: faxLineWriter,
  queues: queueWriter,
  hunt_groups: huntGroupWriter,
  rooms: roomWriter,
  numbers: numberWriter,
  blocked_callers: blockedCallerWriter,
};

/** Makes the stored company that of the file, in one transaction. Open consoles and phones learn of it by its event. */
export async function applyCompany(
  deps: ProvisioningDeps,
  file: CompanyFile,
  options: ApplyOptions = {},
): Promise<Applied> {
  try {
    return await deps.database.transaction(async (tx) => {
      const applied = await applyWithin(tx, deps, file, options);
      if (!applied.isApplied) return applied;
      if (options.isDryRun) throw new DryRun(applied);
      const { customerId, plan } = applied;
      const channel = channelName("customer", customerId);
      if (plan.changes.length > 0) tx.publish({ customerId, channel, event: { type: "DID_UPDATE" } });
      return applied;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.applied;
    if (error instanceof EntryError) return { isApplied: false, problems: [error.problem] };
    throw error;
  }
}

/** A dry run goes all the way, so that it cannot promise what the store would refuse, and is then rolled back. */
class DryRun extends Error {
  readonly applied: Applied;

  constructor(applied: Applied) {
    super("This was a dry run");
    this.applied = applied;
  }
}

/** The store refused an entry of the file. */
class EntryError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** The same as part of a transaction that does more; telling of it is then up to the caller. */
export async function applyWithin(
  tx: Transaction,
  deps: Omit<ProvisioningDeps, "database">,
  given: CompanyFile,
  options: ApplyOptions = {},
): Promise<Applied> {
  const file = normalize(given);
  const known = await findCompanyId(tx.query, file.company.name);
  const trunkIds = [...itemsOf(file, "trunks").map(({ id }) => id), ...(file.dial_plan?.trunks ?? [])];
  const stored =
    known === undefined
      ? { trunks: await readTrunks(tx.query, trunkIds, deps.sealer) }
      : await readStoredCompany(tx.query, known, deps.sealer, trunkIds);
  const planned = planChanges(stored, file);
  const removals = planned.filter(({ kind }) => kind === "remove");
  const problems = findProblems(stored, given, options.isPruning ? removals : []);
  if (problems.length > 0) return { isApplied: false, problems };

  const customerId =
    known !== undefined && !planned.some(({ section }) => section === "company")
      ? known
      : await saveCompany(tx.query, file.company, known);
  const context: WriteContext = {
    query: tx.query,
    customerId,
    sealer: deps.sealer,
    hashPassword: deps.hashPassword,
    disableUser: (userId) => deps.disableUser(tx, userId),
    rolesChanged: (userId) => tx.onCommit(() => deps.rolesChanged(userId)),
    newId: options.newId ?? (() => undefined),
  };
  const plan = await carryOut(context, file, planned, options.isPruning ?? false);
  return { isApplied: true, customerId, plan };
}

async function carryOut(
  context: WriteContext,
  file: CompanyFile,
  planned: readonly Change[],
  isPruning: boolean,
): Promise<Plan> {
  const kept: Plan["kept"][number][] = [];
  const done = planned.filter(({ kind }) => kind !== "remove");
  const traded = done.filter((change) => change.kind === "change" && change.section === "users");
  await freeExtensions(
    context,
    traded.map(({ key }) => key),
  );
  for (const change of done) await save(context, file, change);
  for (const change of planned.toReversed()) {
    if (change.kind !== "remove") continue;
    const writer = WRITERS[change.section];
    const reason = isPruning
      ? await writer.reasonToStay?.(context, change.key)
      : "only --prune removes things";
    if (reason !== undefined) kept.push({ noun: change.noun, key: change.key, reason });
    else {
      await writer.remove(context, change.key);
      done.push(change);
    }
  }
  return { company: file.company.name, changes: done, kept };
}

async function save(context: WriteContext, file: CompanyFile, change: Change): Promise<void> {
  if (change.section === "company") return;
  if (change.section === "dial_plan") {
    if (file.dial_plan) await saveDialPlan(context, file.dial_plan);
    return;
  }
  const { section } = change;
  const keyName = SECTIONS.find((kind) => kind.section === section)?.key ?? "";
  const items = itemsOf(file, section) as readonly Item[];
  const index = items.findIndex((item) => String(item[keyName]) === change.key);
  // The table above ties each section to its own writer.
  const writer = WRITERS[section] as {
    save(context: WriteContext, item: unknown, isNew: boolean): Promise<void>;
  };
  try {
    await writer.save(context, items[index], change.kind === "create");
  } catch (error) {
    const message = refusalOf(error);
    if (message === undefined) throw error;
    throw new EntryError({ path: [section, index], message: `${change.noun} ${change.key} ${message}` });
  }
}

/** What the person who wrote the file can do something about. */
function refusalOf(error: unknown): string | undefined {
  if (error instanceof TakenError || (error instanceof Error && error.message === "needs a password"))
    return error.message;
  return isTaken(error) ? "is taken already, maybe by another company of this installation" : undefined;
}
