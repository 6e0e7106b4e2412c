import {
  type ActiveCall,
  conferenceIdOf,
  isGoingOn,
  isIncoming,
  isTalk,
  NO_CONFERENCE,
  type RingingCall,
  type Talk,
} from "../phone/calls/active-call.ts";

export interface Conference {
  readonly id: number;
  readonly calls: readonly Talk[];
}

export interface CallGroups {
  readonly incoming: readonly RingingCall[];
  readonly conferences: readonly Conference[];
  readonly others: readonly ActiveCall[];
}

/** Pure. The three groups of the calls menu; a conference is two or more calls with the same conference id. */
export function groupCalls(calls: readonly ActiveCall[]): CallGroups {
  const incoming = calls.filter(isIncoming);
  const going = calls.filter(isGoingOn);
  const ids = [...new Set(going.map(conferenceIdOf))].filter((id) => id !== NO_CONFERENCE);
  const conferences = ids
    .map((id) => ({ id, calls: talksIn(id, calls) }))
    .filter((conference) => conference.calls.length > 1);
  const joined = new Set(conferences.map(({ id }) => id));
  return { incoming, conferences, others: going.filter((call) => !joined.has(conferenceIdOf(call))) };
}

const talksIn = (id: number, calls: readonly ActiveCall[]): readonly Talk[] =>
  calls.filter(isTalk).filter((call) => call.isInConference === id);

/** The calls of the conference this one is in; empty when it is in none. */
export function conferenceOf(call: ActiveCall, calls: readonly ActiveCall[]): readonly Talk[] {
  const id = conferenceIdOf(call);
  if (id === NO_CONFERENCE) return [];
  const joined = talksIn(id, calls);
  return joined.length > 1 ? joined : [];
}

export type HangUpPlan =
  | { readonly kind: "ask" }
  | { readonly kind: "hangUp"; readonly ids: readonly string[] };

/** Three or more share the conference: ask whether to split. Exactly two: both end. Else only this one. */
export function hangUpPlan(call: ActiveCall, calls: readonly ActiveCall[]): HangUpPlan {
  const joined = conferenceOf(call, calls);
  if (joined.length > 2) return { kind: "ask" };
  return { kind: "hangUp", ids: joined.length === 2 ? joined.map(({ id }) => id) : [call.id] };
}

/** The call that bar and shortcuts mean: one that is talked on, before one that is held or rings at the other end. */
export function currentCall(calls: readonly ActiveCall[]): ActiveCall | undefined {
  const going = calls.filter(isGoingOn);
  return (
    going.find((call) => isTalk(call) && !call.hold) ??
    going.find((call) => call.phase === "calling") ??
    going[0]
  );
}

/** The call that is to be transferred once the colleague of the given one agrees. */
export function consultedFor(call: ActiveCall, calls: readonly ActiveCall[]): Talk | undefined {
  return calls.filter(isTalk).find((each) => each.consultation === call.id);
}
