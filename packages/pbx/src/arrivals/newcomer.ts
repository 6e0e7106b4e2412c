import type { CallRunner } from "../calls/call-runner.ts";
import type { CallState, Channel, RingTarget } from "../calls/call-state.ts";
import type { Router } from "../dialplan/pbx-router.ts";
import type { Binding } from "../registrar/binding.ts";

export interface NewcomerParts {
  readonly runner: CallRunner;
  readonly router: Pick<Router, "latecomer">;
  readonly newId: () => string;
}

/** A device that registers rings for the calls that ring its line, and for those that could not reach it just now. */
export function ringNewcomer({ runner, router, newId }: NewcomerParts, binding: Binding): void {
  const { endpointId, deviceId } = binding;
  for (const state of [...runner.states()]) {
    const found = siblingOf(state, endpointId) ?? latecomerIn(router, state, endpointId);
    if (!found) continue;
    const channel = { ...found.channel, id: newId(), deviceId };
    runner.handleCall(state.core.id, { type: "deviceAppeared", channel, target: found.target });
  }
}

interface Place {
  readonly channel: Channel;
  readonly target: RingTarget;
}

function siblingOf(state: CallState, endpointId: string): Place | undefined {
  if (state.name !== "ringing") return undefined;
  return state.ring.ringing.find(
    ({ channel: { party } }) => party.endpointId === endpointId && party.trunkId === undefined,
  );
}

function latecomerIn(
  router: NewcomerParts["router"],
  state: CallState,
  endpointId: string,
): Place | undefined {
  if (state.name !== "ringing" && state.name !== "application") return undefined;
  const target = router.latecomer(state, state.near.channel.party, endpointId);
  const channel = target?.channels[0];
  return target && channel && { target, channel };
}
