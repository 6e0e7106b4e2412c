import { type DayHeadings, type StreamRow, UNREAD_ROW } from "@offhook/ui/conversation";
import { type Message, messageKey } from "../../store/message.ts";
import type { OutgoingMessage } from "../../store/outgoing-message.ts";

/** What stands in the stream of a topic, one under another. */
export type TopicItem =
  | { readonly kind: "system"; readonly key: string; readonly message: Message }
  | {
      readonly kind: "message";
      readonly key: string;
      readonly message: Message;
      /** Goes on where the same person has just spoken. */
      readonly isContinued: boolean;
    }
  /** Somebody has answered an older message: told where it happened, shown with what it answers. */
  | {
      readonly kind: "answers";
      readonly key: string;
      readonly parent: number;
      readonly answers: readonly Message[];
    }
  | {
      readonly kind: "outgoing";
      readonly key: string;
      readonly outgoing: OutgoingMessage;
      readonly isContinued: boolean;
    };
export type TopicRow = StreamRow<TopicItem>;

export interface StreamContent {
  /** Everything said, answers too, oldest first. */
  readonly messages: readonly Message[];
  readonly outgoing: readonly OutgoingMessage[];
  /** The last message the user had read on arrival; undefined for no mark. */
  readonly readUpTo: number | undefined;
  readonly ownId: string | undefined;
  readonly startDay: DayHeadings;
}

/** The parent is surely in view with its answer. */
const NEAR_ROWS = 5;
const CONTINUED_WITHIN_MS = 5 * 60_000;

/** Pure. Puts days, the unread mark and groups between messages. */
export function streamRows(content: StreamContent): readonly TopicRow[] {
  const { messages, outgoing, readUpTo, ownId, startDay } = content;
  const rows: TopicRow[] = [];
  let before: { readonly from: string | undefined; readonly time: number } | undefined;
  let isMarked = readUpTo === undefined;
  const addDay = (at: number): void => {
    const day = startDay(at);
    if (!day) return;
    rows.push(day);
    before = undefined;
  };
  const isContinuing = (from: string | undefined, time: number): boolean =>
    before !== undefined && before.from === from && time - before.time < CONTINUED_WITHIN_MS;
  for (const message of messages) {
    addDay(message.time);
    if (!isMarked && message.seq > (readUpTo ?? 0) && message.from !== ownId && !message.system) {
      isMarked = true;
      rows.push(UNREAD_ROW);
      before = undefined;
    }
    if (message.system) rows.push({ kind: "system", key: message.key, message });
    else if (message.reply !== undefined) addAnswer(rows, message, message.reply);
    else {
      const isContinued = isContinuing(message.from, message.time) && !message.isDeleted;
      rows.push({ kind: "message", key: message.key, message, isContinued });
      before = { from: message.from, time: message.time };
      continue;
    }
    before = undefined;
  }
  for (const each of outgoing) {
    addDay(each.createdAt);
    rows.push({
      kind: "outgoing",
      key: messageKey(each.id),
      outgoing: each,
      isContinued: isContinuing(ownId, each.createdAt),
    });
    before = { from: ownId, time: each.createdAt };
  }
  return rows;
}

/** No row of its kind is lower. */
const LEAST_PX = { told: 24, message: 48, continued: 22 } as const;

export function leastHeight(row: TopicItem): number {
  if (row.kind !== "message" && row.kind !== "outgoing") return LEAST_PX.told;
  return row.isContinued ? LEAST_PX.continued : LEAST_PX.message;
}

/** Up to which number a row has been read by whoever sees it. */
export function seqOf(row: TopicRow | undefined): number {
  if (row?.kind === "message" || row?.kind === "system") return row.message.seq;
  return row?.kind === "answers" ? Math.max(...row.answers.map(({ seq }) => seq)) : 0;
}

/** Answers in a row to the same message are told together; beside that message they are seen without it. */
function addAnswer(rows: TopicRow[], message: Message, parent: number): void {
  const last = rows.at(-1);
  const isNear = rows.slice(-NEAR_ROWS).some((row) => row.kind === "message" && row.message.seq === parent);
  if (isNear) return;
  if (last?.kind === "answers" && last.parent === parent)
    rows[rows.length - 1] = { ...last, answers: [...last.answers, message] };
  else rows.push({ kind: "answers", key: `answers-${message.key}`, parent, answers: [message] });
}
