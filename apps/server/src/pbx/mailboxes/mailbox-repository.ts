import type { MessageCounts, PinTries } from "@offhook/pbx";
import type { Insertable, Kysely, Selectable } from "kysely";
import type { DB, VoicemailMessages } from "../../database/schema/database-schema.ts";

export type MessageRow = Selectable<VoicemailMessages>;

export interface BoxRow {
  readonly id: number;
  readonly customer_id: number;
  readonly name: string;
}

export async function lockBox(
  query: Kysely<DB>,
  customerId: number,
  id: number,
): Promise<BoxRow | undefined> {
  return boxes(query, customerId, id).forUpdate().executeTakeFirst();
}

export async function findBox(
  query: Kysely<DB>,
  customerId: number,
  id: number,
): Promise<BoxRow | undefined> {
  return boxes(query, customerId, id).executeTakeFirst();
}

const boxes = (query: Kysely<DB>, customerId: number, id: number) =>
  query
    .selectFrom("voicemail_boxes")
    .select(["id", "customer_id", "name"])
    .where("id", "=", id)
    .where("customer_id", "=", customerId);

/** Locked for whoever is about to change it. */
export async function findPinTries(
  query: Kysely<DB>,
  customerId: number,
  id: number,
  lock: "forChange" | "toRead",
): Promise<PinTries | undefined> {
  const row = await query
    .selectFrom("voicemail_boxes")
    .select(["pin_wrong", "pin_wrong_at", "pin_locked_until"])
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .$if(lock === "forChange", (rows) => rows.forUpdate())
    .executeTakeFirst();
  return (
    row && {
      wrong: row.pin_wrong,
      lastWrongAt: row.pin_wrong_at?.getTime() ?? 0,
      lockedUntil: row.pin_locked_until?.getTime() ?? 0,
    }
  );
}

export async function savePinTries(
  query: Kysely<DB>,
  id: number,
  { wrong, lastWrongAt, lockedUntil }: PinTries,
): Promise<void> {
  await query
    .updateTable("voicemail_boxes")
    .set({
      pin_wrong: wrong,
      pin_wrong_at: new Date(lastWrongAt),
      pin_locked_until: new Date(lockedUntil),
    })
    .where("id", "=", id)
    .execute();
}

export async function listMessages(
  query: Kysely<DB>,
  customerId: number,
  boxId: number,
): Promise<MessageRow[]> {
  return query
    .selectFrom("voicemail_messages")
    .selectAll()
    .where("voicemail_box_id", "=", boxId)
    .where("customer_id", "=", customerId)
    .where("deleted_at", "is", null)
    .orderBy("received_at")
    .orderBy("id")
    .execute();
}

export async function countMessages(
  query: Kysely<DB>,
  customerId: number,
  boxId: number,
): Promise<MessageCounts> {
  const { all, fresh } = await query
    .selectFrom("voicemail_messages")
    .select(({ fn }) => [
      fn.countAll<number>().as("all"),
      fn.countAll<number>().filterWhere("heard_at", "is", null).as("fresh"),
    ])
    .where("voicemail_box_id", "=", boxId)
    .where("customer_id", "=", customerId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return { fresh, heard: all - fresh };
}

/** Whether it is new: the same message is saved once. */
export async function insertMessage(
  query: Kysely<DB>,
  message: Insertable<VoicemailMessages>,
): Promise<boolean> {
  const inserted = await query
    .insertInto("voicemail_messages")
    .values(message)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  return inserted.length > 0;
}
