import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { Mailbox } from "../mailbox-access-repository.ts";

export interface OverdueVoicemail {
  readonly id: string;
  readonly mailbox: Mailbox;
}

/** Messages of the inbox that are older than their box keeps them. Saved ones stay, whatever their age. */
export async function listOverdue(query: Kysely<DB>, now: Date, limit: number): Promise<OverdueVoicemail[]> {
  const { rows } = await sql<{ id: string; box_id: number; customer_id: number; name: string }>`
    select overdue.id, box.id as box_id, box.customer_id, box.name
    from voicemail_boxes as box cross join lateral (
      select message.id from voicemail_messages as message
      where message.voicemail_box_id = box.id and message.folder = 'INBOX' and message.deleted_at is null
        and message.received_at <= ${now}::timestamptz - make_interval(days => box.keep_days)
      order by message.received_at, message.id limit ${limit}
    ) as overdue
    where box.keep_days is not null
    limit ${limit}`.execute(query);
  return rows.map(({ id, box_id, customer_id, name }) => ({
    id,
    mailbox: { id: box_id, customerId: customer_id, name },
  }));
}

/** Whether it still is: it may have been saved meanwhile, or the box keeps its messages longer now. */
export async function isOverdue(query: Kysely<DB>, id: string, now: Date): Promise<boolean> {
  const row = await query
    .selectFrom("voicemail_messages as message")
    .innerJoin("voicemail_boxes as box", "box.id", "message.voicemail_box_id")
    .select("message.id")
    .where("message.id", "=", id)
    .where("message.folder", "=", "INBOX")
    .where(sql<boolean>`message.received_at <= ${now}::timestamptz - make_interval(days => box.keep_days)`)
    .forUpdate("message")
    .executeTakeFirst();
  return row !== undefined;
}

/** When the next message has been kept long enough. */
export async function nextOverdueAt(query: Kysely<DB>): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(oldest.received_at + make_interval(days => box.keep_days)) as at
    from voicemail_boxes as box cross join lateral (
      select message.received_at from voicemail_messages as message
      where message.voicemail_box_id = box.id and message.folder = 'INBOX' and message.deleted_at is null
      order by message.received_at limit 1
    ) as oldest
    where box.keep_days is not null`.execute(query);
  return rows[0]?.at ?? undefined;
}
