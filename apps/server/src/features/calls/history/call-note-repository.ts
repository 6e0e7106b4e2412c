import type { CallNote } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import { userName } from "../../../database/user-name-repository.ts";
import type { Actor } from "../../../platform/actor.ts";

export interface NotedLine {
  readonly id: number;
  readonly name: string;
}

/** The lines of the user that take or took part in the call. */
export async function listLinesInCall(
  query: Kysely<DB>,
  { userId, customerId }: Actor,
  callId: string,
): Promise<NotedLine[]> {
  return query
    .selectFrom("phones")
    .innerJoin("phone_users", "phone_users.phone_id", "phones.id")
    .select(["phones.id", "phones.name"])
    .where("phone_users.user_id", "=", userId)
    .where("phones.customer_id", "=", customerId)
    .where((where) =>
      where.exists(
        where
          .selectFrom("call_records")
          .select("call_records.id")
          .whereRef("call_records.phone_id", "=", "phones.id")
          .where("call_records.call_id", "=", callId),
      ),
    )
    .orderBy("phones.id")
    .execute();
}

export async function findNote(
  query: Kysely<DB>,
  callId: string,
  phoneIds: readonly number[],
): Promise<CallNote | null> {
  if (phoneIds.length === 0) return null;
  const row = await query
    .selectFrom("call_notes")
    .leftJoin("users", "users.id", "call_notes.updated_by")
    .select(["call_notes.text", "call_notes.updated_at", "users.firstname", "users.lastname"])
    .where("call_notes.call_id", "=", callId)
    .where("call_notes.phone_id", "in", [...phoneIds])
    .orderBy("call_notes.updated_at", "desc")
    .executeTakeFirst();
  if (!row) return null;
  return {
    text: row.text,
    by: userName(row),
    at: Math.floor(row.updated_at.getTime() / 1000),
  };
}

/** What was written down about calls on one of their lines, by the id of its record. */
export async function listNotes(
  query: Kysely<DB>,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (recordIds.length === 0) return new Map();
  const rows = await query
    .selectFrom("call_records as record")
    .innerJoin("call_notes as note", (join) =>
      join.onRef("note.call_id", "=", "record.call_id").onRef("note.phone_id", "=", "record.phone_id"),
    )
    .select(["record.id", "note.text"])
    .where("record.id", "in", recordIds)
    .execute();
  return new Map(rows.map(({ id, text }) => [id, text]));
}

export interface NoteChange {
  readonly customerId: number;
  readonly userId: number;
  readonly callId: string;
  readonly phoneId: number;
  readonly text: string;
  readonly at: Date;
}

export async function saveNote(query: Kysely<DB>, change: NoteChange): Promise<void> {
  const { customerId, userId, callId, phoneId, text, at } = change;
  const content = { text, updated_by: userId, updated_at: at };
  await query
    .insertInto("call_notes")
    .values({ call_id: callId, phone_id: phoneId, customer_id: customerId, ...content })
    .onConflict((conflict) => conflict.columns(["call_id", "phone_id"]).doUpdateSet(content))
    .execute();
}

export async function deleteNote(query: Kysely<DB>, callId: string, phoneId: number): Promise<void> {
  await query
    .deleteFrom("call_notes")
    .where("call_id", "=", callId)
    .where("phone_id", "=", phoneId)
    .execute();
}
