import type { CallRecordDetails } from "@offhook/contract";
import { formatPhone } from "@offhook/telephony";
import { clockDuration, fullDateTime } from "@offhook/ui/format";
import { outcomeText } from "../call-entry.ts";
import { passedOverText } from "../passed-over-text.ts";
import { queueWay } from "./queue-way.ts";
import { supervisionWords } from "./supervision-words.ts";

export interface CallFact {
  readonly label: string;
  readonly value: string;
}

export interface FactOptions {
  readonly ownUserId: number;
  readonly timeZone: string;
  /** The line the call was on, as its user calls it. */
  readonly line: string;
  /** The same for any line of the user, by its name. */
  readonly labelOf: (phone: string) => string;
}

/** Pure. What there is to know of a call, in the order in which people ask for it. */
export function callFacts(
  record: CallRecordDetails,
  { timeZone, line, ownUserId, labelOf }: FactOptions,
): readonly CallFact[] {
  const { dir, number, cnumber, duration, queue, answered_at, ended_at, time } = record;
  const ringSeconds = Math.max(0, (answered_at ?? ended_at) - time);
  const facts: readonly (readonly [string, string])[] = [
    ["When", fullDateTime(time * 1000, timeZone)],
    ["Result", record.status === "answer" ? "Answered" : outcomeText(record, ownUserId)],
    ["Talk time", duration > 0 ? clockDuration(duration) : ""],
    ["Ring time", ringSeconds > 0 ? clockDuration(ringSeconds) : ""],
    ["Line", line],
    ["Called number", dir === "in" && cnumber !== number ? formatPhone(cnumber) : ""],
    ["Queue", queue ?? ""],
    ["In the queue", queueWay(record.queue_steps)],
    ["Answered by", record.answered_by ?? ""],
    ...record.passed_over.map(
      (line) => [`${labelOf(line.phone)} did not ring`, `${line.via}: ${passedOverText(line)}`] as const,
    ),
    ["Supervision", supervisionWords(record.supervision)],
  ];
  return facts.filter(([, value]) => value !== "").map(([label, value]) => ({ label, value }));
}

/** Why it ended, where the result alone does not tell, and what helps. */
const ENDS: Readonly<Record<string, readonly [incoming: string, outgoing: string]>> = {
  unreachable: [
    "No phone of this line was online, so nothing rang. Keep the console open to be reached.",
    "Nobody's phone was online there. Try again later, or send a message.",
  ],
  doNotDisturb: ["Do not disturb was on.", "They have Do Not Disturb on. Send a message instead."],
  anonymousRejected: [
    "The caller's number was hidden, and this line rejects anonymous calls.",
    "They reject anonymous calls. Turn on caller ID and try again.",
  ],
  blocked: ["The caller is blocked.", "This number rejected the call."],
  notFound: ["The line was not found.", "This number does not exist. Check it and try again."],
  forbidden: [
    "The call was not allowed.",
    "You are not allowed to call this number. Ask your administrator.",
  ],
  congestion: ["All lines were busy.", "All lines to the outside were busy. Try again in a moment."],
  lost: ["The connection was lost.", "The connection was lost."],
  failed: ["The call could not be connected.", "The call could not be connected. Try again."],
  shutdown: ["The phone system was restarted.", "The phone system was restarted. Try again."],
  crashed: [
    "The phone system stopped and was started again. The call ended there; its length is what was known until then.",
    "The phone system stopped and was started again. The call ended there; its length is what was known until then.",
  ],
};

export function endSentence({ cause, dir }: Pick<CallRecordDetails, "cause" | "dir">): string | undefined {
  return ENDS[cause]?.[dir === "in" ? 0 : 1];
}
