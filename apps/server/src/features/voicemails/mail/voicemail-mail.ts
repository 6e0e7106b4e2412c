import { formatPhone } from "@offhook/telephony";
import type { ObjectStore } from "../../../platform/files/object-store.ts";
import type { Sender } from "../../../platform/mail/forward-repository.ts";
import type { Mail } from "../../../platform/mail/mail.ts";
import { composeMail } from "../../../platform/mail/mail-layout.ts";
import { fileNameOf } from "../voicemail-file-name.ts";
import type { MailedVoicemail, MailReader } from "./mail-repository.ts";

/** Many mail servers take no more than this in all; an MP3 of ten minutes has half of it. */
const MAX_ATTACHED_BYTES = 10 * 1024 * 1024;

/** A message as a file of a mail; undefined where it is gone, or longer than mail servers take. */
export async function attachmentOf(
  objects: Pick<ObjectStore, "head">,
  voicemail: MailedVoicemail,
  timezone: string,
): Promise<NonNullable<Mail["attachments"]>[number] | undefined> {
  const stored = await objects.head(voicemail.objectKey);
  if (!stored || stored.size > MAX_ATTACHED_BYTES) return undefined;
  return { filename: fileNameOf({ ...voicemail, timezone }, stored.type), key: stored.key };
}

/** To somebody who reads the box. Opening the link shows the message, and so marks it read. */
export function arrivalMail(
  { email, timezone }: MailReader,
  voicemail: MailedVoicemail,
  { publicUrl, attachments }: { readonly publicUrl: string; readonly attachments: Mail["attachments"] & {} },
): Mail {
  const { mailbox, id, folder, label } = voicemail;
  const mail = composeMail(email, {
    subject: `Voicemail from ${callerOf(voicemail)}`,
    paragraphs: [`${summaryOf(voicemail, timezone)} The voicemail box is ${label}.`, ...wordsOf(voicemail)],
    action: {
      label: "Open voicemail",
      url: `${publicUrl}/voicemails/${[mailbox, id, folder].map(encodeURIComponent).join("/")}`,
    },
  });
  return { ...mail, attachments };
}

/** To whoever a user sends it on; they may have no account, so nothing leads into the console. */
export function forwardMail(
  { to, note, from }: { readonly to: string; readonly note: string; readonly from: Sender },
  voicemail: MailedVoicemail,
  attachments: Mail["attachments"] & {},
): Mail {
  const mail = composeMail(to, {
    subject: `${from.name} sent you a voicemail from ${callerOf(voicemail)}`,
    paragraphs: [
      ...(note === "" ? [] : [`${from.name} writes: ${note}`]),
      summaryOf(voicemail, from.timezone),
      ...wordsOf(voicemail),
    ],
  });
  return { ...mail, attachments };
}

const callerOf = ({ callerName, callerNumber }: MailedVoicemail): string =>
  callerName || formatPhone(callerNumber) || "an unknown number";

function summaryOf(voicemail: MailedVoicemail, timezone: string): string {
  const { callerName, callerNumber, receivedAt, durationMs, isCutOff } = voicemail;
  const number = callerName !== "" && callerNumber !== "" ? ` (${formatPhone(callerNumber)})` : "";
  const when = receivedAt.toLocaleString("en-US", {
    dateStyle: "full",
    timeStyle: "short",
    timeZone: timezone,
  });
  const seconds = Math.round(durationMs / 1000);
  const length = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const end = isCutOff ? " The connection was lost: the end of the message is missing." : "";
  return `${callerOf(voicemail)}${number} left a message on ${when} (${length}).${end}`;
}

const wordsOf = ({ words }: MailedVoicemail): string[] =>
  words === "" ? [] : [words, "This text was written down automatically and may be wrong."];
