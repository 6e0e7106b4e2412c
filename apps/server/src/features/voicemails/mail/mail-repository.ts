import { type Kysely, sql } from "kysely";
import { isOnForUser } from "../../../database/feature-roles.ts";
import type { DB } from "../../../database/schema/database-schema.ts";

/** A message as a mail tells of it. */
export interface MailedVoicemail {
  readonly id: string;
  readonly mailbox: string;
  readonly label: string;
  readonly folder: string;
  readonly callerNumber: string;
  readonly callerName: string;
  readonly receivedAt: Date;
  readonly durationMs: number;
  readonly isCutOff: boolean;
  readonly objectKey: string;
  /** Empty where no words are known. */
  readonly words: string;
}

export interface MailReader {
  readonly email: string;
  readonly timezone: string;
}

/** Where the box wants it. */
export async function insertMail(query: Kysely<DB>, messageId: string, dueAt: Date): Promise<boolean> {
  const inserted = await query
    .insertInto("voicemail_mails")
    .columns(["message_id", "due_at"])
    .expression((from) =>
      from
        .selectFrom("voicemail_messages as message")
        .innerJoin("voicemail_boxes as box", "box.id", "message.voicemail_box_id")
        .select(["message.id", sql<Date>`${dueAt}::timestamptz`.as("due_at")])
        .where("message.id", "=", messageId)
        .where("box.sends_mail", "=", true),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("message_id")
    .execute();
  return inserted.length > 0;
}

/** Written down, or never to be, or waited for long enough. */
export async function listDueMails(query: Kysely<DB>, now: Date, limit: number): Promise<string[]> {
  const rows = await query
    .selectFrom("voicemail_mails as mail")
    .leftJoin("voicemail_transcripts as transcript", "transcript.message_id", "mail.message_id")
    .select("mail.message_id")
    .where((is) =>
      is.or([
        is("mail.due_at", "<=", now),
        is("transcript.state", "is", null),
        is("transcript.state", "<>", "waiting"),
      ]),
    )
    .orderBy("mail.due_at")
    .limit(limit)
    .execute();
  return rows.map(({ message_id }) => message_id);
}

export async function nextMailAt(query: Kysely<DB>): Promise<Date | undefined> {
  const row = await query
    .selectFrom("voicemail_mails")
    .select("due_at")
    .orderBy("due_at")
    .limit(1)
    .executeTakeFirst();
  return row?.due_at;
}

/** Whether it was still there: another server may have been quicker. */
export async function takeMail(query: Kysely<DB>, messageId: string): Promise<boolean> {
  const taken = await query
    .deleteFrom("voicemail_mails")
    .where("message_id", "=", messageId)
    .returning("message_id")
    .execute();
  return taken.length > 0;
}

/** Undefined where it was deleted. */
export async function findMailedVoicemail(
  query: Kysely<DB>,
  messageId: string,
): Promise<MailedVoicemail | undefined> {
  const row = await query
    .selectFrom("voicemail_messages as message")
    .innerJoin("voicemail_boxes as box", "box.id", "message.voicemail_box_id")
    .leftJoin("voicemail_transcripts as transcript", "transcript.message_id", "message.id")
    .selectAll("message")
    .select(["box.name as mailbox", "box.label", "transcript.text as words"])
    .where("message.id", "=", messageId)
    .where("message.deleted_at", "is", null)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      mailbox: row.mailbox,
      label: row.label || row.mailbox,
      folder: row.folder,
      callerNumber: row.caller_number,
      callerName: row.caller_name,
      receivedAt: row.received_at,
      durationMs: row.duration_ms,
      isCutOff: row.is_cut_off,
      objectKey: row.object_key,
      words: row.words ?? "",
    }
  );
}

/** Those who read the box now and may open what the mail leads to. */
export async function listMailReaders(query: Kysely<DB>, messageId: string): Promise<MailReader[]> {
  return query
    .selectFrom("voicemail_messages as message")
    .innerJoin("voicemail_box_users as reader", "reader.voicemail_box_id", "message.voicemail_box_id")
    .innerJoin("users", "users.id", "reader.user_id")
    .innerJoin("customers", "customers.id", "users.customer_id")
    .select(["users.email", sql<string>`coalesce(users.timezone, customers.timezone)`.as("timezone")])
    .where("message.id", "=", messageId)
    .where("users.disabled_at", "is", null)
    .where("users.email", "<>", "")
    .where(isOnForUser("voicemail"))
    .orderBy("users.id")
    .execute();
}
