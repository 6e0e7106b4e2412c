import { availableParallelism } from "node:os";
import { hash, parseOptions, verify } from "@node-rs/argon2";
import { DomainError } from "../domain-error.ts";

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Takes the same time and always says no when there is no hash: for unknown users and those without a password. */
  verify(stored: string | null, password: string): Promise<boolean>;
  /** Whether the hash was made at another cost than today's. */
  isOutdated(stored: string): boolean;
}

export interface PasswordCost {
  /** In KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
}

/** About 50 ms on one core of a small server. */
const DEFAULT_COST: PasswordCost = { memoryCost: 65_536, timeCost: 2 };
const MAX_WAITING = 200;

export function createPasswordHasher(cost: PasswordCost = DEFAULT_COST): PasswordHasher {
  const options = { ...cost, parallelism: 1 };
  const slots = new Slots(availableParallelism());
  // The same letters typed on another system may arrive composed differently.
  const normalize = (password: string): string => password.normalize("NFKC");
  // Made ahead, or the first unknown user would wait twice as long as a known one.
  const decoy = hash("nobody has this password", options);
  decoy.catch(() => {});

  return {
    hash: (password) => slots.run(() => hash(normalize(password), options)),
    async verify(stored, password) {
      const hashed = stored ?? (await decoy);
      const matches = await slots.run(() => verify(hashed, normalize(password)));
      return stored !== null && matches;
    },
    isOutdated(stored) {
      const made = parseOptions(stored);
      return made.memoryCost !== cost.memoryCost || made.timeCost !== cost.timeCost;
    },
  };
}

/**
 * Hashing shares its threads with file access and name lookups, and each run takes much memory: a flood of
 * sign-ins has to wait for itself and not for the rest of the server.
 */
class Slots {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#take();
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  async #take(): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    if (this.#waiting.length >= MAX_WAITING) {
      throw new DomainError(
        "unavailable",
        "session.busy",
        "Too many people are signing in right now. Please try again.",
      );
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}
