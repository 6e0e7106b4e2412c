import type { SmsMessage } from "@offhook/contract";
import { createDayHeadings, type DayHeadings, type StreamRow, UNREAD_ROW } from "@offhook/ui/conversation";
import type { OutgoingText } from "../outbox/outgoing-text.ts";

export type ThreadItem =
  | MessageRow
  | { readonly kind: "outgoing"; readonly key: string; readonly outgoing: OutgoingText };
export type ThreadRow = StreamRow<ThreadItem>;

export interface MessageRow {
  readonly kind: "message";
  readonly key: string;
  /** Several where files were sent together; the last has the text. */
  readonly messages: readonly [SmsMessage, ...SmsMessage[]];
  /** Another person or side than the row before, or much later. */
  readonly startsRun: boolean;
  readonly endsRun: boolean;
  /** The last one that came in says who has read it. */
  readonly showsReaders: boolean;
}

export interface ThreadContent {
  readonly messages: readonly SmsMessage[];
  readonly outgoing: readonly OutgoingText[];
  readonly unreadFrom: string | undefined;
  readonly now: number;
  readonly timeZone: string;
}

const RUN_MS = 5 * 60_000;

/** Pure. What the thread shows, from top to bottom. */
export function threadRows(content: ThreadContent): readonly ThreadRow[] {
  const { messages, outgoing, unreadFrom, now, timeZone } = content;
  const startDay = createDayHeadings(now, timeZone);
  const lastIn = messages.findLast(({ kind, direction }) => kind === "text" && direction === "in");
  const rows: ThreadRow[] = [];
  let before: SmsMessage | undefined;
  for (const group of groups(messages)) {
    const [first] = group;
    const day = startDay(first.time);
    const isMarked = unreadFrom !== undefined && group.some(({ id }) => id === unreadFrom);
    if (day) rows.push(day);
    if (isMarked) rows.push(UNREAD_ROW);
    const startsRun = day !== undefined || isMarked || !before || !isSameRun(before, first);
    if (!startsRun) endNoRun(rows);
    rows.push({
      kind: "message",
      key: rowKey(first, rows.length),
      messages: group,
      startsRun,
      endsRun: true,
      showsReaders: lastIn !== undefined && group.includes(lastIn),
    });
    before = group.at(-1);
  }
  return [...rows.map(sameAsBefore), ...outgoingRows(messages, outgoing, startDay)];
}

function rowKey({ id, group }: SmsMessage, place: number): string {
  if (group !== null && group !== undefined) return `group ${group}`;
  return typeof id === "string" && id !== "" ? id : `place ${place}`;
}

const rowsOf = new WeakMap<SmsMessage, MessageRow>();

/** A row that shows the same is the same object, so that it is not drawn again when others come. */
function sameAsBefore(row: ThreadRow): ThreadRow {
  if (row.kind !== "message") return row;
  const before = rowsOf.get(row.messages[0]);
  if (before && showsSame(before, row)) return before;
  rowsOf.set(row.messages[0], row);
  return row;
}

function showsSame(one: MessageRow, other: MessageRow): boolean {
  return (
    one.startsRun === other.startsRun &&
    one.endsRun === other.endsRun &&
    one.showsReaders === other.showsReaders &&
    one.messages.length === other.messages.length &&
    one.messages.every((message, index) => message === other.messages[index])
  );
}

/** How high a row is at the least. */
const LEAST_PX = { bubble: 42, foot: 25 } as const;

export function leastHeight(row: ThreadItem): number {
  return LEAST_PX.bubble + (row.kind === "message" && row.endsRun ? LEAST_PX.foot : 0);
}

/** Messages with the same group were sent as one and are shown as one. */
function groups(messages: readonly SmsMessage[]): readonly [SmsMessage, ...SmsMessage[]][] {
  const all: [SmsMessage, ...SmsMessage[]][] = [];
  for (const message of messages) {
    const last = all.at(-1);
    if (last && message.group !== null && last[0].group === message.group) last.push(message);
    else all.push([message]);
  }
  return all;
}

function isSameRun(one: SmsMessage, other: SmsMessage): boolean {
  return (
    one.kind === other.kind &&
    one.direction === other.direction &&
    one.sent_by === other.sent_by &&
    other.time - one.time < RUN_MS
  );
}

function endNoRun(rows: ThreadRow[]): void {
  const last = rows.at(-1);
  if (last?.kind === "message") rows[rows.length - 1] = { ...last, endsRun: false };
}

/** What the service has answered for is a message already, even if the outbox has not heard of it yet. */
function outgoingRows(
  messages: readonly SmsMessage[],
  outgoing: readonly OutgoingText[],
  startDay: DayHeadings,
): readonly ThreadRow[] {
  const known = new Set(messages.map(({ mId }) => mId));
  return outgoing
    .filter(({ id }) => !known.has(id))
    .flatMap((text): readonly ThreadRow[] => {
      const day = startDay(text.createdAt);
      return [...(day ? [day] : []), { kind: "outgoing", key: text.id, outgoing: text }];
    });
}
