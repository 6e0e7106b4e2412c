import type { SmsMessage } from "@offhook/contract";
import { fullDateTime } from "@offhook/ui/format";
import type { OutgoingText } from "../outbox/outgoing-text.ts";

export type ThreadRow =
  | { readonly kind: "day"; readonly key: string; readonly label: string }
  | { readonly kind: "unread"; readonly key: string }
  | MessageRow
  | { readonly kind: "outgoing"; readonly key: string; readonly outgoing: OutgoingText };

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
const DAY_MS = 24 * 60 * 60_000;
/** Beyond it there are no dates. */
const LAST_DATE_MS = 8.64e15;
const DATE_LENGTH = "MM/DD/YYYY".length;

/** Pure. What the thread shows, from top to bottom. */
export function threadRows(content: ThreadContent): readonly ThreadRow[] {
  const { messages, outgoing, unreadFrom, now, timeZone } = content;
  const dayOf = (at: number): string => dayIn(timeZone, at);
  const words = { [dayOf(now)]: "Today", [dayOf(now - DAY_MS)]: "Yesterday" };
  const lastIn = messages.findLast(({ kind, direction }) => kind === "text" && direction === "in");
  const rows: ThreadRow[] = [];
  const days = new Set<string>();
  let day = "";
  let before: SmsMessage | undefined;
  for (const group of groups(messages)) {
    const [first] = group;
    const itsDay = dayOfMessage(first, timeZone) ?? (day || dayOf(now));
    const isMarked = unreadFrom !== undefined && group.some(({ id }) => id === unreadFrom);
    if (itsDay !== day && !days.has(itsDay))
      rows.push({ kind: "day", key: `day ${itsDay}`, label: words[itsDay] ?? itsDay });
    days.add(itsDay);
    if (isMarked) rows.push({ kind: "unread", key: "unread" });
    const startsRun = itsDay !== day || isMarked || !before || !isSameRun(before, first);
    if (!startsRun) endNoRun(rows);
    rows.push({
      kind: "message",
      key: rowKey(first, rows.length),
      messages: group,
      startsRun,
      endsRun: true,
      showsReaders: lastIn !== undefined && group.includes(lastIn),
    });
    day = itsDay;
    before = group.at(-1);
  }
  const last = outgoingRows(messages, outgoing, rows.length > 0 ? day : "", dayOf, words);
  return [...rows.map(sameAsBefore), ...last];
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

function dayIn(timeZone: string, at: number): string {
  return fullDateTime(at, timeZone).slice(0, DATE_LENGTH);
}

/** Asking the calendar is dear, and all rows are made anew with every message that comes. */
const knownDays = new WeakMap<SmsMessage, { readonly timeZone: string; readonly day: string | undefined }>();

function dayOfMessage(message: SmsMessage, timeZone: string): string | undefined {
  const known = knownDays.get(message);
  if (known?.timeZone === timeZone) return known.day;
  const { time } = message;
  // One of no day that there is stands with those before it.
  const isTime = typeof time === "number" && Math.abs(time) <= LAST_DATE_MS;
  const day = isTime ? dayIn(timeZone, time) : undefined;
  knownDays.set(message, { timeZone, day });
  return day;
}

/** How high a row is at the least. */
const LEAST_PX = { divider: 30, bubble: 42, foot: 25 } as const;
/** So many rows more are there at once: a message, or what has become of one. */
const FEW_ROWS = 4;
/** Of a page, so many are built between two frames at each end of what is there. */
const STEP_ROWS = 4;

/**
 * Pure. As many rows as fill a screen of that height: from the end of the thread upwards, or around a place, given by
 * its key, which stands in the upper half of the screen.
 */
export function firstScreen(
  rows: readonly ThreadRow[],
  place: string | undefined,
  height: number,
): readonly ThreadRow[] {
  const index = place === undefined ? -1 : rows.findIndex(({ key }) => key === place);
  if (index < 0) return part(rows, firstAbove(rows, rows.length, height), rows.length);
  const above = firstAbove(rows, index, height / 2);
  const end = endBelow(rows, index, height);
  // Near its end the thread cannot be scrolled so far up: the end fills the screen.
  return part(rows, end < rows.length ? above : Math.min(above, firstAbove(rows, end, height)), end);
}

function firstAbove(rows: readonly ThreadRow[], end: number, height: number): number {
  let first = end;
  for (let filled = 0; first > 0 && filled < height; first -= 1) filled += leastHeight(rows[first - 1]);
  return first;
}

function endBelow(rows: readonly ThreadRow[], first: number, height: number): number {
  let end = first;
  for (let filled = 0; end < rows.length && filled < height; end += 1) filled += leastHeight(rows[end]);
  return end;
}

function leastHeight(row: ThreadRow | undefined): number {
  if (row?.kind === "message") return LEAST_PX.bubble + (row.endsRun ? LEAST_PX.foot : 0);
  return row?.kind === "outgoing" ? LEAST_PX.bubble : LEAST_PX.divider;
}

/**
 * Pure. Of other rows those that can be there at once, where `built` are there: the same part of the thread, up to an
 * end from which only a few are missing. Undefined where the thread is somewhere else now.
 */
export function keptRows(
  built: readonly ThreadRow[],
  rows: readonly ThreadRow[],
): readonly ThreadRow[] | undefined {
  const place = placeOf(built, rows);
  if (!place) return undefined;
  const { first, end } = place;
  const isEndNear = rows.length - end <= FEW_ROWS;
  return part(rows, first <= FEW_ROWS ? 0 : first, isEndNear ? rows.length : end);
}

/** Pure. A few rows more than are there, at both ends. */
export function grownRows(built: readonly ThreadRow[], rows: readonly ThreadRow[]): readonly ThreadRow[] {
  const { first, end } = placeOf(built, rows) ?? { first: 0, end: 0 };
  return part(rows, Math.max(0, first - STEP_ROWS), Math.min(rows.length, end + STEP_ROWS));
}

/** Where rows are found again among others. What is no longer there has fallen out at its end. */
function placeOf(
  built: readonly ThreadRow[],
  rows: readonly ThreadRow[],
): { readonly first: number; readonly end: number } | undefined {
  const places = new Map(rows.map(({ key }, index) => [key, index]));
  // The heading of a day stays above whatever of that day comes in front: it is no sign of a place.
  const isSign = ({ kind, key }: ThreadRow): boolean => kind !== "day" && places.has(key);
  const [first, last] = [built.find(isSign), built.findLast(isSign)];
  if (!first || !last) return undefined;
  return { first: places.get(first.key) ?? 0, end: (places.get(last.key) ?? 0) + 1 };
}

/** All rows are the same object: whoever has it knows that nothing is missing. */
function part(rows: readonly ThreadRow[], first: number, end: number): readonly ThreadRow[] {
  return first === 0 && end === rows.length ? rows : rows.slice(first, end);
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
  day: string,
  dayOf: (at: number) => string,
  words: Readonly<Record<string, string>>,
): readonly ThreadRow[] {
  const known = new Set(messages.map(({ mId }) => mId));
  const waiting = outgoing.filter(({ id }) => !known.has(id));
  const [first] = waiting;
  if (!first) return [];
  const itsDay = dayOf(first.createdAt);
  const separator: readonly ThreadRow[] =
    itsDay === day ? [] : [{ kind: "day", key: `day ${itsDay}`, label: words[itsDay] ?? itsDay }];
  return [
    ...separator,
    ...waiting.map((text) => ({ kind: "outgoing" as const, key: text.id, outgoing: text })),
  ];
}
