import { seatsOf } from "./call-change.ts";
import type { CallId } from "./call-ids.ts";
import type { CallState } from "./call-state.ts";

export type CallPart = "ringing" | "talking";

/** The lines that take part in each call: asked for every call that rings somewhere, so not searched for each time. */
export class CallParts {
  readonly #byCall = new Map<CallId, ReadonlyMap<string, CallPart>>();
  readonly #byEndpoint = new Map<string, Map<CallId, CallPart>>();

  of(endpointId: string): readonly CallPart[] {
    return [...(this.#byEndpoint.get(endpointId)?.values() ?? [])];
  }

  note(state: CallState): void {
    const { id } = state.core;
    const before = this.#byCall.get(id);
    const after = partsIn(state);
    for (const endpointId of before?.keys() ?? []) if (!after.has(endpointId)) this.#remove(endpointId, id);
    for (const [endpointId, part] of after) {
      const calls = this.#byEndpoint.get(endpointId) ?? new Map<CallId, CallPart>();
      calls.set(id, part);
      this.#byEndpoint.set(endpointId, calls);
    }
    if (after.size === 0) this.#byCall.delete(id);
    else this.#byCall.set(id, after);
  }

  #remove(endpointId: string, callId: CallId): void {
    const calls = this.#byEndpoint.get(endpointId);
    calls?.delete(callId);
    if (calls?.size === 0) this.#byEndpoint.delete(endpointId);
  }
}

function partsIn(state: CallState): ReadonlyMap<string, CallPart> {
  const parts = new Map<string, CallPart>();
  const ring = state.name === "ringing" || state.name === "summoning" ? state.ring.ringing : [];
  for (const { channel } of ring)
    if (channel.party.endpointId !== undefined) parts.set(channel.party.endpointId, "ringing");
  for (const { channel } of seatsOf(state))
    if (channel.party.endpointId !== undefined) parts.set(channel.party.endpointId, "talking");
  return parts;
}
