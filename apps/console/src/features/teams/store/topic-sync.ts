import type { ChatData, ChatGetOptions } from "@offhook/contract";
import type { Emitter } from "@offhook/kernel";
import { ChatFailure } from "../link/chat-failure.ts";
import type { ChatLink } from "../link/chat-link.ts";
import { newestStretch } from "./message-log.ts";
import type { SeqRange } from "./seq-ranges.ts";
import type { TeamsEvents } from "./teams-events.ts";
import { sortedTopics, type TeamsStore, type TopicRecord } from "./teams-state.ts";
import { isTopicId } from "./topic.ts";
import {
  applyDeleted,
  applyListing,
  applyPage,
  changeRecord,
  findRecord,
  removeRecord,
} from "./topic-store.ts";

export interface TopicSyncDeps {
  readonly link: ChatLink;
  readonly store: TeamsStore;
  readonly events: Emitter<TeamsEvents>;
  readonly report: (failure: unknown) => void;
}

/** A page of messages. */
const PAGE_SIZE = 35;
const AROUND = 17;
/** More at once would keep what the user waits for in the queue. */
const ATTACH_AT_ONCE = 3;
const WELCOME_RIGHTS = "RWASD";
const NO_SUCH_TOPIC = 404;
const FORBIDDEN = 403;
const ALREADY = 304;

/** Brings topics and messages from the service, and keeps to one question at a time in each topic. */
export class TopicSync {
  readonly #deps: TopicSyncDeps;
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #pages = new Map<string, ChatData[]>();
  readonly #attaching = new Map<string, Promise<void>>();
  /** The service counts reactions into the message itself; others leave that to their clients. */
  #foldsReactions = true;

  constructor(deps: TopicSyncDeps) {
    this.#deps = deps;
  }

  /** The line is there: which topics there are. */
  async list(build: unknown): Promise<void> {
    this.#foldsReactions = String(build).startsWith("offhook");
    const { link, store } = this.#deps;
    this.detachAll();
    await link.request("sub", { topic: "me" });
    const { meta } = await link.request("get", { topic: "me", what: "sub" });
    const before = store.getState().topics;
    applyListing(store, meta?.sub ?? [], true);
    store.setState({ isListed: true });
    this.#tellGone(before);
  }

  /** Topics of the last visit that were taken away since: whoever has one open is led elsewhere. */
  #tellGone(before: ReadonlyMap<string, TopicRecord>): void {
    const { store, events } = this.#deps;
    const { topics } = store.getState();
    for (const [id, { topic }] of before)
      if (!topics.has(id)) events.emit("gone", { topic: id, name: topic.fn });
  }

  /** Listens to all of them, the latest first, and catches up with each. */
  async attachAll(): Promise<void> {
    const { store } = this.#deps;
    const waiting = sortedTopics(store.getState().topics).map(({ topic }) => topic.id);
    const attachNext = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await this.attach(id);
    };
    await Promise.all(Array.from({ length: ATTACH_AT_ONCE }, attachNext));
  }

  /** The line is gone, and with it everything we listened to. */
  detachAll(): void {
    const { store } = this.#deps;
    this.#turns.clear();
    this.#pages.clear();
    this.#attaching.clear();
    const topics = new Map(store.getState().topics);
    for (const [id, record] of topics)
      if (record.isAttached) topics.set(id, { ...record, isAttached: false });
    store.setState({ topics });
  }

  /** Listens to a topic and catches up with it. */
  attach(id: string): Promise<void> {
    const { store } = this.#deps;
    if (findRecord(store, id)?.isAttached) return Promise.resolve();
    const running = this.#attaching.get(id);
    if (running) return running;
    const attaching = this.#attach(id).finally(() => {
      if (this.#attaching.get(id) === attaching) this.#attaching.delete(id);
    });
    this.#attaching.set(id, attaching);
    return attaching;
  }

  async #attach(id: string): Promise<void> {
    const { link, store, report } = this.#deps;
    try {
      const { ctrl } = await link.request("sub", { topic: id, get: { what: "desc sub" } });
      // Just made or joined by this client: then the service answers nothing else.
      if (ctrl?.code === ALREADY) await this.refreshMembers(id);
      changeRecord(store, id, () => ({ isAttached: true }));
      await Promise.all([this.catchUp(id), this.loadDeleted(id)]);
    } catch (failure) {
      if (!(failure instanceof ChatFailure)) throw failure;
      if (failure.code === NO_SUCH_TOPIC || failure.code === FORBIDDEN) this.lose(id);
      else if (!failure.isUnsure) report(failure);
    }
  }

  /** A topic the list does not have yet: somebody has just opened it with us. */
  async refreshListed(id: string): Promise<void> {
    const { link, store } = this.#deps;
    const { meta } = await link.request("get", { topic: "me", what: "sub", sub: { topic: id } });
    const listed = meta?.sub?.filter((sub) => sub.topic === id) ?? [];
    if (!applyListing(store, listed, false).includes(id)) return;
    await this.attach(id);
    await this.#acceptGiven(id);
  }

  async refreshMembers(id: string): Promise<void> {
    await this.#deps.link.request("get", { topic: id, what: "desc sub" });
    await this.#acceptGiven(id);
  }

  /**
   * What the user may do has changed, as `+A-W`. The user no longer wants a right that was taken away, or would seem to
   * ask for it back; that is up to the user.
   */
  async refreshOwnRights(id: string, change: string): Promise<void> {
    const taken = [...(/-([A-Z]+)/.exec(change)?.[1] ?? "")].filter((letter) =>
      WELCOME_RIGHTS.includes(letter),
    );
    if (taken.length > 0)
      await this.#deps.link.request("set", { topic: id, sub: { mode: `-${taken.join("")}` } });
    await this.refreshMembers(id);
  }

  /** More rights than the user ever asked for are welcome; to own a topic is another matter, and theirs to decide. */
  async #acceptGiven(id: string): Promise<void> {
    const { link, store } = this.#deps;
    const { given = "", want = "" } = findRecord(store, id)?.topic ?? {};
    const isNew = [...WELCOME_RIGHTS].some((letter) => given.includes(letter) && !want.includes(letter));
    if (!isNew) return;
    const mode = want + [...WELCOME_RIGHTS].filter((letter) => given.includes(letter)).join("");
    await link.request("set", { topic: id, sub: { mode } });
    await link.request("get", { topic: id, what: "desc" });
  }

  lose(id: string): void {
    const { store, events } = this.#deps;
    const record = findRecord(store, id);
    removeRecord(store, id);
    if (record && isTopicId(id)) events.emit("gone", { topic: id, name: record.topic.fn });
  }

  /** What was said since the newest message that is here, or the newest page when nothing is. */
  catchUp(id: string): Promise<void> {
    return this.#inTurn(id, async () => {
      const record = findRecord(this.#deps.store, id);
      if (!record || record.topic.seq === 0) return;
      const { log, topic } = record;
      const { low, hi } = newestStretch(log, topic.seq);
      const since = log.known.findLast((range) => range.hi <= low && range.low < low)?.hi;
      const isEnough = hi > low && (low === 1 || hi - low >= PAGE_SIZE);
      if (since === undefined && isEnough) return;
      const after = since === undefined ? {} : { since };
      await this.#loadPage(id, { ...after, before: low, limit: PAGE_SIZE }, (frames) => ({
        low: frames.length < PAGE_SIZE ? (since ?? 1) : oldest(frames),
        hi: low,
      }));
    });
  }

  /** The page before a stretch. */
  loadOlder(id: string, { low }: SeqRange): Promise<void> {
    return this.#inTurn(id, () =>
      this.#loadPage(id, { before: low, limit: PAGE_SIZE }, (frames) => ({
        low: frames.length < PAGE_SIZE ? 1 : oldest(frames),
        hi: low,
      })),
    );
  }

  /** The page after a stretch. */
  loadNewer(id: string, { hi }: SeqRange): Promise<void> {
    return this.#inTurn(id, () =>
      this.#loadPage(id, { since: hi, before: hi + PAGE_SIZE }, (_frames, last) => ({
        low: hi,
        hi: Math.min(hi + PAGE_SIZE, last + 1),
      })),
    );
  }

  /** A message and what stands around it. */
  loadAround(id: string, seq: number): Promise<void> {
    const low = Math.max(1, seq - AROUND);
    return this.#inTurn(id, () =>
      this.#loadPage(id, { since: low, before: seq + AROUND + 1 }, (_frames, last) => ({
        low,
        hi: Math.min(seq + AROUND + 1, last + 1),
      })),
    );
  }

  /** Everything after a number, page by page from the newest: nothing of it may be missed. */
  async loadSince(id: string, seq: number): Promise<void> {
    await this.catchUp(id);
    for (;;) {
      const record = findRecord(this.#deps.store, id);
      if (!record) return;
      const stretch = newestStretch(record.log, record.topic.seq);
      if (stretch.low <= seq + 1) return;
      await this.loadOlder(id, stretch);
    }
  }

  async loadDeleted(id: string): Promise<void> {
    const { link, store } = this.#deps;
    const since = (findRecord(store, id)?.topic.clear ?? 0) + 1;
    const { meta } = await link.request("get", { topic: id, what: "del", del: { since } });
    if (meta?.del) applyDeleted(store, id, meta.del.clear, meta.del.delseq);
  }

  /** A message that came. True when it belongs to a page that is being loaded. */
  collect(data: ChatData): boolean {
    const page = this.#pages.get(data.topic);
    const last = findRecord(this.#deps.store, data.topic)?.topic.seq ?? 0;
    if (!page || data.seq > last) return false;
    page.push(data);
    return true;
  }

  async #loadPage(
    id: string,
    options: ChatGetOptions,
    covers: (frames: readonly ChatData[], last: number) => SeqRange,
  ): Promise<void> {
    const { link, store } = this.#deps;
    const frames: ChatData[] = [];
    this.#pages.set(id, frames);
    try {
      // Also when the service says that there is nothing (204): what has come until then counts.
      await link.request("get", { topic: id, what: "data", data: options });
      const last = findRecord(store, id)?.topic.seq ?? 0;
      applyPage(store, id, { frames, covered: covers(frames, last), asOf: this.#foldsReactions ? last : 0 });
    } finally {
      this.#pages.delete(id);
    }
  }

  #inTurn(id: string, work: () => Promise<void>): Promise<void> {
    const before = this.#turns.get(id) ?? Promise.resolve();
    const turn = before.catch(() => {}).then(work);
    this.#turns.set(id, turn);
    return turn;
  }
}

function oldest(frames: readonly ChatData[]): number {
  return Math.min(...frames.map(({ seq }) => seq));
}
