import { contentSummary, UNREADABLE_MESSAGE } from "../content/message-content.ts";
import { readMarks } from "../content/write-content.ts";
import { buildTimeline, type Message, type Reaction, type Timeline } from "./message.ts";
import { type MessageLog, newestStretch } from "./message-log.ts";
import type { OutgoingMessage } from "./outgoing-message.ts";
import type { SeqRange } from "./seq-ranges.ts";
import type { PendingReaction, TopicRecord } from "./teams-state.ts";

const built = new WeakMap<MessageLog, Map<string, Timeline>>();

/** The messages of a stretch; made once for as long as nothing changes. */
export function timelineOf(log: MessageLog, range: SeqRange): Timeline {
  const known = built.get(log) ?? new Map<string, Timeline>();
  built.set(log, known);
  const key = `${range.low}-${range.hi}`;
  const timeline = known.get(key) ?? buildTimeline(log, range);
  known.set(key, timeline);
  return timeline;
}

/** What was said last, answers too; reactions and deleted messages are nothing to show. */
function lastMessage({ log, topic }: TopicRecord): Message | undefined {
  const { bySeq } = timelineOf(log, newestStretch(log, topic.seq));
  let last: Message | undefined;
  for (const message of bySeq.values())
    if (!message.isDeleted && (last === undefined || message.seq > last.seq)) last = message;
  return last;
}

export interface LastWord {
  readonly from: string | undefined;
  readonly text: string;
  readonly system: Message["system"];
  readonly at: number;
}

/** The last word of a topic for the list, also one that is still on its way. */
export function lastWord(
  record: TopicRecord,
  outbox: readonly OutgoingMessage[],
  ownId: string | undefined,
): LastWord | undefined {
  const own = outbox.findLast(({ topic }) => topic === record.topic.id);
  if (own) {
    const text = readMarks(own.typed).text.replace(/\s+/g, " ").trim();
    const files = own.files.length > 1 ? "Shared multiple files" : "Shared a file";
    return { from: ownId, text: text || files, system: undefined, at: own.createdAt };
  }
  const last = lastMessage(record);
  if (!last) return undefined;
  const text = last.isUnreadable ? UNREADABLE_MESSAGE : contentSummary(last.content);
  return { from: last.from, text, system: last.system, at: last.time };
}

export type MessageStatus = "sending" | "sent" | "received" | "read" | "failed";

export interface Receipts {
  readonly status: MessageStatus;
  readonly readBy: readonly string[];
}

/** How far an own message has come with the others. */
export function receiptsOf({ members }: TopicRecord, seq: number, ownId: string | undefined): Receipts {
  const others = [...members.values()].filter(({ user }) => user !== ownId);
  const readBy = others.filter(({ read }) => read >= seq).map(({ user }) => user);
  if (readBy.length > 0) return { status: "read", readBy };
  return { status: others.some(({ recv }) => recv >= seq) ? "received" : "sent", readBy };
}

/** Reactions with those of the user that are still on their way. */
export function shownReactions(
  { seq, reactions }: Pick<Message, "seq" | "reactions">,
  pending: readonly PendingReaction[],
  ownId: string | undefined,
): readonly Reaction[] {
  let shown = reactions;
  for (const { emoji } of pending.filter((each) => each.seq === seq)) {
    const before = shown.find((reaction) => reaction.emoji === emoji);
    const users = before?.users ?? [];
    const isTaken = ownId !== undefined && users.includes(ownId);
    const after = isTaken ? users.filter((user) => user !== ownId) : [...users, ownId ?? ""];
    shown = before
      ? shown.map((reaction) => (reaction === before ? { emoji, users: after } : reaction))
      : [...shown, { emoji, users: after }];
  }
  return shown.filter(({ users }) => users.length > 0);
}
