import type { ChatData, ChatInfo, ChatPres } from "@offhook/contract";
import { type AccessMode, effective, has, NONE } from "../access/access-mode.ts";
import type { NewMessage, StoredSubscription, StoredTopic, TopicWithMembers } from "../ports/chat-store.ts";
import type { ChatRefusal } from "../wire/refusal.ts";
import type { RequestName } from "../wire/request-name.ts";
import { writeFrame } from "../wire/server-text.ts";
import { type UserId, usersOfDirectTopic } from "./names/topic-name.ts";
import type { TopicQueue } from "./topic-queue.ts";

/** A client as the topics it listens to know it. */
export interface TopicListener {
  /** The topics it listens to, by their stored names. */
  readonly attached: Map<string, LiveTopic>;
  sendText(text: string): void;
  reply(request: RequestName, code: number, text: string, params?: Readonly<Record<string, unknown>>): void;
  refuse(request: RequestName, refusal: ChatRefusal): void;
}

/** A message on its way into a topic. */
export interface Publication {
  readonly message: NewMessage;
  /** Whom to answer; undefined for what the server says by itself. */
  readonly by?: { readonly session: TopicListener; readonly request: RequestName; readonly noEcho: boolean };
}

export type Receiver = (session: TopicListener, user: UserId) => boolean;

/** A topic somebody listens to: its members, the clients attached to it, and what is sent to them. */
export class LiveTopic {
  readonly name: string;
  /** Whatever changes the topic goes through here. */
  readonly queue: TopicQueue<Publication>;
  readonly attached = new Map<TopicListener, UserId>();
  readonly #members = new Map<UserId, StoredSubscription>();
  readonly #former = new Map<UserId, StoredSubscription>();
  readonly #directUsers: readonly [UserId, UserId] | undefined;
  #record: StoredTopic;
  /** Members were told that it is awake. */
  isAnnounced = false;
  isGone = false;

  constructor(
    { topic, subscriptions }: TopicWithMembers,
    createQueue: (topic: LiveTopic) => TopicQueue<Publication>,
  ) {
    this.name = topic.name;
    this.#record = topic;
    this.#directUsers = usersOfDirectTopic(topic.name);
    for (const subscription of subscriptions) this.setMember(subscription);
    this.queue = createQueue(this);
  }

  get record(): StoredTopic {
    return this.#record;
  }

  get isGroup(): boolean {
    return this.#record.kind === "group";
  }

  get isDirect(): boolean {
    return this.#record.kind === "direct";
  }

  get members(): ReadonlyMap<UserId, StoredSubscription> {
    return this.#members;
  }

  /** Those who left or were removed. */
  get former(): ReadonlyMap<UserId, StoredSubscription> {
    return this.#former;
  }

  update(change: Partial<StoredTopic>): void {
    this.#record = { ...this.#record, ...change };
  }

  setMember(subscription: StoredSubscription): void {
    const { user } = subscription;
    const [here, gone] =
      subscription.deletedAt === undefined ? [this.#members, this.#former] : [this.#former, this.#members];
    gone.delete(user);
    here.set(user, subscription);
  }

  modeOf(user: UserId): AccessMode {
    const subscription = this.#members.get(user);
    return subscription ? effective(subscription) : NONE;
  }

  can(user: UserId, bits: AccessMode): boolean {
    return has(this.modeOf(user), bits);
  }

  /** Each side of a direct topic knows it by the name of the other. */
  nameFor(user: UserId): string {
    if (this.#directUsers) return this.peerOf(user) ?? this.name;
    return this.#record.kind === "notes" ? "slf" : this.#record.kind === "system" ? "sys" : this.name;
  }

  /** The other side of a direct topic. */
  peerOf(user: UserId): UserId | undefined {
    return this.#directUsers?.find((each) => each !== user);
  }

  /** Whose topic it is besides the user's: where that user is suspended, nothing is said any more. */
  holderFor(user: UserId): UserId | undefined {
    return this.peerOf(user) ?? this.#record.owner;
  }

  attach(session: TopicListener, user: UserId): void {
    this.attached.set(session, user);
    session.attached.set(this.name, this);
  }

  detach(session: TopicListener): UserId | undefined {
    const user = this.attached.get(session);
    if (user === undefined) return undefined;
    this.attached.delete(session);
    session.attached.delete(this.name);
    return user;
  }

  isAttached(user: UserId): boolean {
    for (const each of this.attached.values()) if (each === user) return true;
    return false;
  }

  sendData(data: Omit<ChatData, "topic">, to: Receiver): void {
    this.#send(to, (topic) => writeFrame({ data: { topic, ...data } }));
  }

  sendPres(pres: Omit<ChatPres, "topic">, to: Receiver): void {
    this.#send(to, (topic) => writeFrame({ pres: { topic, ...pres } }));
  }

  sendInfo(info: Omit<ChatInfo, "topic">, to: Receiver): void {
    this.#send(to, (topic) => writeFrame({ info: { topic, ...info } }));
  }

  /** Written once for each name the topic goes by: once for a group, twice for a direct topic. */
  #send(to: Receiver, write: (topic: string) => string): void {
    const texts = new Map<string, string>();
    for (const [session, user] of this.attached) {
      if (!to(session, user)) continue;
      const name = this.nameFor(user);
      const text = texts.get(name) ?? write(name);
      texts.set(name, text);
      session.sendText(text);
    }
  }
}
