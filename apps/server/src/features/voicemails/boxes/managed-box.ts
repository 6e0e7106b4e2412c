import type { VoicemailBox } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { Actor } from "../../../platform/actor.ts";
import { type Mailbox, requireOwnMailbox } from "../mailbox-access-repository.ts";
import { notManager } from "../voicemail-errors.ts";
import { readBoxes } from "./box-repository.ts";

/** Throws where the user reads no such box, or may not change its greetings and switches. */
export async function requireManagedMailbox(query: Kysely<DB>, actor: Actor, name: string): Promise<Mailbox> {
  const mailbox = await requireOwnMailbox(query, actor, name);
  if (!(await readBox(query, actor, name))?.manageable) throw notManager();
  return mailbox;
}

export async function readBox(
  query: Kysely<DB>,
  actor: Actor,
  name: string,
): Promise<VoicemailBox | undefined> {
  return (await readBoxes(query, actor)).find(({ mailbox }) => mailbox === name);
}
