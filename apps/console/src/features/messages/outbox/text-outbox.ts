import type { CancelTimer, Clock } from "@offhook/kernel";
import { createStore, type StoreApi } from "zustand/vanilla";
import { ApiFailure, failureText } from "../../../platform/api-failure.ts";
import type { Lock } from "../../../platform/token-refresher.ts";
import type { OutboxStorage } from "./outbox-storage.ts";
import { type ComposedText, type OutgoingState, type OutgoingText, outgoingKey } from "./outgoing-text.ts";

/** How the tabs of a user tell each other that the outbox has changed. */
export interface TabNews {
  tell(): void;
  onTold(listener: () => void): () => void;
}

export interface TextOutboxOptions {
  readonly storage: OutboxStorage;
  readonly lock: Lock;
  readonly lockName: string;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly news: TabNews;
  /** Hands it to the service, where a repeat of the same id is harmless. */
  readonly send: (text: OutgoingText) => Promise<void>;
  readonly onFailed: (failure: unknown) => void;
}

const SERVER_FAULT = 500;
const MAX_FAILURES = 5;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
const WAITING: OutgoingState = { name: "waiting" };

type Outcome = "sent" | "refused" | "outOfReach";

/**
 * Texts on their way to the service: shown at once, kept on the device until they are acknowledged, sent in order by
 * one tab for all. What the service refuses waits for the user; what cannot reach it waits for the network.
 *
 * Keeping and sending begin together, since neither makes the other safer: until one of them is done a crash loses the
 * text whichever comes first, and nobody has been told more than that it is being sent. When both are done, the device
 * forgets it, in this order: a text that is kept after it was forgotten would be sent once more by the next page.
 */
export class TextOutbox {
  readonly state: StoreApi<readonly OutgoingText[]> = createStore<readonly OutgoingText[]>()(() => []);
  readonly #options: TextOutboxOptions;
  #count = 0;
  #running: Promise<void> | undefined;
  #isRunWanted = false;
  #retryMs = FIRST_RETRY_MS;
  #cancelRetry: CancelTimer = () => {};
  #forgetNews: () => void = () => {};
  #isStopped = false;
  /** Another tab has told of a change that was not read yet. */
  #isStale = true;
  /** How often the device is being read now. */
  #readings = 0;
  /** Shown, and not yet on the device: reading the device must not make them vanish. */
  readonly #unkept = new Map<string, Promise<void>>();
  /** Sent or discarded, and perhaps still on the device: reading it must not bring them back. */
  readonly #done = new Set<string>();
  /** On their way before the lock was had. */
  readonly #begun = new Map<string, Promise<void>>();

  constructor(options: TextOutboxOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#forgetNews = this.#options.news.onTold(() => {
      this.#isStale = true;
      void this.#reload();
    });
    await this.#reload();
    this.flush();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelRetry();
    this.#forgetNews();
  }

  /** Shown and on its way at once; resolves when it is kept. */
  async add(composed: ComposedText): Promise<OutgoingText> {
    const { clock, newId } = this.#options;
    const createdAt = clock.now();
    this.#count += 1;
    const mId = newId();
    const entry: OutgoingText = {
      ...composed,
      mId,
      key: outgoingKey(createdAt, this.#count, mId),
      createdAt,
      state: WAITING,
      failures: 0,
    };
    const isNext = this.#isNext();
    this.#show(entry);
    if (isNext) this.#begin(entry);
    const kept = this.#keepNew(entry);
    this.#unkept.set(entry.key, kept);
    this.flush();
    await kept;
    return entry;
  }

  /** A refused text is tried once more. */
  async retry(key: string): Promise<void> {
    const entry = this.#find(key);
    if (entry?.state.name !== "refused") return;
    await this.#change(entry, { state: WAITING, failures: 0 });
    this.flush();
  }

  async discard(key: string): Promise<void> {
    await this.#forget(key);
  }

  /** The network is back, or there is something new: sends what waits. */
  flush(): void {
    this.#cancelRetry();
    this.#isRunWanted = true;
    this.#running ??= this.#run()
      .catch(this.#options.onFailed)
      .finally(() => {
        this.#running = undefined;
        // Asked for while the last look at the list was over already.
        if (this.#isRunWanted && !this.#isStopped) this.flush();
      });
  }

  async #run(): Promise<void> {
    const { lock, lockName } = this.#options;
    await lock(lockName, async () => {
      // Another tab may have been sending: what it sent is not sent again. Should its word come too late, the service
      // knows the text by its id.
      if (this.#isStale) await this.#reload();
      while (this.#isRunWanted && !this.#isStopped) {
        this.#isRunWanted = false;
        await this.#sendAll();
      }
    });
  }

  async #sendAll(): Promise<void> {
    for (;;) {
      const next = this.#nextWaiting();
      if (!next || this.#isStopped) return;
      const outcome = await this.#sendOne(next);
      if (outcome === "outOfReach") return this.#retryLater();
      this.#retryMs = FIRST_RETRY_MS;
    }
  }

  /**
   * Nothing waits before it, so it leaves in the turn of the key: asking the browser for the lock would take frames. A
   * tab that has the lock may send it as well, which the service knows by its id, and in the same order.
   */
  #begin(entry: OutgoingText): void {
    const sending = this.#options.send(entry);
    // What becomes of it is looked at under the lock.
    sending.catch(() => {});
    this.#begun.set(entry.key, sending);
  }

  async #sendOne(entry: OutgoingText): Promise<Outcome> {
    const begun = this.#begun.get(entry.key);
    this.#begun.delete(entry.key);
    try {
      await (begun ?? this.#options.send(entry));
    } catch (failure) {
      return this.#failed(entry, failure);
    }
    await this.#forget(entry.key);
    return "sent";
  }

  async #failed(entry: OutgoingText, failure: unknown): Promise<Outcome> {
    // What is no answer of the service, a part of the page that cannot be loaded say, is no refusal either.
    if (!(failure instanceof ApiFailure) || failure.isNetworkFailure) {
      return "outOfReach";
    }
    const failures = entry.failures + 1;
    const isFault = (failure.status ?? 0) >= SERVER_FAULT;
    if (isFault && failures < MAX_FAILURES) {
      await this.#change(entry, { state: WAITING, failures });
      return "outOfReach";
    }
    await this.#change(entry, { state: { name: "refused", reason: failureText(failure) }, failures });
    return "refused";
  }

  #retryLater(): void {
    const { clock } = this.#options;
    this.#cancelRetry();
    this.#cancelRetry = clock.schedule(this.#retryMs, () => this.flush());
    this.#retryMs = Math.min(LAST_RETRY_MS, this.#retryMs * 2);
  }

  /** Whether what is added now has nothing before it, here or in another tab. */
  #isNext(): boolean {
    const isKnown = !this.#isStale && this.#readings === 0;
    return isKnown && !this.#isStopped && !this.#nextWaiting();
  }

  #nextWaiting(): OutgoingText | undefined {
    return this.state.getState().find(({ state }) => state.name !== "refused");
  }

  #find(key: string): OutgoingText | undefined {
    return this.state.getState().find((entry) => entry.key === key);
  }

  async #change(entry: OutgoingText, change: Pick<OutgoingText, "state" | "failures">): Promise<void> {
    const changed = { ...entry, ...change };
    this.#show(changed);
    await this.#unkept.get(entry.key);
    await this.#keep(changed).catch(this.#options.onFailed);
  }

  async #keep(entry: OutgoingText): Promise<void> {
    await this.#options.storage.put(entry);
    this.#options.news.tell();
  }

  async #keepNew(entry: OutgoingText): Promise<void> {
    try {
      await this.#keep(entry);
      this.#unkept.delete(entry.key);
    } catch (failure) {
      // A device without room still sends; the text is only not safe from a reload until it has gone.
      this.#options.onFailed(failure);
    }
  }

  async #forget(key: string): Promise<void> {
    this.#done.add(key);
    this.#begun.delete(key);
    this.state.setState(
      this.state.getState().filter((entry) => entry.key !== key),
      true,
    );
    await this.#unkept.get(key);
    this.#unkept.delete(key);
    await this.#options.storage.remove(key).catch(this.#options.onFailed);
    this.#options.news.tell();
  }

  #show(entry: OutgoingText): void {
    const others = this.state.getState().filter(({ key }) => key !== entry.key);
    this.state.setState([...others, entry].sort(byKey), true);
  }

  async #reload(): Promise<void> {
    this.#isStale = false;
    let stored: readonly OutgoingText[];
    this.#readings += 1;
    try {
      stored = await this.#options.storage.list();
    } catch (failure) {
      // What this tab knows has to do.
      return this.#options.onFailed(failure);
    } finally {
      this.#readings -= 1;
    }
    const shown = this.state.getState();
    const unkept = shown.filter(({ key }) => this.#unkept.has(key));
    const kept = stored.filter(({ key }) => !this.#unkept.has(key) && !this.#done.has(key));
    const onDevice = new Set(stored.map(({ key }) => key));
    for (const key of this.#done) {
      if (!onDevice.has(key) && !this.#unkept.has(key)) this.#done.delete(key);
    }
    this.state.setState([...kept, ...unkept].sort(byKey), true);
  }
}

function byKey(one: OutgoingText, other: OutgoingText): number {
  return one.key < other.key ? -1 : 1;
}
