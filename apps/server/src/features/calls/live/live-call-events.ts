import { channelName, type LiveCall, type PbxEvent } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { CallView } from "@offhook/pbx";
import type { BaseLogger } from "pino";
import type { Database, NewEvent } from "../../../database/database.ts";

export interface LiveCallEventsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly line: (endpointId: string) => { readonly name: string; readonly customerId: number } | undefined;
  /** All live calls of these lines as they now are. */
  readonly callsOf: (endpointIds: ReadonlySet<string>) => ReadonlyMap<string, readonly LiveCall[]>;
  readonly log: Pick<BaseLogger, "error">;
}

/** A ringing call changes several times within a moment; clients need only hear how it ends up. */
const GATHER_MS = 40;
/** Where calls come in every moment, what changes within this time is told together. */
const EVERY_MS = 150;

/** Tells the readers of a line what goes on on it. */
export class LiveCallEvents {
  readonly #deps: LiveCallEventsDeps;
  readonly #changed = new Set<string>();
  readonly #involved = new Map<string, Set<string>>();
  #cancel: CancelTimer | undefined;
  #flushedAt = Number.NEGATIVE_INFINITY;
  #running: Promise<void> = Promise.resolve();

  constructor(deps: LiveCallEventsDeps) {
    this.#deps = deps;
  }

  changed(call: CallView): void {
    const now = new Set(call.parties.flatMap(({ endpointId }) => endpointId ?? []));
    // A line whose part is over is no longer among the parties, and must hear that.
    for (const endpointId of [...now, ...(this.#involved.get(call.callId) ?? [])])
      this.#changed.add(endpointId);
    if (call.phase === "ended") this.#involved.delete(call.callId);
    else this.#involved.set(call.callId, now);
    if (this.#changed.size > 0) this.#cancel ??= this.#scheduleFlush();
  }

  async close(): Promise<void> {
    if (this.#cancel) {
      this.#cancel();
      this.#flush();
    }
    await this.#running;
  }

  #scheduleFlush(): CancelTimer {
    const { clock } = this.#deps;
    const untilNext = this.#flushedAt + EVERY_MS - clock.now();
    // A clock that was set back must not hold anything up.
    const delayMs = Math.min(EVERY_MS, Math.max(GATHER_MS, untilNext));
    return clock.schedule(delayMs, () => this.#flush());
  }

  #flush(): void {
    this.#cancel = undefined;
    this.#flushedAt = this.#deps.clock.now();
    const endpointIds = [...this.#changed];
    this.#changed.clear();
    this.#running = this.#running
      .then(() => this.#publish(endpointIds))
      .catch((error: unknown) => this.#deps.log.error({ err: error }, "Live calls could not be told"));
  }

  async #publish(endpointIds: readonly string[]): Promise<void> {
    const { database, line } = this.#deps;
    const calls = this.#deps.callsOf(new Set(endpointIds));
    const events: NewEvent[] = [];
    for (const endpointId of endpointIds) {
      const found = line(endpointId);
      if (!found) continue;
      const { name: phone, customerId } = found;
      const event: PbxEvent = { type: "LIVE_CALLS", phone, calls: [...(calls.get(endpointId) ?? [])] };
      events.push({ customerId, channel: channelName("phone", endpointId), event });
    }
    if (events.length === 0) return;
    try {
      await database.publish(events);
    } catch (error) {
      // One that cannot be stored takes no other along, least of all another company's.
      if (events.length === 1) throw error;
      await this.#publishOneByOne(events);
    }
  }

  async #publishOneByOne(events: readonly NewEvent[]): Promise<void> {
    const { database, log } = this.#deps;
    for (const event of events) {
      try {
        await database.publish([event]);
      } catch (error) {
        log.error({ err: error, channel: event.channel }, "The live calls of a line could not be told");
      }
    }
  }
}
