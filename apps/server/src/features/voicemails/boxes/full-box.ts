import type { Transaction } from "../../../database/database.ts";
import type { Mail } from "../../../platform/mail/mail.ts";
import { composeMail } from "../../../platform/mail/mail-layout.ts";
import type { Mailbox } from "../mailbox-access-repository.ts";
import { findFullBox, listResponsible } from "./full-box-repository.ts";

export interface FullBoxDeps {
  readonly outbox: { mail(tx: Transaction, mail: Mail): Promise<void> };
  /** Where people reach the console. */
  readonly publicUrl: string;
}

/**
 * Tells the owner when the message that has just arrived was the last that fits. A full box takes no more, so this is
 * told once until there is room again.
 */
export async function tellIfFull(
  tx: Transaction,
  mailbox: Mailbox,
  { outbox, publicUrl }: FullBoxDeps,
): Promise<void> {
  const full = await findFullBox(tx.query, mailbox.id);
  if (!full) return;
  for (const address of await listResponsible(tx.query, mailbox.id))
    await outbox.mail(
      tx,
      composeMail(address, {
        subject: `The voicemail box ${full.label} is full`,
        paragraphs: [
          `It holds ${full.messages} messages, as many as it can. Callers can't leave new messages until you delete some.`,
        ],
        action: { label: "Open voicemail", url: `${publicUrl}/voicemails` },
      }),
    );
}
