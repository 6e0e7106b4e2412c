import type { ChatData, ChatRange, ChatSubscription } from "@offhook/contract";
import { withDeleted, withFrames } from "./message-log.ts";
import { rangeWith, type SeqRange } from "./seq-ranges.ts";
import { newRecord, type TeamsState, type TeamsStore, type TopicRecord } from "./teams-state.ts";
import {
  describedTopic,
  isTopicId,
  type Member,
  memberFrom,
  newTopic,
  personFrom,
  type Topic,
} from "./topic.ts";

export function findRecord(store: TeamsStore, id: string): TopicRecord | undefined {
  return store.getState().topics.get(id);
}

/** Changes a topic that is there; one that is gone stays so. */
export function changeRecord(
  store: TeamsStore,
  id: string,
  change: (record: TopicRecord) => Partial<TopicRecord>,
): void {
  const { topics } = store.getState();
  const record = topics.get(id);
  if (record) store.setState({ topics: new Map(topics).set(id, { ...record, ...change(record) }) });
}

export function changeTopic(store: TeamsStore, id: string, change: (topic: Topic) => Partial<Topic>): void {
  changeRecord(store, id, ({ topic }) => ({ topic: { ...topic, ...change(topic) } }));
}

export function changeMember(store: TeamsStore, id: string, user: string, change: Partial<Member>): void {
  changeRecord(store, id, ({ members }) => {
    const member = members.get(user);
    return member ? { members: new Map(members).set(user, { ...member, ...change }) } : {};
  });
}

export function removeRecord(store: TeamsStore, id: string): void {
  const topics = new Map(store.getState().topics);
  topics.delete(id);
  store.setState({ topics });
}

/** The user's own list of topics. `isWhole`: what is not in it is not there any more. */
export function applyListing(
  store: TeamsStore,
  subs: readonly ChatSubscription[],
  isWhole: boolean,
): readonly string[] {
  const state = store.getState();
  const topics = new Map(isWhole ? [] : state.topics);
  const people = new Map(state.people);
  const listed: string[] = [];
  for (const sub of subs) {
    const id = sub.topic ?? "";
    if (!isTopicId(id)) continue;
    if (sub.deleted !== undefined) {
      topics.delete(id);
      continue;
    }
    const record = state.topics.get(id) ?? newRecord(newTopic(id));
    topics.set(id, { ...record, topic: describedTopic(record.topic, sub) });
    if (!record.topic.isGroup && sub.public !== undefined) people.set(id, personFrom(id, sub.public));
    listed.push(id);
  }
  store.setState({ topics, people, status: "ready" });
  return listed;
}

/** All members of a topic: anyone else has left. */
export function applyMembers(store: TeamsStore, id: string, subs: readonly ChatSubscription[]): void {
  const { people: known } = store.getState();
  const people = new Map(known);
  changeRecord(store, id, ({ members: before }) => {
    const members = new Map<string, Member>();
    for (const sub of subs) {
      const member = memberFrom(sub, before.get(sub.user ?? ""));
      if (!member || sub.deleted !== undefined) continue;
      members.set(member.user, member);
      if (sub.public !== undefined) people.set(member.user, personFrom(member.user, sub.public));
    }
    return { members };
  });
  store.setState({ people });
}

export function addPeople(store: TeamsStore, subs: readonly ChatSubscription[]): void {
  const people = new Map(store.getState().people);
  for (const { topic, user, public: shown } of subs) {
    const id = user ?? topic;
    if (id?.startsWith("usr")) people.set(id, personFrom(id, shown));
  }
  store.setState({ people });
}

/** A page of older messages, in one step. */
export function applyPage(
  store: TeamsStore,
  id: string,
  page: {
    readonly frames: readonly ChatData[];
    readonly covered: SeqRange | undefined;
    readonly asOf: number;
  },
): void {
  changeRecord(store, id, ({ log }) => ({ log: withFrames(log, page.frames, page.asOf, page.covered) }));
}

/** A message of this moment. True when something before it is missing. */
export function applyLive(store: TeamsStore, data: ChatData, ownId: string | undefined): boolean {
  const record = findRecord(store, data.topic);
  if (!record) return false;
  const { topic, log } = record;
  if (rangeWith(log.known, data.seq)) return false;
  const isOwn = data.from === ownId;
  const hasGap = data.seq > 1 && !rangeWith(log.known, data.seq - 1);
  changeRecord(store, data.topic, () => ({
    log: withFrames(log, [data], data.seq, { low: data.seq, hi: data.seq + 1 }),
    topic: {
      ...topic,
      seq: Math.max(topic.seq, data.seq),
      touched: Math.max(topic.touched ?? 0, Date.parse(data.ts) || 0),
      ...(isOwn ? { read: Math.max(topic.read, data.seq), recv: Math.max(topic.recv, data.seq) } : {}),
    },
  }));
  // Whoever writes has seen what stands above.
  if (data.from !== undefined && !isOwn)
    changeMember(store, data.topic, data.from, { read: data.seq, recv: data.seq });
  return hasGap;
}

export function applyDeleted(
  store: TeamsStore,
  id: string,
  clear: number | undefined,
  ranges: readonly ChatRange[],
): void {
  const deleted = ranges.map(({ low, hi }) => ({ low, hi: hi ?? low + 1 }));
  changeRecord(store, id, ({ log, topic }) => ({
    log: withDeleted(log, deleted),
    topic: { ...topic, clear: Math.max(topic.clear, clear ?? 0) },
  }));
}

export function setTyping(store: TeamsStore, id: string, user: string, isTyping: boolean): void {
  const { typing } = store.getState();
  const before = typing.get(id) ?? [];
  if (before.includes(user) === isTyping) return;
  const users = isTyping ? [...before, user] : before.filter((each) => each !== user);
  store.setState({ typing: new Map(typing).set(id, users) } satisfies Partial<TeamsState>);
}
