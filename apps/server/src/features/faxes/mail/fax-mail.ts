import { FAX_REASONS } from "@offhook/contract";
import { formatPhone } from "@offhook/telephony";
import type { Sender } from "../../../platform/mail/forward-repository.ts";
import type { Mail, MailAttachment } from "../../../platform/mail/mail.ts";
import { composeMail } from "../../../platform/mail/mail-layout.ts";
import type { MailReader, ToldFax } from "./fax-mail-repository.ts";

interface MailParts {
  readonly publicUrl: string;
  readonly attachments: readonly MailAttachment[];
}

/** To somebody who works with the line. Opening the link shows the fax, and so marks it read. */
export function arrivalMail({ email, timezone }: MailReader, fax: ToldFax, parts: MailParts): Mail {
  const mail = composeMail(email, {
    subject: `Fax from ${partyOf(fax)}`,
    paragraphs: [`${summaryOf(fax, timezone)} The fax line is ${fax.label}.`, ...damageOf(fax)],
    action: { label: "Open fax", url: urlOf(fax, parts) },
  });
  return { ...mail, attachments: parts.attachments };
}

/** To whoever sent it. */
export function receiptMail({ email, timezone }: MailReader, fax: ToldFax, parts: MailParts): Mail {
  const isDelivered = fax.state === "done";
  const { text, nextStep } = fax.reason === null ? { text: "", nextStep: "" } : FAX_REASONS[fax.reason];
  const when = timeOf(fax.endedAt ?? fax.at, timezone);
  const mail = composeMail(email, {
    subject: isDelivered ? `Fax to ${partyOf(fax)} delivered` : `Fax to ${partyOf(fax)} failed`,
    paragraphs: isDelivered
      ? [`Your fax of ${countOf(fax.pages)} to ${addressOf(fax)} was delivered on ${when}.`]
      : [`Your fax of ${countOf(fax.pages)} to ${addressOf(fax)} could not be delivered. ${text}.`, nextStep],
    action: { label: "Open fax", url: urlOf(fax, parts) },
  });
  return { ...mail, attachments: parts.attachments };
}

/** To whoever a user sends it on; they may have no account, so nothing leads into the console. */
export function forwardMail(
  { to, note, from }: { readonly to: string; readonly note: string; readonly from: Sender },
  fax: ToldFax,
  attachments: readonly MailAttachment[],
): Mail {
  const way = fax.direction === "SENT" ? "to" : "from";
  const mail = composeMail(to, {
    subject: `${from.name} sent you a fax ${way} ${partyOf(fax)}`,
    paragraphs: [
      ...(note === "" ? [] : [`${from.name} writes: ${note}`]),
      summaryOf(fax, from.timezone),
      ...damageOf(fax),
    ],
  });
  return { ...mail, attachments };
}

const partyOf = ({ partyName, partyNumber }: ToldFax): string =>
  partyName || formatPhone(partyNumber) || "an unknown number";

function addressOf({ partyName, partyNumber }: ToldFax): string {
  const number = formatPhone(partyNumber) || "an unknown number";
  return partyName === "" ? number : `${partyName} (${number})`;
}

const countOf = (pages: number): string => (pages === 1 ? "1 page" : `${pages} pages`);

const timeOf = (at: Date, timezone: string): string =>
  at.toLocaleString("en-US", { dateStyle: "full", timeStyle: "short", timeZone: timezone });

function summaryOf(fax: ToldFax, timezone: string): string {
  const when = timeOf(fax.at, timezone);
  return fax.direction === "SENT"
    ? `This fax of ${countOf(fax.pages)} was sent to ${addressOf(fax)} on ${when}.`
    : `${addressOf(fax)} sent a fax of ${countOf(fax.pages)} on ${when}.`;
}

function damageOf({ damaged }: ToldFax): string[] {
  if (damaged.length === 0) return [];
  const which = damaged.length === 1 ? `Page ${damaged[0]}` : `Pages ${damaged.join(", ")}`;
  return [`${which} arrived damaged.`];
}

const urlOf = ({ mailbox, id, direction }: ToldFax, { publicUrl }: MailParts): string =>
  `${publicUrl}/faxes/${[mailbox, id, direction].map(encodeURIComponent).join("/")}`;
