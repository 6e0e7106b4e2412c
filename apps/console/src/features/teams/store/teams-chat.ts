import type { ChatData } from "@offhook/contract";
import { type Clock, Emitter, Scope } from "@offhook/kernel";
import type { ChatFiles } from "../files/chat-files.ts";
import type { ChatIdentity, ChatLink } from "../link/chat-link.ts";
import { linkView } from "../link/link-state.ts";
import { FrameRouter } from "./frame-router.ts";
import { TeamsOutbox, type TeamsOutboxDeps } from "./outbox.ts";
import type { TeamsEvents } from "./teams-events.ts";
import { type ChatLimits, createTeamsStore, type TeamsStore } from "./teams-state.ts";
import { TopicActs } from "./topic-acts.ts";
import { TopicCache } from "./topic-cache.ts";
import { changeTopic, findRecord } from "./topic-store.ts";
import { TopicSync } from "./topic-sync.ts";

export interface TeamsChatDeps
  extends Pick<TeamsOutboxDeps, "outboxName" | "storage" | "lock" | "news" | "newId"> {
  readonly link: ChatLink;
  readonly files: ChatFiles;
  readonly clock: Clock;
  /** Name of the database on this machine. */
  readonly cacheName: string;
  readonly report: (failure: unknown) => void;
  /** Tells the service that everything is read. */
  readonly markAllRead: () => Promise<unknown>;
}

const TYPING_EVERY_MS = 3_000;

/** Team chat of the signed-in user: what there is (`store`), what happens (`events`), and what the user does. */
export class TeamsChat {
  readonly store: TeamsStore = createTeamsStore();
  readonly events = new Emitter<TeamsEvents>();
  readonly files: ChatFiles;
  readonly sync: TopicSync;
  readonly outbox: TeamsOutbox;
  readonly acts: TopicActs;
  readonly #deps: TeamsChatDeps;
  readonly #router: FrameRouter;
  readonly #cache: TopicCache;
  readonly #scope = new Scope();
  readonly #watched = new Set<string>();
  /** Marked unread while they lie open: until the user leaves, looking at them reads nothing. */
  readonly #keptUnread = new Set<string>();
  readonly #typedAt = new Map<string, number>();

  constructor(deps: TeamsChatDeps) {
    const { link, clock, report, newId, cacheName } = deps;
    const { store, events } = this;
    this.#deps = deps;
    this.files = deps.files;
    this.sync = new TopicSync({ link, store, events, report });
    const isWatched = (topic: string): boolean => this.#watched.has(topic);
    const onDelivered = (id: string): void => this.outbox.delivered(id);
    const { sync } = this;
    this.#router = new FrameRouter({ link, store, sync, events, clock, report, isWatched, onDelivered });
    const onAcknowledged = (data: ChatData): void => this.#router.data(data);
    this.outbox = new TeamsOutbox({ ...deps, store, events, sync, onAcknowledged });
    this.acts = new TopicActs({
      link,
      store,
      sync,
      newId,
      onOwnData: (data) => this.#router.data({ ...data, from: store.getState().ownId }),
    });
    this.#cache = new TopicCache({ database: cacheName, teams: store, clock, report });
  }

  async start(): Promise<void> {
    const { link, report } = this.#deps;
    // A blocked or broken storage costs the head start, never the chat.
    await this.#cache.load().catch(report);
    if (this.#scope.isClosed) return;
    this.#cache.follow();
    // What was written without a line is there to see, long before it can be sent.
    void this.outbox.start().catch(report);
    this.#scope.add(
      link.on("state", (state) => {
        this.store.setState({ link: linkView(state) });
        if (state.name === "waiting") this.sync.detachAll();
      }),
    );
    this.#scope.add(link.on("frame", (frame) => this.#router.handle(frame)));
    this.#scope.add(link.on("ready", (identity) => void this.#begin(identity).catch(report)));
    this.#scope.add(() => link.stop());
    this.#scope.add(() => this.#router.stop());
    this.#scope.add(() => this.outbox.stop());
    link.start();
  }

  /** `isForgotten`: the user signs out, and none of their data stays on this machine. */
  async stop(isForgotten: boolean): Promise<void> {
    this.#scope.close();
    this.files.stop();
    await this.#cache.stop(isForgotten);
    if (isForgotten) await this.#deps.storage.clear();
  }

  /** Something says that the service may be reached again. */
  wake(): void {
    this.#deps.link.wake();
  }

  /** The user looks at the end of a topic until the returned function is called: what arrives there is read. */
  watch(topic: string): () => void {
    this.#watched.add(topic);
    this.markRead(topic);
    return () => this.#watched.delete(topic);
  }

  /** All of it, or up to the last message that was seen. */
  markRead(topic: string, upTo = Number.POSITIVE_INFINITY): void {
    const record = findRecord(this.store, topic);
    if (!record?.isAttached || this.#keptUnread.has(topic)) return;
    const { read, unreadFrom, seq: last } = record.topic;
    const seq = Math.min(upTo, last);
    // A mark stays until the end was seen again: what lies between has been read once before.
    if (unreadFrom !== undefined && seq === last)
      this.acts.mark(topic, { unreadFrom: undefined }).catch(this.#deps.report);
    if (read >= seq) return;
    this.#deps.link.note({ topic, what: "read", seq });
    changeTopic(this.store, topic, ({ recv }) => ({ read: seq, recv: Math.max(recv, seq) }));
  }

  /** From this message on, on all of the user's devices, until it is looked at again. */
  async markUnread(topic: string, seq: number): Promise<void> {
    this.#keptUnread.add(topic);
    try {
      await this.acts.mark(topic, { unreadFrom: seq });
    } catch (failure) {
      this.#keptUnread.delete(topic);
      throw failure;
    }
  }

  /** The user has left the topic, and reads it when they come back. */
  leaveOpen(topic: string): void {
    this.#keptUnread.delete(topic);
  }

  async markAllRead(): Promise<void> {
    await this.#deps.markAllRead();
    for (const id of this.store.getState().topics.keys())
      changeTopic(this.store, id, ({ seq }) => ({ read: seq, recv: seq }));
  }

  /** The user is typing; the others need not hear of each key. */
  typed(topic: string): void {
    const { clock, link } = this.#deps;
    const now = clock.now();
    if (now - (this.#typedAt.get(topic) ?? 0) < TYPING_EVERY_MS) return;
    this.#typedAt.set(topic, now);
    link.note({ topic, what: "kp" });
  }

  setDraft(key: string, text: string): void {
    const drafts = new Map(this.store.getState().drafts);
    if ((drafts.get(key) ?? "") === text) return;
    if (text === "") drafts.delete(key);
    else drafts.set(key, text);
    this.store.setState({ drafts });
  }

  async #begin({ user, authlvl, params }: ChatIdentity): Promise<void> {
    this.store.setState({ ownId: user, authlvl, limits: limitsFrom(params) });
    await this.sync.list(params.build);
    this.outbox.flush();
    await this.sync.attachAll();
  }
}

function limitsFrom(params: Readonly<Record<string, unknown>>): ChatLimits {
  const number = (name: string, other: number): number => {
    const value = params[name];
    return typeof value === "number" ? value : other;
  };
  return {
    build: String(params.build ?? ""),
    ver: String(params.ver ?? ""),
    maxFileUploadSize: number("maxFileUploadSize", Number.MAX_SAFE_INTEGER),
    maxMessageSize: number("maxMessageSize", Number.MAX_SAFE_INTEGER),
    maxSubscriberCount: number("maxSubscriberCount", Number.MAX_SAFE_INTEGER),
    maxTagCount: number("maxTagCount", Number.MAX_SAFE_INTEGER),
    minTagLength: number("minTagLength", 1),
    maxTagLength: number("maxTagLength", Number.MAX_SAFE_INTEGER),
    meetingsBotId: typeof params.meetingsBotId === "string" ? params.meetingsBotId : undefined,
  };
}
