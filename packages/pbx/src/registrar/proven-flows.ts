import type { Clock } from "@offhook/kernel";
import type { Flow } from "@offhook/sip";

/** Somewhat longer than the longest registration: a phone that has not come back by then is a stranger again. */
const KEEP_MS = 70 * 60_000;
const MAX_FLOWS = 50_000;

/** The lines that have proved a password, by flow. Nobody gets in here without one, so strangers cannot fill it. */
export class ProvenFlows {
  readonly #clock: Clock;
  readonly #flows = new Map<string, { readonly username: string; readonly at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add({ id }: Flow, username: string): void {
    this.#flows.delete(id);
    this.#flows.set(id, { username, at: this.#clock.now() });
    for (const oldest of this.#flows.keys()) {
      if (this.#flows.size <= MAX_FLOWS) return;
      this.#flows.delete(oldest);
    }
  }

  /** Whose password was proved last over this flow. */
  usernameOf({ id }: Flow): string | undefined {
    const proof = this.#flows.get(id);
    return proof && this.#clock.now() - proof.at <= KEEP_MS ? proof.username : undefined;
  }

  closed({ id }: Flow): void {
    this.#flows.delete(id);
  }
}
