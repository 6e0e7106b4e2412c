import type { Emitter } from "@offhook/kernel";
import { seatsOf } from "../calls/call-change.ts";
import type { CallId } from "../calls/call-ids.ts";
import type { CallRunner } from "../calls/call-runner.ts";
import type { CallState, Channel } from "../calls/call-state.ts";
import type { LegBoard } from "../legs/leg-board.ts";
import type { PbxEvents } from "../pbx-events.ts";
import type { Registrar } from "../registrar/registrar.ts";
import type { CallCommands } from "./pbx-commands.ts";

export interface RevocationsParts {
  readonly events: Emitter<PbxEvents>;
  readonly runner: CallRunner;
  readonly board: Pick<LegBoard, "channelsOf">;
  readonly registrar: Pick<Registrar, "dropAccount">;
  readonly commands: Pick<CallCommands, "hangUp">;
}

/**
 * What ends with a credential: its registrations, its calls, and the calls it has left behind in which nobody of the
 * company takes part. A thief who connects two numbers outside and leaves would go on earning otherwise.
 */
export class Revocations {
  readonly #parts: RevocationsParts;
  /** The users who have left a running call, or had it made. */
  readonly #leftBy = new Map<CallId, Set<string>>();

  constructor(parts: RevocationsParts) {
    this.#parts = parts;
    parts.events.on("callEnded", ({ callId }) => this.#leftBy.delete(callId));
  }

  /** This account has no leg in the call any more, or had it placed without one. */
  left(owner: string, callId: CallId): void {
    const owners = this.#leftBy.get(callId) ?? new Set();
    this.#leftBy.set(callId, owners.add(owner));
  }

  /** Of somebody who has just signed out, calls that were handed over in good order go on. */
  drop(owner: string, isSuspect: boolean): void {
    const { board, runner, commands, registrar } = this.#parts;
    const channels = board.channelsOf(owner);
    // Before they are hung up: a transfer that is under way goes on without whoever asked for it.
    const calls = channels.flatMap((channelId) => runner.stateOf(channelId)?.core.id ?? []);
    for (const channelId of channels) commands.hangUp(channelId);
    registrar.dropAccount(owner);
    if (!isSuspect) return;
    for (const callId of [...calls, ...this.#callsLeftBy(owner)]) this.#endIfUnattended(callId);
  }

  #callsLeftBy(owner: string): CallId[] {
    return [...this.#leftBy].flatMap(([callId, owners]) => (owners.has(owner) ? [callId] : []));
  }

  #endIfUnattended(callId: CallId): void {
    const { runner, commands } = this.#parts;
    const state = runner.state(callId);
    if (!state || channelsIn(state).some(({ party }) => party.trunkId === undefined)) return;
    for (const { id } of channelsIn(state)) commands.hangUp(id);
  }
}

/** Those who take part, and those who are just called. */
function channelsIn(state: CallState): readonly Channel[] {
  const isRinging = state.name === "ringing" || state.name === "summoning";
  const ringing = isRinging ? state.ring.ringing.map(({ channel }) => channel) : [];
  return [...seatsOf(state).map(({ channel }) => channel), ...ringing];
}
