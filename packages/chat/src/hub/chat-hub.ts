import { assertNever, type Clock } from "@offhook/kernel";
import type { ChatAuthenticator } from "../ports/authenticator.ts";
import type { ChatStore } from "../ports/chat-store.ts";
import type { CredentialBook } from "../ports/credential-book.ts";
import { Presence } from "../presence/presence.ts";
import { tellGroupState } from "../presence/topic-presence.ts";
import { LiveTopic } from "../topics/live-topic.ts";
import { detach, leave } from "../topics/members/leave-topic.ts";
import { subscribe } from "../topics/members/subscribe.ts";
import { note, noteSeen, ReceiptLog } from "../topics/messages/notes.ts";
import { publish, writePublications } from "../topics/messages/publish.ts";
import { type DirectWords, speakFor } from "../topics/messages/speak-for.ts";
import type { UserId } from "../topics/names/topic-name.ts";
import { TopicQueue } from "../topics/topic-queue.ts";
import { TopicRegistry } from "../topics/topic-registry.ts";
import {
  authenticationRequired,
  ChatRefusal,
  malformed,
  outOfSequence,
  permissionDenied,
} from "../wire/refusal.ts";
import type { RequestName } from "../wire/request-name.ts";
import { actingUser } from "./accounts/acting-user.ts";
import { changeAccount } from "./accounts/change-account.ts";
import { EndedSessions } from "./accounts/ended-sessions.ts";
import { signIn } from "./accounts/sign-in.ts";
import { UserDirectory } from "./accounts/user-directory.ts";
import { type ChatConnection, ChatSession, type SessionOptions, type SignedInUser } from "./chat-session.ts";
import type { ChatLimits, ChatWorld, WrittenMessage } from "./chat-world.ts";
import { type ClientFrame, readClientFrame } from "./client-frame.ts";
import { changeFind } from "./find/find-topic.ts";
import { greet } from "./greet.ts";
import { announceAgent, announceFace, announceOffline, answerMeGet, attachMe, changeMe } from "./me-topic.ts";
import { answerGetRequest, applySet, deleteThing, deleteUser } from "./topic-requests.ts";

export interface ChatHubOptions {
  readonly store: ChatStore;
  readonly credentials: CredentialBook;
  readonly authenticator: ChatAuthenticator;
  readonly clock: Clock;
  readonly limits: ChatLimits;
  /** What `hi` is answered with besides the limits. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly randomId: () => readonly number[];
  readonly reportError: (failure: unknown) => void;
  readonly onWritten?: ((message: WrittenMessage) => void) | undefined;
  /** The store cannot be reached just now: clients try again. */
  readonly isUnavailable?: (failure: unknown) => boolean;
}

/** Team chat: sessions come in, frames are answered, topics live. */
export class ChatHub {
  readonly #options: ChatHubOptions;
  readonly #world: ChatWorld;
  readonly #receipts: ReceiptLog;
  readonly #sessions = new Map<string, ChatSession>();

  constructor(options: ChatHubOptions) {
    const { store, credentials, clock, limits, randomId, reportError } = options;
    this.#options = options;
    this.#receipts = new ReceiptLog(store, clock, reportError);
    const users = new UserDirectory(store);
    const presence = new Presence({
      clock,
      isHidden: (user) => this.#world.users.isHidden(user),
      onOffline: (user, userAgent) => {
        void announceOffline(this.#world, user, userAgent).catch(reportError);
      },
      onAgent: (user, userAgent) => {
        void announceAgent(this.#world, user, userAgent).catch(reportError);
      },
    });
    const topics = new TopicRegistry({
      store,
      clock,
      open: (stored) =>
        new LiveTopic(
          stored,
          (topic) =>
            new TopicQueue(async (items) => {
              await writePublications(this.#world, topic, items);
            }),
        ),
      onDoze: (topic) => this.#doze(topic),
      reportError,
    });
    const base = { store, credentials, clock, limits, users, topics, presence, reportError, randomId };
    const refusalFor = (failure: unknown): ChatRefusal => this.#refusalFor(failure);
    const { onWritten } = options;
    this.#world = { ...base, ended: new EndedSessions(), refusalFor, onWritten };
  }

  get sessionCount(): number {
    return this.#sessions.size;
  }

  open(id: string, connection: ChatConnection, options?: SessionOptions): ChatSession {
    const session = new ChatSession(id, connection, () => this.#options.clock.now(), options);
    this.#sessions.set(id, session);
    return session;
  }

  sessionOf(id: string): ChatSession | undefined {
    return this.#sessions.get(id);
  }

  /** What a client has sent. */
  receive(session: ChatSession, text: string): void {
    if (session.isClosed) return;
    // Some clients ask in this way whether anybody is there.
    if (text === "1") {
      session.sendText("0");
      return;
    }
    const frame = readClientFrame(text);
    if (frame.verb === undefined) {
      session.refuse(frame.request, malformed());
      return;
    }
    // The right to act for others is looked up each time, which takes a while: the next request must not overtake.
    const holdsBackOthers = HOLDS_BACK_OTHERS[frame.verb] || frame.extra?.obo !== undefined;
    session.inTurn(() => this.#answer(session, frame), holdsBackOthers);
  }

  /** The connection is gone. */
  close(session: ChatSession): void {
    if (session.isClosed) return;
    session.isClosed = true;
    this.#sessions.delete(session.id);
    for (const topic of [...session.attached.values()]) detach(this.#world, topic, session);
    for (const user of session.onMe) this.#world.presence.leave(user, session);
  }

  isOnline(user: UserId): boolean {
    return this.#world.presence.isOnline(user);
  }

  /** Profiles were changed: people see the new look of users they talk with. Without `users`, of the company. */
  async profilesChanged(customerId: number, users?: readonly UserId[]): Promise<void> {
    for (const user of await this.#world.users.refresh(users ?? this.#world.users.knownOf(customerId)))
      await announceFace(this.#world, user);
  }

  /** Says something in the name of a user to a colleague; a `ChatRefusal` where one of them does not want that. */
  speakFor(words: DirectWords): Promise<void> {
    return speakFor(this.#world, words);
  }

  /** Everything this user can read counts as read. */
  async markAllRead(user: UserId): Promise<void> {
    for (const { topic: stored, subscription } of await this.#world.store.listSubscriptions(user)) {
      if (subscription.deletedAt !== undefined || subscription.read >= stored.seq) continue;
      const topic = await this.#world.topics.find(stored.name);
      if (!topic) continue;
      noteSeen(this.#world, this.#receipts, topic, { user, what: "read", seq: topic.record.seq });
      this.#world.topics.release(topic);
    }
    await this.#receipts.save();
  }

  /** The sessions of the product that clients came with. */
  get accountSessions(): ReadonlySet<string> {
    return new Set([...this.#sessions.values()].flatMap(({ accountSession }) => accountSession ?? []));
  }

  get signedInUsers(): ReadonlySet<UserId> {
    return new Set([...this.#sessions.values()].flatMap(({ user }) => user?.id ?? []));
  }

  /** These sessions of the product have ended: whatever came in with them goes out, at once. */
  endSessions(ids: readonly string[]): void {
    this.#world.ended.add(ids);
    const ended = new Set(ids);
    for (const session of [...this.#sessions.values()])
      if (session.accountSession !== undefined && ended.has(session.accountSession)) this.#evict(session);
  }

  /** Everything was put back to another state: whoever is connected has to come anew. */
  evictAll(): void {
    for (const session of [...this.#sessions.values()]) {
      if (session.user) this.#world.users.forget(session.user.id);
      this.#evict(session);
    }
  }

  /** Says goodbye, and writes what is not written yet. */
  async stop(): Promise<void> {
    this.#world.presence.stop();
    for (const session of [...this.#sessions.values()]) {
      session.reply({}, 205, "server shutdown");
      session.close();
    }
    await this.#receipts.save();
  }

  async #doze(topic: LiveTopic): Promise<void> {
    await this.#receipts.save();
    if (!topic.isAnnounced) return;
    topic.isAnnounced = false;
    if (topic.isGroup) tellGroupState(this.#world, topic, "off");
  }

  async #answer(session: ChatSession, frame: ClientFrame): Promise<void> {
    if (session.isClosed) return;
    const request = requestOf(frame);
    try {
      await this.#dispatch(session, frame);
    } catch (failure) {
      // A note is never answered, except by a hint that its topic must be attached first.
      if (frame.verb === "note" && !(failure instanceof ChatRefusal && failure.code === 409)) return;
      const refusal = this.#refusalFor(failure);
      session.refuse(request, refusal);
      if (frame.verb === "login" && refusal.code === 401) this.#countFailedLogin(session);
    }
  }

  #refusalFor(failure: unknown): ChatRefusal {
    if (failure instanceof ChatRefusal) return failure;
    if (this.#options.isUnavailable?.(failure)) return new ChatRefusal(503, "service unavailable");
    this.#options.reportError(failure);
    return new ChatRefusal(500, "internal error");
  }

  /** Nobody guesses for long on one connection. */
  #countFailedLogin(session: ChatSession): void {
    session.failedLogins += 1;
    if (session.failedLogins < MAX_FAILED_LOGINS) return;
    session.close(POLICY_VIOLATION);
    this.close(session);
  }

  async #dispatch(session: ChatSession, frame: ClientFrame): Promise<void> {
    if (frame.verb === "hi") {
      const isFirst = greet(session, frame.body);
      const isCreated = isFirst && !session.isCreatedBefore;
      const params = isFirst ? { ...this.#options.params, ...this.#options.limits } : undefined;
      return session.reply(frame.body, isCreated ? 201 : 200, isCreated ? "created" : "ok", params);
    }
    if (session.version === undefined) throw outOfSequence();
    const { authenticator } = this.#options;
    if (frame.verb === "login") return signIn(this.#world, authenticator, session, frame.body);
    const { user } = session;
    const actor = user && (await actingUser(this.#world, authenticator, user, frame.extra));
    if (frame.verb === "acc") return this.#changeAccount(session, actor, frame);
    if (!actor) throw authenticationRequired();
    return this.#serve(session, actor, frame);
  }

  #changeAccount(
    session: ChatSession,
    actor: SignedInUser | undefined,
    { body, extra }: FrameOf<"acc">,
  ): Promise<void> {
    if (!actor && (extra?.obo !== undefined || extra?.authlevel !== undefined)) throw permissionDenied();
    const asked = { world: this.#world, authenticator: this.#options.authenticator, session, actor };
    return changeAccount({ ...asked, evict: (user, except) => this.endUser(user, except) }, body);
  }

  async #serve(session: ChatSession, user: SignedInUser, frame: SignedInFrame): Promise<void> {
    const world = this.#world;
    switch (frame.verb) {
      case "sub":
        return this.#subscribe(session, user, frame);
      case "leave":
        return this.#leave(session, user, frame);
      case "pub":
        if (frame.body.topic === "me" || frame.body.topic === "fnd") throw permissionDenied();
        return publish(world, session, user, frame.body, frame.extra);
      case "get":
        return answerGetRequest(world, session, user, frame.body);
      case "set":
        if (frame.body.topic === "me") return changeMe(world, session, user, frame.body);
        if (frame.body.topic === "fnd") return changeFind(world, session, user, frame.body);
        return applySet(world, session, user, frame.body, frame.extra);
      case "del":
        return this.#delete(session, user, frame);
      case "note":
        return note(world, this.#receipts, session, user, frame.body);
      default:
        return assertNever(frame);
    }
  }

  async #delete(session: ChatSession, user: SignedInUser, { body }: FrameOf<"del">): Promise<void> {
    const target = body.user ?? user.id;
    if (body.what !== "user") return deleteThing(this.#world, session, user, body);
    const { authenticator } = this.#options;
    const isRoot = session.user?.level === "root" && (await authenticator.isRoot(session.user.id));
    if (target !== user.id && !isRoot) throw permissionDenied();
    await deleteUser(this.#world, session, target, body);
    this.endUser(target);
  }

  async #subscribe(session: ChatSession, user: SignedInUser, { body, extra }: FrameOf<"sub">): Promise<void> {
    if (body.topic !== "me" && body.topic !== "fnd")
      return subscribe(this.#world, session, user, body, extra);
    const isMe = body.topic === "me";
    if ((isMe ? session.onMe : session.findQueries).has(user.id))
      return session.reply(body, 304, "already subscribed");
    // Whether the user hides must be known before the user is online.
    if (isMe) await this.#world.users.own(user.id);
    if (session.isClosed) return;
    session.reply(body, 200, "ok");
    if (!isMe) session.findQueries.set(user.id, "");
    else await attachMe(this.#world, session, user);
    if (body.set && Object.keys(body.set).length > 0)
      await (isMe ? changeMe : changeFind)(this.#world, session, user, { ...body.set, ...nameOf(body) });
    if (!body.get) return;
    const asked = { ...body.get, ...nameOf(body) };
    if (isMe) await answerMeGet(this.#world, session, user, asked, true);
    else await answerGetRequest(this.#world, session, user, asked);
  }

  async #leave(session: ChatSession, user: SignedInUser, { body }: FrameOf<"leave">): Promise<void> {
    if (body.topic !== "me" && body.topic !== "fnd") return leave(this.#world, session, user, body);
    if (body.unsub) throw permissionDenied();
    const isMe = body.topic === "me";
    const isJoined = (isMe ? session.onMe : session.findQueries).delete(user.id);
    if (!isJoined) return session.reply(body, 304, "not joined");
    if (isMe) this.#world.presence.leave(user.id, session);
    session.reply(body, 200, "ok");
  }

  /** The account may not chat any more: whatever it had open ends, also where somebody acts for it. */
  endUser(user: UserId, except?: ChatSession): void {
    this.#world.users.forget(user);
    for (const session of [...this.#sessions.values()]) {
      if (session === except) continue;
      if (session.user?.id === user) this.#evict(session);
      else if (session.onMe.delete(user)) this.#world.presence.leave(user, session);
    }
  }

  /** What it says from now on is not heard, however long its connection takes to close. */
  #evict(session: ChatSession): void {
    session.reply({}, 205, "evicted");
    session.close();
    this.close(session);
  }
}

const MAX_FAILED_LOGINS = 5;
/** As websockets number it. */
const POLICY_VIOLATION = 1008;

type FrameOf<Verb extends ClientFrame["verb"]> = Extract<ClientFrame, { verb: Verb }>;
type SignedInFrame = Exclude<ClientFrame, { verb: "hi" | "login" | "acc" }>;

/** These change who a client is or what it listens to: what comes after them must find them done. */
const HOLDS_BACK_OTHERS: Readonly<Record<ClientFrame["verb"], boolean>> = {
  hi: true,
  acc: true,
  login: true,
  sub: true,
  leave: true,
  pub: false,
  get: false,
  set: false,
  del: false,
  note: false,
};

function requestOf({ body }: ClientFrame): RequestName {
  const { id, topic } = body as RequestName;
  return { id, topic };
}

function nameOf({ id, topic }: { readonly id?: string | undefined; readonly topic: string }) {
  return { id, topic };
}
