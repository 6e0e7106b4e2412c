import type { Emitter } from "@offhook/kernel";
import { seatsOf } from "../calls/call-change.ts";
import type { CallId, ChannelId } from "../calls/call-ids.ts";
import type { CallRunner } from "../calls/call-runner.ts";
import { planOf } from "../dialplan/company-plan.ts";
import type { LegBoard } from "../legs/leg-board.ts";
import type { PbxEvents } from "../pbx-events.ts";
import type { PbxPorts } from "../pbx-ports.ts";
import type { FaxCalls } from "./fax-calls.ts";

export interface FaxEarParts {
  readonly ports: Pick<PbxPorts, "directory" | "media">;
  readonly events: Emitter<PbxEvents>;
  readonly runner: Pick<CallRunner, "state" | "stateOf" | "handle">;
  readonly board: Pick<LegBoard, "leg" | "handOver">;
  readonly faxes: Pick<FaxCalls, "takeOver">;
}

/** A fax machine that calls whistles every three seconds and a half. */
const LISTEN_MS = 20_000;

/**
 * Numbers that are a person's and a fax line's: from the answer on somebody listens for a fax machine, whoever has
 * answered. When one is heard they are let go, and our own machine goes on.
 */
export class FaxEar {
  readonly #parts: FaxEarParts;
  readonly #followed = new Set<CallId>();
  readonly #stops: readonly (() => void)[];

  constructor(parts: FaxEarParts) {
    this.#parts = parts;
    this.#stops = [
      parts.events.on("callChanged", ({ callId }) => this.#follow(callId)),
      parts.events.on("callEnded", ({ callId }) => this.#followed.delete(callId)),
      parts.ports.media.on("faxHeard", ({ legId }) => this.#move(legId)),
    ];
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  #follow(callId: CallId): void {
    const { runner, board, ports } = this.#parts;
    const state = runner.state(callId);
    if (state?.core.faxLineId === undefined || this.#followed.has(callId)) return;
    const { caller } = state.core;
    const seat = seatsOf(state).find(({ channel }) => channel.party === caller);
    if (seat?.kind !== "present" || !seat.isAnswered) return;
    this.#followed.add(callId);
    const legId = seat.channel.id;
    board.leg(legId)?.audio.whenStarted(() => ports.media.tell("listenForFax", { legId, forMs: LISTEN_MS }));
  }

  #move(channelId: ChannelId): void {
    const { ports, runner, board, faxes } = this.#parts;
    const core = runner.stateOf(channelId)?.core;
    const config = core && ports.directory.company(core.companyId);
    const plan = config && planOf(config);
    const line = plan?.faxLines.get(core?.faxLineId ?? "");
    const usage = line && board.handOver(channelId);
    if (!core || !plan || !line || !usage) return;
    runner.handle(channelId, { type: "legEnded", channelId, cause: "hungUp" });
    const { caller: party, isAnonymous, dialed } = core;
    faxes.takeOver(usage, { plan, line, party, isAnonymous, dialed });
  }
}
