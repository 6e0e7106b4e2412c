import type { Clock } from "@offhook/kernel";

export interface GuessBrakeSettings {
  /** Wrong passwords before the first wait: people mistype, and phones keep on trying an old one. */
  readonly freeTriesPerSource: number;
  /** For one name from everywhere; larger, as others can use it up. */
  readonly freeTriesPerName: number;
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** So long after the last wrong one all is forgotten. */
  readonly forgetMs: number;
  readonly maxEntries: number;
}

export const DEFAULT_GUESS_BRAKE: GuessBrakeSettings = {
  freeTriesPerSource: 10,
  freeTriesPerName: 50,
  firstWaitMs: 30_000,
  longestWaitMs: 60 * 60_000,
  forgetMs: 2 * 60 * 60_000,
  maxEntries: 20_000,
};

/** One who tries: from where, over which connection, and in whose name. */
export interface Attempt {
  /** An address, or whatever else one person cannot have many of. */
  readonly source: string;
  readonly flowId: string;
  readonly username: string;
}

export interface Lockout extends Attempt {
  readonly scope: "source" | "name";
  readonly tries: number;
  readonly waitMs: number;
}

interface Entry {
  readonly tries: number;
  readonly waitUntil: number;
  readonly lastAt: number;
  readonly lastResponse: string;
}

/**
 * Slows down password guessing. A wrong one counts for its source and for the name it was meant for. A source that
 * has proved a password counts apart, so that nobody is locked out by what others try in their name or from the same
 * building: over a proven flow by that flow, else at a proven source by that source and name.
 *
 * Kept in memory: a restart gives an attacker a handful of free tries, and nobody outside can cause one.
 */
export class GuessBrake {
  readonly #clock: Clock;
  readonly #settings: GuessBrakeSettings;
  readonly #entries = new Map<string, Entry>();
  readonly #proven = new Map<string, number>();

  constructor(clock: Clock, settings = DEFAULT_GUESS_BRAKE) {
    this.#clock = clock;
    this.#settings = settings;
  }

  /** Zero when the source may try. */
  waitMs(attempt: Attempt): number {
    const now = this.#clock.now();
    const waits = this.#keysOf(attempt).map(({ key }) => (this.#entry(key)?.waitUntil ?? 0) - now);
    return Math.max(0, ...waits);
  }

  /** `response` tells a new guess from the same one that was sent again. The lockouts that begin with it. */
  failed(attempt: Attempt, response: string): readonly Lockout[] {
    return this.#keysOf(attempt).flatMap(({ key, scope, free }) => {
      const before = this.#entry(key);
      if (before?.lastResponse === response) return [];
      const now = this.#clock.now();
      const tries = (before?.tries ?? 0) + 1;
      const waitMs = tries < free ? 0 : this.#waitAfter(tries - free);
      this.#entries.delete(key);
      this.#entries.set(key, { tries, waitUntil: now + waitMs, lastAt: now, lastResponse: response });
      this.#bound(this.#entries);
      return waitMs > 0 ? [{ ...attempt, scope, tries, waitMs }] : [];
    });
  }

  proved(attempt: Attempt): void {
    const now = this.#clock.now();
    for (const key of [flowKey(attempt), pairKey(attempt)]) {
      this.#proven.delete(key);
      this.#proven.set(key, now);
    }
    this.#bound(this.#proven);
  }

  #keysOf(attempt: Attempt): readonly { key: string; scope: Lockout["scope"]; free: number }[] {
    const { freeTriesPerSource, freeTriesPerName } = this.#settings;
    const own = [flowKey(attempt), pairKey(attempt)].find((key) => this.#isProven(key));
    if (own !== undefined) return [{ key: own, scope: "source", free: freeTriesPerSource }];
    return [
      { key: `source ${attempt.source}`, scope: "source", free: freeTriesPerSource },
      { key: `name ${nameOf(attempt)}`, scope: "name", free: freeTriesPerName },
    ];
  }

  #isProven(key: string): boolean {
    const at = this.#proven.get(key);
    return at !== undefined && this.#clock.now() - at <= PROVEN_MS;
  }

  #entry(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    const isOld = this.#clock.now() - Math.max(entry.lastAt, entry.waitUntil) > this.#settings.forgetMs;
    return isOld ? undefined : entry;
  }

  #waitAfter(further: number): number {
    const { firstWaitMs, longestWaitMs } = this.#settings;
    return Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(further, 30));
  }

  /** What was touched longest ago goes first. */
  #bound(entries: Map<string, unknown>): void {
    for (const key of entries.keys()) {
      if (entries.size <= this.#settings.maxEntries) return;
      entries.delete(key);
    }
  }
}

/** As long as a phone may stay away and be known again: a long weekend. */
const PROVEN_MS = 4 * 24 * 60 * 60_000;
/** Names come from strangers. */
const nameOf = ({ username }: Attempt): string => username.slice(0, 100);
const flowKey = (attempt: Attempt): string => `flow ${attempt.flowId} ${nameOf(attempt)}`;
const pairKey = (attempt: Attempt): string => `pair ${attempt.source} ${nameOf(attempt)}`;
