import { type VoicemailEvent, voicemailChannel } from "@offhook/contract";
import type { Transaction } from "../../database/database.ts";
import type { UnreadLine } from "../unread/index.ts";
import type { Mailbox } from "./mailbox-access-repository.ts";
import { readVoicemails } from "./voicemail-view-repository.ts";

/** An event carries whole messages, transcripts too: of more than this, several are told. */
const TOLD_AT_ONCE = 50;

export function publishToMailbox(
  tx: Transaction,
  { customerId, name }: Mailbox,
  event: VoicemailEvent,
): void {
  tx.publish({ customerId, channel: voicemailChannel(customerId, name), event });
}

/** Tells how these messages of one box now are. */
export async function publishChanged(
  tx: Transaction,
  mailbox: Mailbox,
  ids: readonly string[],
): Promise<void> {
  for (let at = 0; at < ids.length; at += TOLD_AT_ONCE) {
    const voicemails = await readVoicemails(tx.query, mailbox.customerId, ids.slice(at, at + TOLD_AT_ONCE));
    if (voicemails.length > 0)
      publishToMailbox(tx, mailbox, { type: "VOICEMAIL_CHANGED", mailbox: mailbox.name, voicemails });
  }
}

export const unreadLine = ({ customerId, name }: Mailbox): UnreadLine => ({
  customerId,
  type: "vox",
  line: name,
});
