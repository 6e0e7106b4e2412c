import {
  FAX_REASONS,
  FAX_SENDING,
  FAX_SENT,
  type Fax,
  type FaxDetails,
  type FaxDirection,
  type FaxReason,
  type FaxResolution,
  type FaxTry,
  type Task,
} from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import { OFTEN } from "../../database/postgres/prepared-statements.ts";
import type { DB } from "../../database/schema/database-schema.ts";
import { userName } from "../../database/user-name-repository.ts";
import { listTasksOf } from "../tasks/index.ts";
import { faxItems } from "./fax-repository.ts";

/** Faxes with everything that is shown of them, but their tasks. */
function shown(query: Kysely<DB>) {
  return query
    .selectFrom("faxes as fax")
    .modifyFront(OFTEN)
    .innerJoin("fax_lines as line", "line.id", "fax.fax_line_id")
    .select([
      "fax.id",
      "fax.direction",
      "fax.party_number",
      "fax.party_name",
      "fax.at",
      "fax.pages",
      "fax.resolution",
      "fax.subject",
      "fax.station",
      "fax.damaged",
      "fax.state",
      "fax.reason",
      "fax.page",
      "fax.tries",
      "fax.max_tries",
      "fax.next_try_at",
      "fax.pdf_bytes",
      "fax.read_at",
      "line.number",
      "line.name",
      faxItems.readBy("fax").as("read_by"),
    ])
    .where("fax.deleted_at", "is", null);
}

type ShownRow = Awaited<ReturnType<ReturnType<typeof shown>["execute"]>>[number];

/** As clients see them, in the order given. Those that are deleted, or another company's, are left out. */
export async function readFaxes(
  query: Kysely<DB>,
  customerId: number,
  ids: readonly string[],
): Promise<Fax[]> {
  if (ids.length === 0) return [];
  const [rows, tasks] = await Promise.all([
    shown(query)
      .where("fax.customer_id", "=", customerId)
      // One parameter whatever their number: the database plans the same statement once.
      .where(sql<boolean>`fax.id = any(${[...ids]}::text[])`)
      .execute(),
    listTasksOf(query, customerId, "fax", ids),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids
    .map((id) => byId.get(id))
    .filter((row) => row !== undefined)
    .map((row) => toFax(row, tasks.get(row.id) ?? []));
}

function toFax(row: ShownRow, tasks: Task[]): Fax {
  const time = row.at.getTime();
  // Written through the table's own checks, and by this feature alone.
  const [dir, reason] = [row.direction as FaxDirection, row.reason as FaxReason | null];
  const isSent = dir === "SENT";
  return {
    id: row.id,
    mailbox: row.number,
    name: row.name || row.number,
    dir,
    callerId: isSent ? row.number : row.party_number,
    callername: isSent ? row.name : row.party_name,
    called: isSent ? row.party_number : row.number,
    time: Math.floor(time / 1000),
    time_ms: time,
    pages: row.pages,
    new: !isSent && row.read_at === null,
    read_by: row.read_by,
    dlr_status: deliveryStatus(row.state, reason),
    dlr_error: reason === null ? "" : FAX_REASONS[reason].text,
    reason,
    submited: isSent ? Math.floor(time / 1000) : 0,
    station: row.station,
    subject: row.subject,
    resolution: row.resolution as FaxResolution,
    page: row.page,
    tries: row.tries,
    max_tries: row.max_tries,
    // What was due when it was handed in goes as soon as it can: nothing is planned for it.
    next_try:
      row.next_try_at && row.next_try_at > row.at ? Math.ceil(row.next_try_at.getTime() / 1000) : null,
    damaged: row.damaged,
    fileData: row.pdf_bytes === null ? null : { type: "application/pdf", bytes: row.pdf_bytes },
    tasks,
  };
}

function deliveryStatus(state: string, reason: FaxReason | null): number {
  if (state === "waiting" || state === "sending") return FAX_SENDING;
  return state === "failed" && reason !== null ? FAX_REASONS[reason].status : FAX_SENT;
}

export type FaxExtras = Pick<FaxDetails, "readers" | "attempts" | "sent_by" | "has_receipt">;

/** What only the page of a single fax shows. */
export async function readExtras(query: Kysely<DB>, id: string): Promise<FaxExtras> {
  const [fax, readers, tries] = await Promise.all([
    query
      .selectFrom("faxes as fax")
      .leftJoin("users", "users.id", "fax.sent_by")
      .select(["fax.state", "users.id as user_id", "users.firstname", "users.lastname"])
      .where("fax.id", "=", id)
      .executeTakeFirstOrThrow(),
    faxItems.listReaders(query, id),
    query.selectFrom("fax_tries").selectAll().where("fax_id", "=", id).orderBy("number").execute(),
  ]);
  const { user_id } = fax;
  return {
    readers,
    attempts: tries.map((each) => ({
      number: each.number,
      started: seconds(each.started_at),
      ended: each.ended_at && seconds(each.ended_at),
      // Written through the table's own check, and by this feature alone.
      way: each.way as FaxTry["way"],
      reason: each.reason as FaxReason | null,
      detail: each.detail,
      pages_sent: each.pages_sent,
      station: each.station,
    })),
    sent_by: user_id === null ? null : { user_id, name: userName(fax) },
    has_receipt: fax.state === "done" || fax.state === "failed",
  };
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);
