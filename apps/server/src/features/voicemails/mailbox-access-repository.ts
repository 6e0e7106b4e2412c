import type { Kysely } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";
import type { Actor } from "../../platform/actor.ts";
import { noMailbox } from "./voicemail-errors.ts";

export interface Mailbox {
  readonly id: number;
  readonly customerId: number;
  readonly name: string;
}

/** The boxes the user reads. */
export async function listOwnMailboxes(
  query: Kysely<DB>,
  { userId, customerId }: Pick<Actor, "userId" | "customerId">,
): Promise<Mailbox[]> {
  const rows = await query
    .selectFrom("voicemail_boxes as box")
    .innerJoin("voicemail_box_users as reader", "reader.voicemail_box_id", "box.id")
    .select(["box.id", "box.name"])
    .where("reader.user_id", "=", userId)
    .where("box.customer_id", "=", customerId)
    .orderBy("reader.position")
    .orderBy("box.id")
    .execute();
  return rows.map(({ id, name }) => ({ id, customerId, name }));
}

/** Throws where one of them is no box that the user reads. */
export async function requireOwnMailboxes(
  query: Kysely<DB>,
  actor: Pick<Actor, "userId" | "customerId">,
  names: readonly string[],
): Promise<Mailbox[]> {
  const found = (await listOwnMailboxes(query, actor)).filter(({ name }) => names.includes(name));
  if (found.length < names.length) throw noMailbox();
  return found;
}

/** Throws where the user reads no such box. */
export async function requireOwnMailbox(
  query: Kysely<DB>,
  actor: Pick<Actor, "userId" | "customerId">,
  name: string,
): Promise<Mailbox> {
  const found = (await listOwnMailboxes(query, actor)).find((box) => box.name === name);
  if (!found) throw noMailbox();
  return found;
}
