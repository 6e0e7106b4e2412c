import type { SmsMessage } from "@offhook/contract";
import { explainCarrierCode } from "@offhook/contract";
import { formatPhone } from "@offhook/telephony";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import { type OwnConversation, threadOf } from "../conversations/conversation-threads.ts";
import { describeMessages, listMessages } from "../conversations/thread-repository.ts";

/** What stands above every message of a record. */
export interface RecordHead {
  readonly title: string;
  readonly savedBy: string;
  /** Unix milliseconds. */
  readonly savedAt: number;
  readonly timezone: string;
}

/** A file of a message; `value` of the message's own media is its key here. */
type RecordMessage = SmsMessage;

const PAGE = 500;

/** Every message that can be seen, oldest first, in pages that are read when they are wanted. */
export async function* recordPages(
  query: Kysely<DB>,
  own: OwnConversation,
  from = 1,
): AsyncGenerator<readonly RecordMessage[]> {
  const thread = threadOf(own);
  let next = from;
  for (;;) {
    const rows = await listMessages(query, thread, { kind: "from", id: next }, PAGE);
    const last = rows.at(-1);
    if (!last) return;
    yield describeMessages(thread, rows, (key) => key);
    if (rows.length < PAGE) return;
    next = last.id + 1;
  }
}

export function recordTitle({ line, conversation }: OwnConversation): string {
  return `${line.name} (${formatPhone(line.number)}) with ${formatPhone(conversation.number)}`;
}

export interface RecordTimes {
  /** `Friday, November 13, 2026` */
  readonly dayOf: (at: number) => string;
  /** `2:05 PM` */
  readonly timeOf: (at: number) => string;
}

export function createRecordTimes(timeZone: string): RecordTimes {
  const day = new Intl.DateTimeFormat("en-US", { timeZone, dateStyle: "full" });
  const time = new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", minute: "2-digit" });
  // Node writes a narrow no-break space before AM and PM, which editors show as a box.
  const plain = (text: string): string => text.replaceAll("\u202f", " ");
  return { dayOf: (at) => plain(day.format(at)), timeOf: (at) => plain(time.format(at)) };
}

export function authorOf(message: RecordMessage): string {
  if (message.direction === "in" && message.kind === "text") return formatPhone(message.sender);
  return message.sent_by_name || formatPhone(message.sender);
}

/** In words, where there is something to know: nothing for what arrived. */
export function outcomeOf({ dlr_status, dlr_error }: RecordMessage): string {
  switch (dlr_status) {
    case "failed":
    case "rejected":
    case "expired":
      return `not delivered: ${explainCarrierCode(dlr_error).reason}`;
    case "queued":
      return "waiting for the carrier";
    default:
      return "";
  }
}

export function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
