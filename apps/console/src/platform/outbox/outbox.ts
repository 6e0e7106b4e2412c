import type { CancelTimer, Clock } from "@offhook/kernel";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Lock } from "../api/token-refresher.ts";
import type { OutboxStorage } from "./outbox-storage.ts";
import { inOrder, type Outgoing, type OutgoingFields, type OutgoingState, outgoingKey } from "./outgoing.ts";
import type { TabNews } from "./tab-news.ts";

/** What a failed attempt means. */
export type Verdict =
  /** Nobody knows whether the service has it; the same may work later. */
  | { readonly name: "outOfReach" }
  /** The service has a problem of its own, with this entry or with everything. */
  | { readonly name: "fault"; readonly reason: string }
  /** Trying again cannot help. */
  | { readonly name: "refused"; readonly reason: string };

export interface OutboxOptions<Content> {
  /** Of locks: one name an outbox and user. */
  readonly name: string;
  readonly storage: OutboxStorage<Outgoing<Content>>;
  readonly lock: Lock;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly news: TabNews;
  /** Entries of one lane go out in order; lanes do not wait for each other. */
  readonly laneOf: (content: Content) => string;
  /** Hands it to the service. `isRepeat`: an earlier attempt, perhaps of another page, may have reached it. */
  readonly send: (entry: Outgoing<Content>, isRepeat: boolean) => Promise<void>;
  readonly verdictOf: (failure: unknown) => Verdict;
  readonly onFailed: (failure: unknown) => void;
}

/** Whoever sends the entries of a lane in this tab. */
interface Lane {
  isRunning: boolean;
  /** Something was added, or may be reached again, since the last look. */
  isWanted: boolean;
  retryMs: number;
  cancelRetry: CancelTimer | undefined;
}

const MAX_FAILURES = 5;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
const WAITING: OutgoingState = { name: "waiting" };

/**
 * What is on its way to the service: shown at once, kept on the device until it is acknowledged, sent in order by one
 * tab for all. What the service refuses waits for the user; what cannot reach it waits for the network.
 *
 * Keeping and sending begin together, since neither makes the other safer: until one of them is done a crash loses the
 * entry whichever comes first, and nobody has been told more than that it is being sent. When both are done, the device
 * forgets it, in this order: an entry that is kept after it was forgotten would be sent once more by the next page.
 */
export class Outbox<Content> {
  readonly state: StoreApi<readonly Outgoing<Content>[]> = createStore<readonly Outgoing<Content>[]>()(
    () => [],
  );
  readonly #options: OutboxOptions<Content>;
  readonly #lanes = new Map<string, Lane>();
  #count = 0;
  #isStopped = false;
  /** Another tab may have changed what is on the device. */
  #isStale = true;
  #reading: Promise<void> | undefined;
  /** Shown, and not yet so on the device: reading the device must not undo it. */
  readonly #unkept = new Map<string, Promise<void>>();
  /** Sent or discarded, and perhaps still on the device: reading it must not bring them back. */
  readonly #done = new Map<string, Promise<void>>();
  /** On their way before the lock was had. */
  readonly #begun = new Map<string, Promise<void>>();
  /** Added here, and not handed to the service yet. */
  readonly #untried = new Set<string>();
  /** This tab knows more of them than the device: how far an upload has come, say. */
  readonly #sending = new Set<string>();

  constructor(options: OutboxOptions<Content>) {
    this.#options = options;
  }

  /** Shows what waits on this device, and sends it. */
  async start(): Promise<void> {
    this.#options.news.onTold(() => void this.#reload().then(() => this.#standBy()));
    await this.#reload();
    this.flush();
  }

  stop(): void {
    this.#isStopped = true;
    for (const lane of this.#lanes.values()) lane.cancelRetry?.();
    this.#options.news.close();
  }

  /** Shown and on its way at once; resolves when it is kept. */
  async add(content: Content, id = this.#options.newId()): Promise<Outgoing<Content>> {
    const createdAt = this.#options.clock.now();
    this.#count += 1;
    const key = outgoingKey(createdAt, this.#count, id);
    const entry: Outgoing<Content> = { ...content, id, key, createdAt, state: WAITING, failures: 0 };
    const lane = this.#options.laneOf(entry);
    const isKnown = !this.#isStale && !this.#reading;
    const isNext = isKnown && !this.#isStopped && !this.#nextOf(lane);
    this.#untried.add(key);
    this.#show(entry);
    if (isNext) this.#begin(entry);
    const kept = this.#keep(entry);
    this.#pump(lane);
    await kept;
    return entry;
  }

  find(key: string): Outgoing<Content> | undefined {
    return this.state.getState().find((entry) => entry.key === key);
  }

  /** A refused entry is tried once more. */
  async retry(key: string): Promise<void> {
    const entry = this.find(key);
    if (entry?.state.name !== "refused") return;
    await this.#change(key, { state: WAITING, failures: 0, retryAt: undefined });
    this.#pump(this.#options.laneOf(entry));
  }

  /** Gone from the screen at once. What is on the wire already cannot be called back. */
  discard(key: string): Promise<void> {
    const known = this.#done.get(key);
    if (known) return known;
    const forgotten = this.#forget(key);
    this.#done.set(key, forgotten);
    return forgotten;
  }

  /** Another content of an entry. `isKept`: worth a write, so that the next page need not do it again. */
  update(key: string, change: (entry: Outgoing<Content>) => Outgoing<Content>, isKept: boolean): void {
    const entry = this.find(key);
    if (!entry) return;
    const changed = change(entry);
    this.#show(changed);
    if (isKept) void this.#keep(changed);
  }

  /** The network is back: sends what waits. */
  flush(): void {
    for (const lane of this.#waitingLanes()) this.#pump(lane);
  }

  /** Another tab sends, or has tried in vain. Whoever waits for its lock takes over at once should it be killed. */
  #standBy(): void {
    for (const name of this.#waitingLanes()) {
      const lane = this.#lanes.get(name);
      if (!lane?.isRunning && !lane?.cancelRetry) this.#pump(name);
    }
  }

  #waitingLanes(): ReadonlySet<string> {
    const waiting = this.state.getState().filter(({ state }) => state.name === "waiting");
    return new Set(waiting.map(this.#options.laneOf));
  }

  #pump(name: string): void {
    if (this.#isStopped) return;
    const lane = this.#lanes.get(name) ?? {
      isRunning: false,
      isWanted: false,
      retryMs: FIRST_RETRY_MS,
      cancelRetry: undefined,
    };
    this.#lanes.set(name, lane);
    lane.cancelRetry?.();
    lane.cancelRetry = undefined;
    lane.isWanted = true;
    if (lane.isRunning) return;
    lane.isRunning = true;
    this.#run(name, lane)
      .catch(this.#options.onFailed)
      .finally(() => {
        lane.isRunning = false;
        // Asked for while the last look at the list was over already.
        if (lane.isWanted) this.#pump(name);
        else if (!lane.cancelRetry) this.#lanes.delete(name);
      });
  }

  async #run(name: string, lane: Lane): Promise<void> {
    await this.#options.lock(`${this.#options.name}/${name}`, async (hadToWait) => {
      // Another tab may have been sending: what it sent is not sent again. Should its word come too late, the service
      // knows the entry by its id.
      if (hadToWait || this.#isStale) void this.#reload();
      await this.#reading;
      while (lane.isWanted && !this.#isStopped) {
        lane.isWanted = false;
        await this.#sendAll(name, lane);
      }
    });
  }

  async #sendAll(name: string, lane: Lane): Promise<void> {
    for (;;) {
      const next = this.#nextOf(name);
      if (!next || this.#isStopped) return;
      const waitMs = this.#untilDue(next) || (await this.#sendOne(next, lane));
      if (waitMs > 0 && !this.#isStopped) {
        lane.cancelRetry = this.#options.clock.schedule(waitMs, () => this.#pump(name));
        return;
      }
    }
  }

  #untilDue({ retryAt = 0 }: OutgoingFields): number {
    const waitMs = retryAt - this.#options.clock.now();
    // Longer than any wait: somebody has set the clock back.
    return waitMs > LAST_RETRY_MS ? 0 : Math.max(0, waitMs);
  }

  /**
   * Nothing waits before it, so it leaves in the turn of the key: asking the browser for the lock would take frames. A
   * tab that has the lock may send it as well, which the service knows by its id, and in the same order.
   */
  #begin(entry: Outgoing<Content>): void {
    const sending = this.#send(entry);
    // What becomes of it is looked at under the lock.
    sending.catch(() => {});
    this.#begun.set(entry.key, sending);
  }

  async #send(entry: Outgoing<Content>): Promise<void> {
    const isRepeat = !this.#untried.delete(entry.key);
    this.#sending.add(entry.key);
    try {
      await this.#options.send(entry, isRepeat);
    } finally {
      this.#sending.delete(entry.key);
    }
  }

  /** How long to wait before the next attempt in this lane; 0 when the next may go. */
  async #sendOne(entry: Outgoing<Content>, lane: Lane): Promise<number> {
    const { key } = entry;
    const begun = this.#begun.get(key);
    this.#begun.delete(key);
    try {
      await (begun ?? this.#send(entry));
      await this.discard(key);
    } catch (failure) {
      const waitMs = await this.#failed(key, this.#options.verdictOf(failure), lane);
      if (waitMs > 0) return waitMs;
    }
    lane.retryMs = FIRST_RETRY_MS;
    return 0;
  }

  async #failed(key: string, verdict: Verdict, lane: Lane): Promise<number> {
    if (verdict.name === "outOfReach") {
      const waitMs = lane.retryMs;
      lane.retryMs = Math.min(LAST_RETRY_MS, waitMs * 2);
      return waitMs;
    }
    const failures = (this.find(key)?.failures ?? 0) + 1;
    if (verdict.name === "refused" || failures >= MAX_FAILURES) {
      await this.#change(key, { state: { name: "refused", reason: verdict.reason }, failures });
      return 0;
    }
    const waitMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
    await this.#change(key, { failures, retryAt: this.#options.clock.now() + waitMs });
    return waitMs;
  }

  #nextOf(lane: string): Outgoing<Content> | undefined {
    const { laneOf } = this.#options;
    return this.state.getState().find((entry) => entry.state.name === "waiting" && laneOf(entry) === lane);
  }

  /** One that was discarded meanwhile stays so. */
  async #change(key: string, change: Partial<OutgoingFields>): Promise<void> {
    const entry = this.find(key);
    if (!entry) return;
    const changed = { ...entry, ...change };
    this.#show(changed);
    await this.#keep(changed);
  }

  #show(entry: Outgoing<Content>): void {
    const others = this.state.getState().filter(({ key }) => key !== entry.key);
    this.state.setState([...others, entry].sort(inOrder), true);
  }

  #keep(entry: Outgoing<Content>): Promise<void> {
    const kept = this.#options.storage.put(entry).then(() => {
      if (this.#unkept.get(entry.key) === kept) this.#unkept.delete(entry.key);
      this.#options.news.tell();
      // A device without room still sends; the entry is only not safe from a reload until it has gone.
    }, this.#options.onFailed);
    this.#unkept.set(entry.key, kept);
    return kept;
  }

  async #forget(key: string): Promise<void> {
    const { storage, news, onFailed } = this.#options;
    this.#begun.delete(key);
    this.#untried.delete(key);
    this.state.setState(
      this.state.getState().filter((entry) => entry.key !== key),
      true,
    );
    await this.#unkept.get(key);
    this.#unkept.delete(key);
    await storage.remove(key).catch(onFailed);
    news.tell();
  }

  /** One reading at a time: an older one that ends later would undo what a newer one has brought. */
  #reload(): Promise<void> {
    this.#isStale = true;
    this.#reading ??= this.#readWhileStale();
    return this.#reading;
  }

  async #readWhileStale(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      // What this tab knows has to do when the device cannot be read.
      await this.#options.storage.list().then((stored) => this.#takeOver(stored), this.#options.onFailed);
    }
    this.#reading = undefined;
  }

  #takeOver(stored: readonly Outgoing<Content>[]): void {
    const onDevice = new Set(stored.map(({ key }) => key));
    const isOurs = ({ key }: OutgoingFields): boolean =>
      this.#unkept.has(key) || (this.#sending.has(key) && onDevice.has(key));
    const ours = this.state.getState().filter(isOurs);
    const theirs = stored.filter((entry) => !isOurs(entry) && !this.#done.has(entry.key));
    for (const key of this.#done.keys())
      if (!onDevice.has(key) && !this.#unkept.has(key)) this.#done.delete(key);
    this.state.setState([...theirs, ...ours].sort(inOrder), true);
  }
}
