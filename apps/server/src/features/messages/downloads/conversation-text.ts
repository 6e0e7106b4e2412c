import type { SmsMessage } from "@offhook/contract";
import {
  authorOf,
  createRecordTimes,
  outcomeOf,
  type RecordHead,
  type RecordTimes,
  sizeOf,
} from "./conversation-record.ts";

/** With a mark at the beginning, without which some editors take UTF-8 for something else. */
const BYTE_ORDER_MARK = "\ufeff";

/** The conversation as plain text, piece by piece. */
export async function* writeConversationText(
  head: RecordHead,
  pages: AsyncIterable<readonly SmsMessage[]>,
): AsyncGenerator<string> {
  const times = createRecordTimes(head.timezone);
  yield `${BYTE_ORDER_MARK}${head.title}\nSaved by ${head.savedBy} on ${times.dayOf(head.savedAt)}, ${times.timeOf(head.savedAt)} (${head.timezone})\n`;
  let day = "";
  for await (const page of pages) {
    let piece = "";
    for (const message of page) {
      const today = times.dayOf(message.time);
      if (today !== day) piece += `\n${today}\n\n`;
      day = today;
      piece += linesOf(message, times);
    }
    yield piece;
  }
}

function linesOf(message: SmsMessage, times: RecordTimes): string {
  const kind = message.kind === "comment" ? " (internal comment)" : "";
  const outcome = outcomeOf(message);
  const head = `${times.timeOf(message.time)}  ${authorOf(message)}${kind}${outcome && ` [${outcome}]`}`;
  const body = message.text.split("\n").filter((line, index) => index > 0 || line !== "");
  const files = message.media.map(({ name, type, size }) => `[File: ${name}, ${type}, ${sizeOf(size)}]`);
  return `${head}\n${[...body, ...files].map((line) => `    ${line}\n`).join("")}`;
}
