import type { Clock } from "@offhook/kernel";
import type { Arrivals } from "@offhook/pbx";

export interface PageArrivalsDeps {
  readonly clock: Clock;
  /** Whether somebody of this line has the console open: its phone registers by itself, or is about to. */
  readonly isConnected: (endpointId: string) => boolean;
  /** Whether a browser of somebody of this line is told of the call although no page is open. */
  readonly isTold: (companyId: string, endpointId: string) => boolean;
}

/** A page that has asked for its phone's credentials registers within this time, or not at all. */
const STARTING_MS = 10_000;
/** Long enough for a slow machine, short enough for a caller who hears it ring. */
const WAIT_MS = 6_000;
/** From a notification on a locked screen to a page that has registered takes a while. */
const TOLD_MS = 30_000;

/** Pages that are being opened: they have asked how to register and have not done so yet. */
export class PageArrivals implements Arrivals {
  readonly #deps: PageArrivalsDeps;
  readonly #startedAt = new Map<string, number>();

  constructor(deps: PageArrivalsDeps) {
    this.#deps = deps;
  }

  /** A page of this line starts. */
  starting(endpointId: string): void {
    this.#startedAt.set(endpointId, this.#deps.clock.now());
  }

  awaitMs(companyId: string, endpointId: string): number {
    if (this.#deps.isTold(companyId, endpointId)) return TOLD_MS;
    const age = this.#deps.clock.now() - (this.#startedAt.get(endpointId) ?? Number.NEGATIVE_INFINITY);
    const isStarting = age >= 0 && age < STARTING_MS;
    return isStarting || this.#deps.isConnected(endpointId) ? WAIT_MS : 0;
  }
}
