import type { Transaction } from "../database/database.ts";
import type { ObjectStore } from "../platform/files/object-store.ts";
import type { Secrets } from "../platform/secrets/secrets.ts";

/** What a seeder works with. It writes rows and nothing else: no events, no mail. */
export interface SeedContext {
  readonly tx: Transaction;
  /** The moment the demo begins; every time in it is told from here. */
  readonly now: number;
  /** From 0 up to 1, the same sequence in every seeding. */
  readonly random: () => number;
  readonly objects: ObjectStore;
  /** As much as a large company has, for benchmarks. */
  readonly isBig: boolean;
  /** Of the installation, for what is stored sealed. */
  readonly secrets: Secrets;
  readonly passwordHash: string;
  addAppFactor(userId: number, secret: string): Promise<void>;
  addEmailFactor(userId: number): Promise<void>;
}

/** One noun's part of the demo company. */
export type Seeder = (context: SeedContext) => Promise<void>;

/** Small, fast and the same everywhere (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
