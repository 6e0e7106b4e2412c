import type { PushEvent } from "@offhook/contract";
import type { CallOptions } from "../api/api-client.ts";

export interface NumberedEvent {
  /** Greater than that of every event before. */
  readonly id: number;
  readonly event: PushEvent;
}

/** An answer of the service that contains every event up to `at`. Later ones may be in it or not. */
export interface Snapshot<Reply> {
  readonly reply: Reply;
  readonly at: number;
}

export interface EventFollower {
  heard(entry: NumberedEvent): void;
  /** Of what was told up to `id`, nothing more concerns this user. */
  reached(id: number): void;
  /** The log begins anew. `isReset`: events were missed for good. */
  restarted(isReset: boolean): void;
}

/** More than a slow answer is ever behind; one that is all the same is asked for again. */
const KEPT = 500;
/** Of an answer that nothing is known about: every event is newer. */
export const UNKNOWN = -1;

/** The recent events of the live line by their numbers, to be joined with answers that may be older or newer. */
export class EventLog {
  readonly #followers = new Set<EventFollower>();
  readonly #onFailed: (failure: unknown) => void;
  #kept: NumberedEvent[] = [];
  #from = 0;
  #last = 0;
  #resets = 0;

  /** `onFailed`: a bug in one follower must not cost the others their events. */
  constructor(onFailed: (failure: unknown) => void = () => {}) {
    this.#onFailed = onFailed;
  }

  /** The number of the last event that was heard. */
  get last(): number {
    return this.#last;
  }

  /** Every event after this number is kept, or still to come. */
  get from(): number {
    return this.#from;
  }

  follow(follower: EventFollower): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  add(id: number, event: PushEvent): void {
    const entry = { id, event };
    this.#kept.push(entry);
    if (this.#kept.length > KEPT) this.#from = this.#kept.shift()?.id ?? this.#from;
    this.#last = id;
    this.#tell((follower) => follower.heard(entry));
  }

  /** Everything up to `id` has been heard, as far as it concerns this user. */
  reached(id: number): void {
    if (id <= this.#last) return;
    this.#last = id;
    this.#tell((follower) => follower.reached(id));
  }

  /** The live line goes on from `id`: after this event nothing will be missing. */
  begin(id: number): void {
    this.#restart(id, false);
  }

  /** Events were missed, or numbers are counted anew: what was loaded before is worth nothing now. */
  reset(id: number): void {
    this.#resets += 1;
    this.#restart(id, true);
  }

  covers(at: number): boolean {
    return at >= this.#from;
  }

  /** Those after `at`, oldest first. */
  since(at: number): readonly NumberedEvent[] {
    let start = this.#kept.length;
    while (start > 0 && (this.#kept[start - 1]?.id ?? 0) > at) start -= 1;
    return this.#kept.slice(start);
  }

  /** Sends a request and says up to which event its answer is complete. */
  async ask<Reply>(request: (options: CallOptions) => Promise<Reply>): Promise<Snapshot<Reply>> {
    const resets = this.#resets;
    // A service that does not say is at least as far as what had been heard when it was asked.
    const heard = this.#last;
    let at: number | undefined;
    const onReply = (eventNumber: number): void => {
      // Of several answers the one that is the furthest behind.
      at = Math.min(at ?? eventNumber, eventNumber);
    };
    const reply = await request({ onReply });
    return { reply, at: resets === this.#resets ? (at ?? heard) : UNKNOWN };
  }

  /** Sends a change and says which event is the last that it has caused; undefined where nobody knows. */
  async save<Reply>(
    request: (options: CallOptions) => Promise<Reply>,
  ): Promise<{ readonly reply: Reply; readonly at: number | undefined }> {
    const resets = this.#resets;
    let at: number | undefined;
    const onReply = (eventNumber: number): void => {
      at = Math.max(at ?? eventNumber, eventNumber);
    };
    const reply = await request({ onReply });
    return { reply, at: resets === this.#resets ? at : undefined };
  }

  /** For what nobody waits for: a failure is reported, not thrown. */
  background(work: Promise<unknown>): void {
    work.catch(this.#onFailed);
  }

  #restart(id: number, isReset: boolean): void {
    this.#kept = [];
    this.#from = id;
    this.#last = id;
    this.#tell((follower) => follower.restarted(isReset));
  }

  #tell(tell: (follower: EventFollower) => void): void {
    for (const follower of [...this.#followers]) {
      try {
        tell(follower);
      } catch (failure) {
        this.#onFailed(failure);
      }
    }
  }
}
