import type { ChatReaction } from "@offhook/contract";
import { mergeRanges, type SeqRange } from "../messages/delete-ranges.ts";
import type {
  ChatStore,
  Deletion,
  Deletions,
  FoundByTags,
  ListedSubscription,
  MessageQuery,
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
import { CLIENT_ID } from "../topics/sent-before.ts";
import type { UserId } from "../topics/topic-name.ts";

interface KeptMessage extends Omit<StoredMessage, "reactions"> {
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

  async append(topic: string, messages: readonly NewMessage[]): Promise<number> {
    const kept = this.#kept(topic);
    const first = kept.record.seq + 1;
    for (const { from, at, head, content, reaction } of messages) {
      const seq = kept.record.seq + 1;
      kept.messages.set(seq, { seq, from, at, head, content, isWiped: false });
      kept.record = { ...kept.record, seq, touchedAt: at };
      if (reaction) toggleReaction(kept, { ...reaction, user: from });
      this.#receive(kept, from, seq, seq);
    }
    return first;
  }

  async clientIds(
    topic: string,
    author: UserId,
    limit: number,
  ): Promise<{ readonly id: string; readonly seq: number }[]> {
    const named = [...this.#kept(topic).messages.values()].flatMap(({ from, seq, head }) => {
      const id = head?.[CLIENT_ID];
      return from === author && typeof id === "string" ? [{ id, seq }] : [];
    });
    return named.slice(-limit);
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
