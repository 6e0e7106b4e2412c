import type { MessageCounts } from "../ports/mailbox-store.ts";

/** The event package of RFC 3842. */
export const SUMMARY_EVENT = "message-summary";

/** What the voicemail key of a phone dials. */
const OWN_MAILBOX = "*97";

/** Pure. RFC 3842 §5.2: whether there is something new, where to hear it, new and old, urgent ones in brackets. */
export function messageSummary({ fresh, heard }: MessageCounts, domain: string): string {
  return [
    `Messages-Waiting: ${fresh > 0 ? "yes" : "no"}`,
    `Message-Account: sip:${OWN_MAILBOX}@${domain}`,
    `Voice-Message: ${fresh}/${heard} (0/0)`,
    "",
  ].join("\r\n");
}
