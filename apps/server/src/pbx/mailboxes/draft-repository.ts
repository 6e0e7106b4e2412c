import type { MailboxRef, MessageDraft } from "@offhook/pbx";
import type { Kysely } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";

export interface StoredDraft {
  readonly mailbox: MailboxRef;
  readonly draft: MessageDraft;
}

export async function insertDraft(query: Kysely<DB>, { mailbox, draft }: StoredDraft): Promise<void> {
  await query
    .insertInto("voicemail_drafts")
    .values({
      id: draft.id,
      customer_id: Number(mailbox.companyId),
      voicemail_box_id: Number(mailbox.mailboxId),
      call_id: draft.callId,
      caller_number: draft.callerNumber,
      caller_name: draft.callerName,
      started_at: new Date(draft.startedAt),
    })
    .execute();
}

export async function deleteDraft(query: Kysely<DB>, id: string): Promise<void> {
  await query.deleteFrom("voicemail_drafts").where("id", "=", id).execute();
}

/** Oldest first. */
export async function listDrafts(query: Kysely<DB>): Promise<StoredDraft[]> {
  return (await drafts(query).execute()).map(toDraft);
}

export async function findDraft(query: Kysely<DB>, id: string): Promise<StoredDraft | undefined> {
  const row = await drafts(query).where("id", "=", id).executeTakeFirst();
  return row && toDraft(row);
}

const drafts = (query: Kysely<DB>) =>
  query.selectFrom("voicemail_drafts").selectAll().orderBy("started_at").orderBy("id");

type DraftRow = Awaited<ReturnType<ReturnType<typeof drafts>["execute"]>>[number];

const toDraft = (row: DraftRow): StoredDraft => ({
  mailbox: { companyId: String(row.customer_id), mailboxId: String(row.voicemail_box_id) },
  draft: {
    id: row.id,
    callId: row.call_id,
    callerNumber: row.caller_number,
    callerName: row.caller_name,
    startedAt: row.started_at.getTime(),
  },
});
