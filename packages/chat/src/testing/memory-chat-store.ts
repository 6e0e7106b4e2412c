import type { ChatReaction } from "@offhook/contract";
import { mergeRanges } from "@offhook/kernel";
import { has, JOIN } from "../access/access-mode.ts";
import type { SeqRange } from "../messages/delete-ranges.ts";
import { clientIdOf, editedHead } from "../messages/message-head.ts";
import type {
  AppendedMessage,
  ChatStore,
  Deletion,
  Deletions,
  FoundByTags,
  FoundMessage,
  ListedSubscription,
  MessageQuery,
  MessageSearch,
  NewMessage,
  StoredMessage,
  StoredSubscription,
  StoredTopic,
  StoredUser,
  TagQuery,
  TopicChange,
  TopicWithMembers,
  UserChange,
} from "../ports/chat-store.ts";
import type { UserId } from "../topics/names/topic-name.ts";

interface KeptMessage extends Omit<StoredMessage, "reactions"> {
  readonly edits: number | undefined;
  isWiped: boolean;
}

interface KeptTopic {
  record: StoredTopic;
  readonly subscriptions: Map<UserId, StoredSubscription>;
  readonly messages: Map<number, KeptMessage>;
  readonly deletions: {
    readonly id: number;
    readonly range: SeqRange;
    readonly forUser: UserId | undefined;
  }[];
  readonly reactions: { readonly seq: number; readonly user: UserId; readonly val: string }[];
}

/** Chat kept in memory, for tests. It passes the same suite as the one in the database. */
export class MemoryChatStore implements ChatStore {
  readonly #users = new Map<UserId, StoredUser>();
  readonly #topics = new Map<string, KeptTopic>();

  addUser(user: StoredUser): Promise<void> {
    this.#users.set(user.id, user);
    return Promise.resolve();
  }

  async findUsers(ids: readonly UserId[]): Promise<StoredUser[]> {
    return ids.flatMap((id) => this.#users.get(id) ?? []);
  }

  async updateUser(id: UserId, change: UserChange): Promise<void> {
    const user = this.#users.get(id);
    if (user) this.#users.set(id, { ...user, ...change });
  }

  async deleteUser(id: UserId): Promise<void> {
    this.#users.delete(id);
  }

  async findTopic(name: string): Promise<TopicWithMembers | undefined> {
    const kept = this.#topics.get(name);
    return kept && { topic: kept.record, subscriptions: [...kept.subscriptions.values()] };
  }

  async createTopic({ topic, subscriptions }: TopicWithMembers): Promise<void> {
    const byUser = new Map(subscriptions.map((each) => [each.user, each]));
    this.#topics.set(topic.name, {
      record: topic,
      subscriptions: byUser,
      messages: new Map(),
      deletions: [],
      reactions: [],
    });
  }

  async updateTopic(name: string, change: TopicChange): Promise<void> {
    const kept = this.#kept(name);
    kept.record = { ...kept.record, ...change };
  }

  async deleteTopic(name: string): Promise<void> {
    this.#topics.delete(name);
  }

  async listSubscriptions(user: UserId): Promise<ListedSubscription[]> {
    const listed: ListedSubscription[] = [];
    for (const { record, subscriptions } of this.#topics.values()) {
      const subscription = subscriptions.get(user);
      const members = [...subscriptions.values()].filter((each) => each.deletedAt === undefined);
      if (subscription) listed.push({ subscription, topic: record, memberCount: members.length });
    }
    return listed;
  }

  async saveSubscription(subscription: StoredSubscription): Promise<void> {
    this.#kept(subscription.topic).subscriptions.set(subscription.user, subscription);
  }

  async saveReceipts(
    topic: string,
    receipts: readonly { readonly user: UserId; readonly read: number; readonly recv: number }[],
  ): Promise<void> {
    for (const { user, read, recv } of receipts) this.#receive(this.#kept(topic), user, read, recv);
  }

  async append(topic: string, messages: readonly NewMessage[]): Promise<AppendedMessage[]> {
    const kept = this.#kept(topic);
    return messages.map((message) => {
      const { from, at, head, content, reaction } = message;
      const known = sentBefore(kept, message);
      if (known !== undefined) return { seq: known, isNew: false };
      const seq = kept.record.seq + 1;
      const edits = message.edits && (kept.messages.get(message.edits)?.edits ?? message.edits);
      for (const each of edits === undefined ? [] : kept.messages.values())
        if (each.seq === edits || each.edits === edits)
          Object.assign(each, { content, head: editedHead(each.head, head) });
      kept.messages.set(seq, { seq, from, at, head, content, edits, isWiped: false });
      kept.record = { ...kept.record, seq, touchedAt: at };
      if (reaction) toggleReaction(kept, { ...reaction, user: from });
      this.#receive(kept, from, seq, seq);
      return { seq, isNew: true };
    });
  }

  async messages(topic: string, user: UserId, query: MessageQuery): Promise<StoredMessage[]> {
    const kept = this.#kept(topic);
    const { since = 0, before = Number.POSITIVE_INFINITY, ranges, limit } = query;
    const isWanted = (seq: number): boolean =>
      ranges ? ranges.some(({ low, hi }) => seq >= low && seq < hi) : seq >= since && seq < before;
    return [...kept.messages.values()]
      .filter(({ seq, isWiped }) => !isWiped && isWanted(seq) && !isDeleted(kept, user, seq))
      .toSorted((a, b) => b.seq - a.seq)
      .slice(0, limit)
      .map(({ seq, from, at, head, content }) => ({
        seq,
        from,
        at,
        head,
        content,
        reactions: reactionsOf(kept, seq),
      }));
  }

  async authorOf(topic: string, seq: number): Promise<UserId | undefined> {
    const message = this.#kept(topic).messages.get(seq);
    return message && !message.isWiped ? message.from : undefined;
  }

  async deleteMessages(topic: string, { ranges, forUser, wipeAfter }: Deletion): Promise<number> {
    const kept = this.#kept(topic);
    const id = kept.record.clear + 1;
    kept.record = { ...kept.record, clear: id };
    for (const range of ranges) {
      kept.deletions.push({ id, range, forUser });
      if (forUser !== undefined) continue;
      for (const message of kept.messages.values())
        if (message.seq >= range.low && message.seq < range.hi && message.at > wipeAfter)
          message.isWiped = true;
    }
    return id;
  }

  async deletions(
    topic: string,
    user: UserId,
    {
      since = 0,
      before = Number.POSITIVE_INFINITY,
      limit,
    }: { since?: number; before?: number; limit: number },
  ): Promise<Deletions | undefined> {
    const chosen = this.#kept(topic)
      .deletions.filter(({ id, forUser }) => id >= since && id < before && (forUser ?? user) === user)
      .slice(0, limit);
    if (chosen.length === 0) return undefined;
    return {
      clear: Math.max(...chosen.map(({ id }) => id)),
      ranges: mergeRanges(chosen.map(({ range }) => range)),
    };
  }

  /** Files themselves are not in here, so that there is nothing to keep. */
  async keepFiles(): Promise<void> {}

  async findByTags(customerId: number | null, query: TagQuery, limit: number): Promise<FoundByTags> {
    const matches = (tags: readonly string[]): boolean =>
      query.every((group) => group.some((tag) => tags.includes(tag)));
    const users = [...this.#users.values()].filter(
      (user) => user.customerId === customerId && user.state === "ok" && matches(user.tags),
    );
    const topics = [...this.#topics.values()]
      .filter(
        ({ record }) => record.customerId === customerId && record.kind === "group" && matches(record.tags),
      )
      .map(({ record, subscriptions }) => ({ ...record, memberCount: subscriptions.size }));
    return { users: users.slice(0, limit), topics: topics.slice(0, limit) };
  }

  async findPeople(
    customerId: number | null,
    words: readonly string[],
    limit: number,
  ): Promise<StoredUser[]> {
    const people = [...this.#users.values()].filter(
      (user) => user.customerId === customerId && hasWords(user.public, words),
    );
    return people.slice(0, limit);
  }

  async findTeams(user: StoredUser, words: readonly string[], limit: number): Promise<FoundByTags["topics"]> {
    return [...this.#topics.values()]
      .filter(
        ({ record, subscriptions }) =>
          record.kind === "group" &&
          record.customerId === user.customerId &&
          (subscriptions.has(user.id) || has(record.defacs.auth, JOIN)) &&
          hasWords(record.public, words),
      )
      .slice(0, limit)
      .map(({ record, subscriptions }) => ({ ...record, memberCount: subscriptions.size }));
  }

  async findMessages(user: UserId, { words, topics, limit }: MessageSearch): Promise<FoundMessage[]> {
    const found = [...this.#topics.values()].flatMap((kept) => {
      const { record, subscriptions, messages } = kept;
      if (!subscriptions.has(user) || topics?.includes(record.name) === false) return [];
      return [...messages.values()]
        .filter(({ seq, content, edits }) => {
          const isThere = edits === undefined && !isDeleted(kept, user, seq);
          return isThere && words.every((word) => String(content).toLowerCase().includes(word));
        })
        .map(({ seq, from, at, content }) => ({
          topic: record.name,
          kind: record.kind,
          seq,
          from,
          at,
          text: String(content),
          reply: undefined,
        }));
    });
    return found.toSorted((one, other) => other.at - one.at).slice(0, limit);
  }

  #receive({ subscriptions }: KeptTopic, user: UserId, read: number, recv: number): void {
    const subscription = subscriptions.get(user);
    if (subscription) subscriptions.set(user, { ...subscription, read, recv });
  }

  #kept(name: string): KeptTopic {
    const kept = this.#topics.get(name);
    if (!kept) throw new Error(`There is no topic ${name}`);
    return kept;
  }
}

function hasWords(face: unknown, words: readonly string[]): boolean {
  const { fn = "" } = (face ?? {}) as { readonly fn?: string };
  const names = fn.toLowerCase().split(" ");
  return words.every((word) => names.some((name) => name.startsWith(word)));
}

function sentBefore({ messages }: KeptTopic, message: NewMessage): number | undefined {
  const id = clientIdOf(message.head);
  if (id === undefined) return undefined;
  for (const { seq, from, head } of messages.values())
    if (from === message.from && clientIdOf(head) === id) return seq;
  return undefined;
}

function isDeleted({ deletions }: KeptTopic, user: UserId, seq: number): boolean {
  return deletions.some(
    ({ range, forUser }) => seq >= range.low && seq < range.hi && (forUser ?? user) === user,
  );
}

function toggleReaction({ reactions }: KeptTopic, reaction: KeptTopic["reactions"][number]): void {
  const index = reactions.findIndex(
    (each) => each.seq === reaction.seq && each.user === reaction.user && each.val === reaction.val,
  );
  if (index === -1) reactions.push(reaction);
  else reactions.splice(index, 1);
}

function reactionsOf({ reactions }: KeptTopic, seq: number): ChatReaction[] {
  const users = new Map<string, UserId[]>();
  for (const each of reactions)
    if (each.seq === seq) users.set(each.val, [...(users.get(each.val) ?? []), each.user]);
  return [...users].map(([val, names]) => ({ val, count: names.length, users: names }));
}
