import type { SavedCallback } from "../ports/callback-store.ts";
import type { FloorChange } from "./floor-change.ts";
import type { FloorEvent, WaitingCaller } from "./floor-state.ts";
import type { CallbackEnd } from "./queue-records.ts";

type EventOf<Type extends FloorEvent["type"]> = Extract<FloorEvent, { type: Type }>;

/** Who does not answer is called once more, and not again. */
const MAX_FAILURES = 2;

/** So many promises one number may have in all queues of a company: a bored caller must not fill agents' days. */
const MAX_OF_NUMBER = 3;

/** In each queue one number is called back once. */
export function mayAskCallback(change: FloorChange, { party, callback, queueId }: WaitingCaller): boolean {
  if (!party || callback || !change.configs.get(queueId)?.callback) return false;
  const promised = change.waiting.filter((each) => each.callback && each.party?.number === party.number);
  return promised.length < MAX_OF_NUMBER && promised.every((each) => each.queueId !== queueId);
}

export function askCallback(change: FloorChange, { callId }: EventOf<"callbackAsked">): void {
  const caller = change.caller(callId);
  if (!caller?.party || !mayAskCallback(change, caller)) {
    change.refuse();
    return;
  }
  const { queueId, party } = caller;
  const destination = { kind: "callbackKept", number: party.number } as const;
  change.setCaller(callId, {
    ringing: undefined,
    callback: { isOnLine: true, failures: 0, takenBy: undefined },
  });
  change.record(queueId, { type: "callbackAsked", callId });
  keep(change, callId);
  change.emit({ type: "sendOn", callId, queueId, destination, isChosen: true });
}

/** From now on the caller can be reached. */
export function hangUp(change: FloorChange, { callId }: EventOf<"hungUp">): void {
  const callback = change.caller(callId)?.callback;
  if (callback) change.setCaller(callId, { callback: { ...callback, isOnLine: false } });
}

export function takeCallback(
  change: FloorChange,
  { callId, endpointId, newCallId }: EventOf<"callbackTaken">,
): void {
  const caller = change.caller(callId);
  if (!caller?.callback) return;
  change.setCaller(callId, { ringing: undefined, callback: { ...caller.callback, takenBy: endpointId } });
  change.record(caller.queueId, { type: "callbackTaken", callId, endpointId, newCallId });
}

export function failCallback(change: FloorChange, { callId, reason }: EventOf<"callbackFailed">): void {
  const caller = change.caller(callId);
  const endpointId = caller?.callback?.takenBy;
  if (!caller?.callback || endpointId === undefined) return;
  const { queueId } = caller;
  change.record(queueId, { type: "callbackFailed", callId, endpointId, reason });
  const failures = caller.callback.failures + 1;
  change.setCaller(callId, { callback: { ...caller.callback, failures, takenBy: undefined } });
  if (change.waiting.some((each) => !each.callback && isSamePlace(each, caller)))
    drop(change, caller, "calledAgain");
  else if (failures >= MAX_FAILURES) drop(change, caller, "noAnswer");
  else {
    const { retryAfterMs = 0 } = change.configs.get(queueId)?.callback ?? {};
    change.setCaller(callId, { notBefore: change.at + retryAfterMs });
    keep(change, callId);
  }
}

/** Refused while an agent rings or the caller is being called. */
export function cancelCallback(change: FloorChange, { callId }: EventOf<"cancelCallback">): void {
  const caller = change.caller(callId);
  if (caller?.callback && !caller.ringing && caller.callback.takenBy === undefined)
    drop(change, caller, "canceled");
  else change.refuse();
}

export function restoreCallback(change: FloorChange, { callback }: EventOf<"callbackRestored">): void {
  const { callId, companyId: _, number, name, failures, ...place } = callback;
  if (change.caller(callId)) return;
  change.add({
    ...place,
    callId,
    waitingSince: place.since,
    party: { number, name },
    callback: { isOnLine: false, failures, takenBy: undefined },
    announceAt: Number.POSITIVE_INFINITY,
    comfortAt: Number.POSITIVE_INFINITY,
    ringing: undefined,
    leaving: undefined,
  });
}

/** Whoever calls again goes where the callback was; the result is that place. */
export function replaceCallback(change: FloorChange, newcomer: WaitingCaller): WaitingCaller {
  const kept = change.waiting.find(
    (each) =>
      isSamePlace(each, newcomer) && each.callback && !each.ringing && each.callback.takenBy === undefined,
  );
  if (!kept) return newcomer;
  drop(change, kept, "calledAgain");
  const { turnAt, movedUpAt } = kept;
  return { ...newcomer, turnAt, movedUpAt, priority: Math.max(kept.priority, newcomer.priority) };
}

function isSamePlace(a: WaitingCaller, b: WaitingCaller): boolean {
  return a.queueId === b.queueId && a.party !== undefined && a.party.number === b.party?.number;
}

export function drop(
  change: FloorChange,
  { callId, queueId, since }: WaitingCaller,
  reason: CallbackEnd,
): void {
  change.remove(callId);
  change.record(queueId, { type: "callbackDropped", callId, waitMs: change.at - since, reason });
  change.emit({ type: "forgetCallback", callId });
}

/** Has what is known of a callback stored; nothing of a caller who is on the line. */
export function keep(change: FloorChange, callId: string): void {
  const caller = change.caller(callId);
  if (caller?.callback) change.emit({ type: "keepCallback", callback: savedOf(change, caller) });
}

function savedOf({ companyId }: FloorChange, caller: WaitingCaller): SavedCallback {
  const { callId, queueId, priority, skills, blockedBy, since, turnAt, movedUpAt, notBefore } = caller;
  const { number = "", name = "" } = caller.party ?? {};
  const failures = caller.callback?.failures ?? 0;
  return {
    ...{ callId, companyId, queueId, number, name, priority, skills, blockedBy },
    ...{ since, turnAt, movedUpAt, failures, notBefore },
  };
}
