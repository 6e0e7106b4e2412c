/** Below so many packets in a beat (20 ms) each is passed on the moment it comes. */
const BUSY_PACKETS = 20;
/** A tenth of a frame: less than what two phones of one office differ by. */
const REST_MS = 2;

export interface RestClock {
  /** Runs after everything that has already come in was dealt with. */
  afterArrivals(task: () => void): void;
  sleep(ms: number): void;
}

const NEVER_WOKEN = new Int32Array(new SharedArrayBuffer(4));

const SYSTEM_CLOCK: RestClock = {
  afterArrivals: (task) => {
    setImmediate(task);
  },
  sleep: (ms) => {
    Atomics.wait(NEVER_WOKEN, 0, 0, ms);
  },
};

/**
 * Takes packets in handfuls when there are many. To be woken, and to wake the next one, costs a good part of what a
 * packet costs: a process that sleeps for a moment finds several waiting and pays for one.
 */
export class PacketRest {
  readonly #clock: RestClock;
  #packets = 0;
  #isBusy = false;
  #isDue = false;

  constructor(clock: RestClock = SYSTEM_CLOCK) {
    this.#clock = clock;
  }

  onPacket(): void {
    this.#packets += 1;
    if (!this.#isBusy || this.#isDue) return;
    this.#isDue = true;
    this.#clock.afterArrivals(() => {
      this.#isDue = false;
      this.#clock.sleep(REST_MS);
    });
  }

  /** Every 20 ms. */
  tick(): void {
    this.#isBusy = this.#packets >= BUSY_PACKETS;
    this.#packets = 0;
  }
}
