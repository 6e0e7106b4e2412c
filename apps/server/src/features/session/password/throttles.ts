import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../../database/database.ts";
import { hashWithKey, type Secrets } from "../../../platform/secrets/secrets.ts";
import { charge, THROTTLES, type ThrottleName, type ThrottleState } from "./throttle-policy.ts";
import { deleteThrottle, lockThrottle, refundThrottle, saveThrottle } from "./throttle-repository.ts";

/** What is being counted: `{ name: "account", of: "maya@harborlight.example" }`. */
export interface Throttled {
  readonly name: ThrottleName;
  readonly of: string | number;
}

export interface ThrottlesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/** Counts attempts in the database, so that neither a restart nor a second server gives a guesser a fresh start. */
export class Throttles {
  readonly #deps: ThrottlesDeps;
  readonly #key: Uint8Array;

  constructor(deps: ThrottlesDeps) {
    this.#deps = deps;
    this.#key = deps.secrets.key("throttle");
  }

  /** Counts one attempt on each, unless one of them is blocked. Returns the milliseconds to wait, 0 to go on. */
  charge(...throttled: readonly Throttled[]): Promise<number> {
    return this.#deps.database.transaction((tx) => this.chargeIn(tx, ...throttled));
  }

  /** Always given in the same order of names, so that two transactions never wait for each other. */
  async chargeIn(tx: Transaction, ...throttled: readonly Throttled[]): Promise<number> {
    const now = this.#deps.clock.now();
    const changes: { readonly key: Buffer; readonly state: ThrottleState }[] = [];
    for (const each of throttled) {
      const key = this.#keyOf(each);
      const outcome = charge(await lockThrottle(tx.query, key, new Date(now)), THROTTLES[each.name], now);
      if (outcome.outcome === "blocked") return outcome.until - now;
      changes.push({ key, state: outcome.state });
    }
    for (const { key, state } of changes) await saveThrottle(tx.query, key, state);
    return 0;
  }

  async clear(tx: Transaction, ...throttled: readonly Throttled[]): Promise<void> {
    for (const each of throttled) await deleteThrottle(tx.query, this.#keyOf(each));
  }

  async refund(tx: Transaction, throttled: Throttled): Promise<void> {
    await refundThrottle(tx.query, this.#keyOf(throttled));
  }

  #keyOf({ name, of }: Throttled): Buffer {
    return hashWithKey(this.#key, name, String(of));
  }
}
