import type { ChatData } from "@offhook/contract";
import { createStore, type StoreApi } from "zustand/vanilla";
import { type LinkView, linkView } from "../link/link-state.ts";
import { isCounted, mentionsOf } from "./message.ts";
import { EMPTY_LOG, type MessageLog, newestStretch } from "./message-log.ts";
import type { OutgoingMessage } from "./outgoing-message.ts";
import { countIn } from "./seq-ranges.ts";
import { type ChatPerson, type Member, readUpTo, type Topic } from "./topic.ts";

/** All there is to a conversation. */
export interface TopicRecord {
  readonly topic: Topic;
  readonly members: ReadonlyMap<string, Member>;
  readonly log: MessageLog;
  /** Reactions the user has given or taken back, which the service has not acknowledged yet. */
  readonly reacting: readonly PendingReaction[];
  /** The service tells us of everything that happens in it. */
  readonly isAttached: boolean;
}

export interface PendingReaction {
  readonly seq: number;
  readonly emoji: string;
}

/** Values of the service, from its greeting. */
export interface ChatLimits {
  readonly build: string;
  readonly ver: string;
  readonly maxFileUploadSize: number;
  readonly maxMessageSize: number;
  readonly maxSubscriberCount: number;
  readonly maxTagCount: number;
  readonly minTagLength: number;
  readonly maxTagLength: number;
  readonly meetingsBotId: string | undefined;
}

export interface TeamsState {
  readonly link: LinkView;
  /** The own chat user; known from the last visit before the line is there. */
  readonly ownId: string | undefined;
  /** What the service takes the user for; unknown until the line is there. */
  readonly authlvl: string | undefined;
  readonly limits: ChatLimits | undefined;
  /** `loading` until topics have come from the cache or the service. */
  readonly status: "loading" | "ready";
  /** The service has said which topics there are; before that the cache may know less. */
  readonly isListed: boolean;
  readonly topics: ReadonlyMap<string, TopicRecord>;
  readonly people: ReadonlyMap<string, ChatPerson>;
  /** Oldest first. */
  readonly outbox: readonly OutgoingMessage[];
  /** The people who are typing, by topic. */
  readonly typing: ReadonlyMap<string, readonly string[]>;
  readonly drafts: ReadonlyMap<string, string>;
}

export type TeamsStore = StoreApi<TeamsState>;

export function createTeamsStore(): TeamsStore {
  return createStore<TeamsState>()(() => ({
    link: linkView({ name: "stopped" }),
    ownId: undefined,
    authlvl: undefined,
    limits: undefined,
    status: "loading",
    isListed: false,
    topics: new Map(),
    people: new Map(),
    outbox: [],
    typing: new Map(),
    drafts: new Map(),
  }));
}

export function newRecord(topic: Topic): TopicRecord {
  return { topic, members: new Map(), log: EMPTY_LOG, reacting: [], isAttached: false };
}

export interface UnreadCount {
  readonly messages: number;
  readonly mentions: number;
}

const counts = new WeakMap<TopicRecord, UnreadCount>();

/**
 * What the user has not read yet. Reactions, changed wordings and notices take numbers of the stream too, so numbers
 * alone would count too much: where the stretch is known its messages are counted, elsewhere the numbers must do.
 */
export function unreadOf(record: TopicRecord, ownId: string | undefined): UnreadCount {
  const known = counts.get(record);
  if (known) return known;
  const { topic, log } = record;
  const unread = { low: readUpTo(topic) + 1, hi: topic.seq + 1 };
  const stretch = newestStretch(log, topic.seq);
  let messages = Math.max(0, Math.min(stretch.low, unread.hi) - unread.low);
  messages -= countIn(log.deleted, { low: unread.low, hi: Math.min(stretch.low, unread.hi) });
  let mentions = 0;
  for (const { data } of log.frames.values()) {
    if (!isUnread(data, record, ownId) || data.seq < stretch.low) continue;
    messages += 1;
    if (ownId !== undefined && mentionsOf(data).includes(ownId)) mentions += 1;
  }
  const count = { messages: Math.max(0, messages), mentions };
  counts.set(record, count);
  return count;
}

function isUnread(data: ChatData, { topic, log }: TopicRecord, ownId: string | undefined): boolean {
  if (data.seq <= readUpTo(topic) || !isCounted(data, ownId)) return false;
  return countIn(log.deleted, { low: data.seq, hi: data.seq + 1 }) === 0;
}

/** What the navigation shows: muted topics keep quiet. */
export function totalUnread({ topics, ownId }: Pick<TeamsState, "topics" | "ownId">): number {
  let total = 0;
  for (const record of topics.values()) if (!record.topic.isMuted) total += unreadOf(record, ownId).messages;
  return total;
}

/** Pinned ones first, then by the last thing said. */
export function sortedTopics(topics: ReadonlyMap<string, TopicRecord>): readonly TopicRecord[] {
  return [...topics.values()].sort(({ topic: one }, { topic: other }) => {
    if (one.isPinned !== other.isPinned) return one.isPinned ? -1 : 1;
    return (other.touched ?? other.created ?? 0) - (one.touched ?? one.created ?? 0);
  });
}
