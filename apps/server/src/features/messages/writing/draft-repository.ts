import type { SmsDraft } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";

export interface DraftPlace {
  readonly userId: number;
  readonly lineId: number;
  readonly number: string;
}

export async function saveDraft(
  query: Kysely<DB>,
  { userId, lineId, number }: DraftPlace,
  draft: { readonly customerId: number; readonly text: string; readonly at: Date },
): Promise<void> {
  await query
    .insertInto("sms_drafts")
    .values({
      user_id: userId,
      customer_id: draft.customerId,
      sms_line_id: lineId,
      number,
      text: draft.text,
      saved_at: draft.at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "sms_line_id", "number"])
        .doUpdateSet({ text: draft.text, saved_at: draft.at }),
    )
    .execute();
}

export async function deleteDraft(
  query: Kysely<DB>,
  { userId, lineId, number }: DraftPlace,
): Promise<boolean> {
  const { numDeletedRows } = await query
    .deleteFrom("sms_drafts")
    .where("user_id", "=", userId)
    .where("sms_line_id", "=", lineId)
    .where("number", "=", number)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

const MAX_DRAFTS = 500;

/** Of lines the user still has, newest first. */
export async function listDrafts(
  query: Kysely<DB>,
  userId: number,
  only: { readonly lineId?: number | undefined; readonly number?: string | undefined },
): Promise<SmsDraft[]> {
  let drafts = query
    .selectFrom("sms_drafts")
    .innerJoin("sms_lines", "sms_lines.id", "sms_drafts.sms_line_id")
    .innerJoin("sms_line_users", (join) =>
      join
        .onRef("sms_line_users.sms_line_id", "=", "sms_drafts.sms_line_id")
        .onRef("sms_line_users.user_id", "=", "sms_drafts.user_id"),
    )
    .select(["sms_lines.number as sms_line", "sms_drafts.number", "sms_drafts.text", "sms_drafts.saved_at"])
    .where("sms_drafts.user_id", "=", userId);
  if (only.lineId !== undefined) drafts = drafts.where("sms_drafts.sms_line_id", "=", only.lineId);
  if (only.number !== undefined) drafts = drafts.where("sms_drafts.number", "=", only.number);
  const rows = await drafts.orderBy("sms_drafts.saved_at", "desc").limit(MAX_DRAFTS).execute();
  return rows.map(({ sms_line, number, text, saved_at }) => ({
    sms_line,
    conversation: number,
    msgdata: text,
    time: saved_at.getTime(),
  }));
}
