import type { SmsBlacklistEntry } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";

export async function isBlacklisted(query: Kysely<DB>, lineId: number, number: string): Promise<boolean> {
  const row = await query
    .selectFrom("sms_blacklist")
    .select("id")
    .where("sms_line_id", "=", lineId)
    .where("number", "=", number)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertBlacklisted(
  query: Kysely<DB>,
  row: {
    readonly customer_id: number;
    readonly sms_line_id: number;
    readonly number: string;
    readonly reason: string;
    readonly created_by: number;
    readonly created_at: Date;
  },
): Promise<void> {
  await query
    .insertInto("sms_blacklist")
    .values(row)
    .onConflict((conflict) => conflict.columns(["sms_line_id", "number"]).doUpdateSet({ reason: row.reason }))
    .execute();
}

export async function deleteBlacklisted(
  query: Kysely<DB>,
  lineId: number,
  numbers: readonly string[],
): Promise<string[]> {
  const rows = await query
    .deleteFrom("sms_blacklist")
    .where("sms_line_id", "=", lineId)
    .where("number", "in", [...numbers])
    .returning("number")
    .execute();
  return rows.map(({ number }) => number);
}

/** Newest first. */
export async function listBlacklisted(
  query: Kysely<DB>,
  lineIds: readonly number[],
): Promise<SmsBlacklistEntry[]> {
  if (lineIds.length === 0) return [];
  const rows = await query
    .selectFrom("sms_blacklist")
    .innerJoin("sms_lines", "sms_lines.id", "sms_blacklist.sms_line_id")
    .select([
      "sms_blacklist.id",
      "sms_lines.number as sms_line",
      "sms_blacklist.number as recipient",
      "sms_blacklist.reason",
      "sms_blacklist.created_by",
      "sms_blacklist.created_at",
    ])
    .where("sms_blacklist.sms_line_id", "in", [...lineIds])
    .orderBy("sms_blacklist.created_at", "desc")
    .orderBy("sms_blacklist.id", "desc")
    .execute();
  return rows.map(({ created_at, ...row }) => ({ ...row, created_on: created_at.getTime() }));
}
