import type { CancelTimer, Clock } from "@offhook/kernel";

export interface ChangeGathererOptions<Key> {
  readonly clock: Clock;
  /** One thing changes several times within a moment; only how it ends up is told. */
  readonly gatherMs: number;
  /** Where something changes every moment, what changes within this time is told together. */
  readonly everyMs: number;
  readonly tell: (changed: readonly Key[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Remembers what has changed and tells of it together, one telling after the other. */
export class ChangeGatherer<Key> {
  readonly #options: ChangeGathererOptions<Key>;
  readonly #changed = new Set<Key>();
  #cancel: CancelTimer | undefined;
  #flushedAt = Number.NEGATIVE_INFINITY;
  #running: Promise<void> = Promise.resolve();

  constructor(options: ChangeGathererOptions<Key>) {
    this.#options = options;
  }

  add(changed: Iterable<Key>): void {
    for (const key of changed) this.#changed.add(key);
    if (this.#changed.size > 0) this.#cancel ??= this.#scheduleFlush();
  }

  /** Without waiting for more: somebody has just come who knows nothing yet. */
  tellNow(changed: Iterable<Key>): void {
    for (const key of changed) this.#changed.add(key);
    this.#cancel?.();
    this.#flush();
  }

  /** Resolves when everything has been told. */
  async close(): Promise<void> {
    if (this.#cancel) this.tellNow([]);
    await this.#running;
  }

  #scheduleFlush(): CancelTimer {
    const { clock, gatherMs, everyMs } = this.#options;
    const untilNext = this.#flushedAt + everyMs - clock.now();
    // A clock that was set back must not hold anything up.
    const delayMs = Math.min(everyMs, Math.max(gatherMs, untilNext));
    return clock.schedule(delayMs, () => this.#flush());
  }

  #flush(): void {
    const { clock, tell, onError } = this.#options;
    this.#cancel = undefined;
    this.#flushedAt = clock.now();
    const changed = [...this.#changed];
    this.#changed.clear();
    this.#running = this.#running.then(() => tell(changed)).catch(onError);
  }
}
