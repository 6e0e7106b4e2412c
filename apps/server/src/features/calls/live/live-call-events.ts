import { channelName, type LiveCall, type PbxEvent } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { CallView } from "@offhook/pbx";
import type { BaseLogger } from "pino";
import type { Database, NewEvent } from "../../../database/database.ts";
import { ChangeGatherer } from "../../../platform/loops/change-gatherer.ts";

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
  readonly #involved = new Map<string, Set<string>>();
  readonly #changes: ChangeGatherer<string>;

  constructor(deps: LiveCallEventsDeps) {
    this.#deps = deps;
    this.#changes = new ChangeGatherer({
      clock: deps.clock,
      gatherMs: GATHER_MS,
      everyMs: EVERY_MS,
      tell: (endpointIds) => this.#publish(endpointIds),
      onError: (error) => deps.log.error({ err: error }, "Live calls could not be told"),
    });
  }

  changed(call: CallView): void {
    const now = new Set(call.parties.flatMap(({ endpointId }) => endpointId ?? []));
    // A line whose part is over is no longer among the parties, and must hear that.
    const heard = [...now, ...(this.#involved.get(call.callId) ?? [])];
    if (call.phase === "ended") this.#involved.delete(call.callId);
    else this.#involved.set(call.callId, now);
    this.#changes.add(heard);
  }

  async close(): Promise<void> {
    await this.#changes.close();
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
