import type { Greeting, GreetingChoice } from "@offhook/contract";
import type { Insertable, Kysely } from "kysely";
import type { DB, VoicemailGreetings } from "../../../database/schema/database-schema.ts";

export type Occasion = keyof GreetingChoice;

export interface StoredGreeting extends Greeting {
  readonly objectKey: string;
}

export interface StoredChoice {
  readonly occasion: Occasion;
  readonly greetingId: string;
  readonly objectKey: string;
  readonly until: Date | null;
}

/** Whoever changes the greetings of a box waits here for those who do already. */
export async function lockGreetings(query: Kysely<DB>, boxId: number): Promise<void> {
  await query.selectFrom("voicemail_boxes").select("id").where("id", "=", boxId).forUpdate().execute();
}

/** Newest first. */
export async function listGreetings(query: Kysely<DB>, boxId: number): Promise<StoredGreeting[]> {
  const rows = await query
    .selectFrom("voicemail_greetings")
    .selectAll()
    .where("voicemail_box_id", "=", boxId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(({ id, name, duration_ms, created_at, object_key }) => ({
    id,
    name,
    duration: Math.round(duration_ms / 1000),
    time: Math.floor(created_at.getTime() / 1000),
    objectKey: object_key,
  }));
}

export async function findGreetingId(
  query: Kysely<DB>,
  boxId: number,
  uuid: string,
): Promise<string | undefined> {
  const row = await query
    .selectFrom("voicemail_greetings")
    .select("id")
    .where("voicemail_box_id", "=", boxId)
    .where("uuid", "=", uuid)
    .executeTakeFirst();
  return row?.id;
}

export async function insertGreeting(
  query: Kysely<DB>,
  greeting: Insertable<VoicemailGreetings>,
): Promise<void> {
  await query.insertInto("voicemail_greetings").values(greeting).execute();
}

export async function saveGreetingName(query: Kysely<DB>, id: string, name: string): Promise<void> {
  await query.updateTable("voicemail_greetings").set({ name }).where("id", "=", id).execute();
}

/** Where it was chosen, nothing is any more. */
export async function deleteGreeting(query: Kysely<DB>, id: string): Promise<void> {
  await query.deleteFrom("voicemail_greetings").where("id", "=", id).execute();
}

export async function listChoices(query: Kysely<DB>, boxId: number): Promise<StoredChoice[]> {
  const rows = await query
    .selectFrom("voicemail_greeting_choices as choice")
    .innerJoin("voicemail_greetings as greeting", "greeting.id", "choice.greeting_id")
    .select(["choice.occasion", "choice.greeting_id", "choice.until", "greeting.object_key"])
    .where("choice.voicemail_box_id", "=", boxId)
    .execute();
  return rows.map(({ occasion, greeting_id, until, object_key }) => ({
    // The table's own check holds it to these.
    occasion: occasion as Occasion,
    greetingId: greeting_id,
    objectKey: object_key,
    until,
  }));
}

/** Undefined: the spoken default from now on. */
export async function saveChoice(
  query: Kysely<DB>,
  boxId: number,
  occasion: Occasion,
  chosen: { readonly greetingId: string; readonly until: Date | null } | undefined,
): Promise<void> {
  await query
    .deleteFrom("voicemail_greeting_choices")
    .where("voicemail_box_id", "=", boxId)
    .where("occasion", "=", occasion)
    .execute();
  if (!chosen) return;
  const { greetingId: greeting_id, until } = chosen;
  await query
    .insertInto("voicemail_greeting_choices")
    .values({ voicemail_box_id: boxId, occasion, greeting_id, until })
    .execute();
}

export async function readHours(query: Kysely<DB>, customerId: number): Promise<string[]> {
  const { hours } = await query
    .selectFrom("customers")
    .select("hours")
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();
  return hours;
}
