import type { CallId, ChannelId } from "../call-ids.ts";
import type { CallState, ConferencePlace, StateNamed } from "../call-state.ts";
import { isAway } from "../steps/derived-effects.ts";

/** Calls of one or more people that are joined. It exists as long as two of them are left. */
export interface Conference {
  readonly id: string;
  readonly callIds: readonly CallId[];
}

/**
 * A line with several calls in the conference would hear everybody twice, and its own voice: only the first one that is
 * not on hold is joined. The others stay as handles: hanging one up drops the party behind it.
 */
export function placesIn(
  conference: Conference,
  callOf: (id: CallId) => CallState | undefined,
): ReadonlyMap<CallId, ConferencePlace> {
  const calls = conference.callIds.map(callOf).filter((call) => call?.name === "connected");
  const heard = new Set<string>();
  const silent: ChannelId[] = [];
  for (const call of calls) {
    if (isAway(call.near) || isAway(call.far)) continue;
    for (const { channel } of [call.near, call.far]) {
      const { endpointId } = channel.party;
      if (endpointId === undefined) continue;
      if (heard.has(endpointId)) silent.push(channel.id);
      else heard.add(endpointId);
    }
  }
  return new Map(
    calls.map((call) => [
      call.core.id,
      { id: conference.id, silent: silent.filter((id) => hasChannel(call, id)) },
    ]),
  );
}

const hasChannel = (call: StateNamed<"connected">, id: ChannelId): boolean =>
  call.near.channel.id === id || call.far.channel.id === id;

export const isSamePlace = (a: ConferencePlace | undefined, b: ConferencePlace | undefined): boolean =>
  a?.id === b?.id && (a?.silent ?? []).join() === (b?.silent ?? []).join();
