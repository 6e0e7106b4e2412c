import type { FaxReason, FaxResolution, FaxTry } from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { FaxLine } from "../fax-line-repository.ts";
import type { FaxFate } from "./fax-plan.ts";

/** A fax on its way out. */
export interface OutgoingFax {
  readonly id: string;
  readonly line: FaxLine;
  readonly company: string;
  readonly station: string;
  readonly to: string;
  readonly pages: number;
  readonly page: number;
  readonly pagesSent: number;
  readonly resolution: FaxResolution;
  readonly tiffKey: string;
  /** With the one that runs. */
  readonly tries: number;
  readonly maxTries: number;
  readonly isCanceled: boolean;
}

function outgoing(query: Kysely<DB>) {
  return query
    .selectFrom("faxes as fax")
    .innerJoin("fax_lines as line", "line.id", "fax.fax_line_id")
    .innerJoin("customers", "customers.id", "fax.customer_id")
    .select([
      "fax.id",
      "fax.customer_id",
      "fax.party_number",
      "fax.pages",
      "fax.page",
      "fax.pages_sent",
      "fax.resolution",
      "fax.tiff_key",
      "fax.tries",
      "fax.max_tries",
      "fax.canceled_at",
      "line.id as line_id",
      "line.number",
      "line.station",
      "customers.name as company",
    ]);
}

type OutgoingRow = Awaited<ReturnType<ReturnType<typeof outgoing>["execute"]>>[number];

const toOutgoing = (row: OutgoingRow): OutgoingFax => ({
  id: row.id,
  line: { id: row.line_id, customerId: row.customer_id, number: row.number },
  company: row.company,
  station: row.station,
  to: row.party_number,
  pages: row.pages,
  page: row.page,
  pagesSent: row.pages_sent,
  // Written through the table's own check.
  resolution: row.resolution as FaxResolution,
  tiffKey: row.tiff_key ?? "",
  tries: row.tries,
  maxTries: row.max_tries,
  isCanceled: row.canceled_at !== null,
});

/** Drawn and due, the longest due first. Of a line to one number only one, and none while another is on its way there. */
export async function listDue(query: Kysely<DB>, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select first.id from (
      select distinct on (fax.fax_line_id, fax.party_number) fax.id, fax.next_try_at
      from faxes as fax
      where fax.state = 'waiting' and fax.tiff_key is not null and fax.next_try_at <= ${now}
        and not exists (
          select from faxes as other where other.state = 'sending'
            and other.fax_line_id = fax.fax_line_id and other.party_number = fax.party_number
        )
      order by fax.fax_line_id, fax.party_number, fax.next_try_at, fax.at, fax.position, fax.id
    ) as first
    order by first.next_try_at, first.id
    limit ${limit}`.execute(query);
  return rows.map(({ id }) => id);
}

/** Locked; undefined where it is no longer due. */
export async function lockDue(query: Kysely<DB>, id: string, now: Date): Promise<OutgoingFax | undefined> {
  const row = await outgoing(query)
    .where("fax.id", "=", id)
    .where("fax.state", "=", "waiting")
    .where("fax.next_try_at", "<=", now)
    .forUpdate("fax")
    .executeTakeFirst();
  return row && toOutgoing(row);
}

/** Locked; undefined where it is not being sent any more. */
export async function lockSending(query: Kysely<DB>, id: string): Promise<OutgoingFax | undefined> {
  const row = await outgoing(query)
    .where("fax.id", "=", id)
    .where("fax.state", "=", "sending")
    .forUpdate("fax")
    .executeTakeFirst();
  return row && toOutgoing(row);
}

/** Locked; undefined where it waits for nothing. */
export async function lockWaiting(query: Kysely<DB>, id: string): Promise<OutgoingFax | undefined> {
  const row = await outgoing(query)
    .where("fax.id", "=", id)
    .where("fax.state", "=", "waiting")
    .forUpdate("fax")
    .executeTakeFirst();
  return row && toOutgoing(row);
}

export interface CutOffFax extends OutgoingFax {
  readonly way: string;
}

/** What was being sent when the server ended. */
export async function listCutOff(query: Kysely<DB>): Promise<CutOffFax[]> {
  const rows = await outgoing(query)
    .leftJoin("fax_tries as try", (join) =>
      join.onRef("try.fax_id", "=", "fax.id").onRef("try.number", "=", "fax.tries"),
    )
    .select("try.way")
    .where("fax.state", "=", "sending")
    .orderBy("fax.id")
    .execute();
  return rows.map((row) => ({ ...toOutgoing(row), way: row.way ?? "phone" }));
}

export async function nextDueAt(query: Kysely<DB>): Promise<Date | undefined> {
  const row = await query
    .selectFrom("faxes")
    .select("next_try_at")
    .where("state", "=", "waiting")
    .where("tiff_key", "is not", null)
    .orderBy("next_try_at")
    .limit(1)
    .executeTakeFirst();
  return row?.next_try_at ?? undefined;
}

export async function startTry(
  query: Kysely<DB>,
  { id, tries }: OutgoingFax,
  way: FaxTry["way"],
  now: Date,
): Promise<void> {
  await query
    .updateTable("faxes")
    .set({ state: "sending", next_try_at: null, page: 0, tries: tries + 1 })
    .where("id", "=", id)
    .execute();
  await query
    .insertInto("fax_tries")
    .values({ fax_id: id, number: tries + 1, started_at: now, way })
    .execute();
}

export async function saveProgress(
  query: Kysely<DB>,
  id: string,
  progress: { readonly page: number; readonly station: string | undefined },
): Promise<void> {
  const { page, station } = progress;
  await query
    .updateTable("faxes")
    .set({ page, ...(station === undefined ? {} : { station }) })
    .where("id", "=", id)
    .where("state", "=", "sending")
    .execute();
}

export interface EndedTry {
  readonly reason: FaxReason | null;
  readonly pages: number;
  readonly station: string;
  readonly detail: string;
  readonly way: FaxTry["way"] | undefined;
}

export async function endTry(
  query: Kysely<DB>,
  { id, tries }: OutgoingFax,
  { reason, pages, station, detail, way }: EndedTry,
  now: Date,
): Promise<void> {
  await query
    .updateTable("fax_tries")
    .set({
      ended_at: now,
      reason,
      pages_sent: pages,
      station,
      detail: detail.slice(0, 500),
      ...(way && { way }),
    })
    .where("fax_id", "=", id)
    .where("number", "=", tries)
    .execute();
}

/** Writes down what becomes of it, with the pages that have arrived so far. */
export async function saveFate(
  query: Kysely<DB>,
  id: string,
  fate: FaxFate,
  { pages, station, now }: { readonly pages: number; readonly station: string; readonly now: Date },
): Promise<void> {
  const isWaiting = fate.state === "waiting";
  await query
    .updateTable("faxes")
    .set({
      state: fate.state,
      reason: fate.state === "done" ? null : fate.reason,
      page: 0,
      pages_sent: pages,
      next_try_at: isWaiting ? new Date(now.getTime() + fate.waitMs) : null,
      ended_at: isWaiting ? null : now,
      ...(station === "" ? {} : { station }),
    })
    .where("id", "=", id)
    .execute();
}
