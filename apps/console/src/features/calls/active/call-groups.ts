import type { ActiveCall } from "../phone/phone.ts";

export interface Conference {
  readonly id: number;
  readonly calls: readonly ActiveCall[];
}

export interface CallGroups {
  readonly incoming: readonly ActiveCall[];
  readonly conferences: readonly Conference[];
  readonly others: readonly ActiveCall[];
}

/** It rings here and waits for an answer. */
export function isIncoming(call: ActiveCall): boolean {
  return call.dir === "in" && call.phase === "ringing";
}

/** Somebody is, or may soon be, at the other end: what the page must not be left with. */
export function isGoingOn(call: ActiveCall): boolean {
  return call.phase !== "ended" && !isIncoming(call);
}

/** Pure. The three groups of the calls menu; a conference is two or more calls with the same conference id. */
export function groupCalls(calls: readonly ActiveCall[]): CallGroups {
  const incoming = calls.filter(isIncoming);
  const going = calls.filter(isGoingOn);
  const ids = [...new Set(going.map((call) => call.isInConference))].filter((id) => id !== -1);
  const conferences = ids
    .map((id) => ({ id, calls: going.filter((call) => call.isInConference === id) }))
    .filter((conference) => conference.calls.length > 1);
  const joined = new Set(conferences.map(({ id }) => id));
  return { incoming, conferences, others: going.filter((call) => !joined.has(call.isInConference)) };
}

/** The calls of the conference this one is in; empty when it is in none. */
export function conferenceOf(call: ActiveCall, calls: readonly ActiveCall[]): readonly ActiveCall[] {
  if (call.isInConference === -1) return [];
  const joined = calls.filter((each) => isGoingOn(each) && each.isInConference === call.isInConference);
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
    going.find((call) => call.phase === "active" && !call.hold) ??
    going.find((call) => call.phase === "calling") ??
    going[0]
  );
}

/** The call that is to be transferred once the colleague of the given one agrees. */
export function consultedFor(call: ActiveCall, calls: readonly ActiveCall[]): ActiveCall | undefined {
  return calls.find((each) => each.consultation === call.id);
}
