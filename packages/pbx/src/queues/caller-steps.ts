import type { Destination, QueueId } from "../dialplan/company-config.ts";
import { keep, replaceCallback } from "./callback-steps.ts";
import { SHIFT_MS } from "./choose-agents.ts";
import { withAnswered } from "./expected-wait.ts";
import type { FloorChange } from "./floor-change.ts";
import type { FloorEvent, WaitingCaller } from "./floor-state.ts";
import { passOver, passOverAll } from "./pass-over.ts";
import { after, comfortEveryMs } from "./serve-callers.ts";

type EventOf<Type extends FloorEvent["type"]> = Extract<FloorEvent, { type: Type }>;

/** Keeps agents who decline at once from being rung in a loop. */
const REST_MS = 2_000;

export function enter(
  change: FloorChange,
  { callId, queueId, waitingSince, priority, skills, blockedBy, party }: EventOf<"entered">,
): void {
  const { at } = change;
  const queue = change.configs.get(queueId);
  const caller: WaitingCaller = {
    callId,
    queueId,
    priority,
    skills,
    blockedBy,
    since: at,
    waitingSince: waitingSince ?? at,
    turnAt: at,
    party,
    callback: undefined,
    movedUpAt: undefined,
    announceAt: after(at, queue?.announceEveryMs ?? 0),
    comfortAt: after(at, queue ? comfortEveryMs(queue) : 0),
    notBefore: at,
    ringing: undefined,
    leaving: undefined,
  };
  const placed = replaceCallback(change, caller);
  change.add(placed);
  change.record(queueId, { type: "entered", callId, priority: placed.priority });
}

/** Refused where the caller is gone by now, or goes first for another reason. */
export function findTag(change: FloorChange, { callId, queueId, tag, priority }: EventOf<"tagFound">): void {
  const caller = change.caller(callId);
  if (caller?.queueId !== queueId || caller.priority > priority) {
    change.refuse();
    return;
  }
  change.remove(callId);
  change.add({ ...caller, priority, tag });
  keep(change, callId);
}

/** Music has to begin before something can be said over it. */
const SETTLE_MS = 2_000;

export function resumeWaiting(change: FloorChange, { type: _, at, ...caller }: EventOf<"resumed">): void {
  const later = (time: number | undefined): number =>
    time === undefined ? Number.POSITIVE_INFINITY : Math.max(time, at + SETTLE_MS);
  change.add({
    ...caller,
    waitingSince: caller.waitingSince ?? caller.since,
    announceAt: later(caller.announceAt),
    comfortAt: later(caller.comfortAt),
    notBefore: Number.POSITIVE_INFINITY,
    callback: undefined,
    ringing: undefined,
    leaving: undefined,
  });
}

export function findAlive(change: FloorChange, { callId, at }: EventOf<"foundAlive">): void {
  if (change.caller(callId)?.notBefore === Number.POSITIVE_INFINITY)
    change.setCaller(callId, { notBefore: at });
}

export function turnAway(change: FloorChange, event: EventOf<"turnedAway">): void {
  const { callId, queueId, priority, reason } = event;
  change.record(queueId, { type: "entered", callId, priority });
  change.record(queueId, { type: "overflowed", callId, waitMs: 0, reason });
  passOverAll(change, event);
}

export function leave(change: FloorChange, { callId, isSentOn }: EventOf<"left">): void {
  // Whoever is called back has gone, and keeps the place.
  if (change.caller(callId)?.callback) return;
  const caller = change.remove(callId);
  if (!caller) return;
  const { queueId, since, leaving } = caller;
  const waitMs = change.at - since;
  passOver(change, caller, []);
  if (!isSentOn) change.record(queueId, { type: "abandoned", callId, waitMs });
  else change.record(queueId, { ...(leaving ?? { type: "moved" }), callId, waitMs });
}

export function rest(change: FloorChange, { callId }: EventOf<"attemptFailed">): void {
  const caller = change.waiting.find((each) => each.callId === callId);
  // The agent may have picked up, and the server be about to stop.
  const callback = caller?.callback && { ...caller.callback, takenBy: undefined };
  change.setCaller(callId, { ringing: undefined, notBefore: change.at + REST_MS, callback });
}

export function answer(change: FloorChange, { callId, endpointId }: EventOf<"answered">): void {
  const { at } = change;
  const caller = change.remove(callId);
  if (!caller) return;
  const { queueId, since } = caller;
  const waitMs = at - since;
  const { takenAt } = change.agent(endpointId);
  change.setAgent(endpointId, {
    takenAt: [...takenAt.filter((taken) => taken > at - SHIFT_MS), at],
    taken: { callId, queueId, waitMs: at - caller.waitingSince },
  });
  // How long somebody takes to be called back says nothing of how long others hold the line.
  if (caller.callback) change.emit({ type: "forgetCallback", callId });
  else change.setQueue(queueId, { answered: withAnswered(change.queue(queueId).answered, at, waitMs) });
  change.record(queueId, { type: "answered", callId, endpointId, waitMs });
}

export function moveUp(change: FloorChange, { callId }: EventOf<"moveUp">): void {
  if (!change.caller(callId)) {
    change.refuse();
    return;
  }
  const caller = change.remove(callId);
  if (caller) change.add({ ...caller, movedUpAt: change.at });
  keep(change, callId);
}

/** With what the caller carries: the other queue needs to know it as well. */
export function moveTo(change: FloorChange, { callId, queueId: toQueueId }: EventOf<"moveTo">): void {
  const caller = change.caller(callId);
  if (!caller || caller.queueId === toQueueId || !change.configs.has(toQueueId)) {
    change.refuse();
    return;
  }
  if (caller.callback) {
    moveCallback(change, caller, toQueueId);
    return;
  }
  change.setCaller(callId, { leaving: { type: "moved", toQueueId } });
  const destination = carried(caller, toQueueId);
  change.emit({ type: "sendOn", callId, queueId: caller.queueId, destination, isChosen: true });
}

function moveCallback(change: FloorChange, caller: WaitingCaller, toQueueId: QueueId): void {
  if (caller.ringing || caller.callback?.takenBy !== undefined) {
    change.refuse();
    return;
  }
  const { at } = change;
  const { callId, queueId, priority, since } = caller;
  change.remove(callId);
  change.record(queueId, { type: "moved", callId, waitMs: at - since, toQueueId });
  change.add({ ...caller, queueId: toQueueId, since: at, turnAt: at, movedUpAt: undefined });
  change.record(toQueueId, { type: "entered", callId, priority });
  keep(change, callId);
}

export function send(change: FloorChange, { callId, destination }: EventOf<"send">): void {
  const caller = change.caller(callId);
  if (caller && destination.kind === "queue") {
    moveTo(change, { type: "moveTo", at: change.at, callId, queueId: destination.id });
    return;
  }
  // Nobody is on the line who could be sent.
  if (!caller || caller.callback) {
    change.refuse();
    return;
  }
  const { queueId } = caller;
  change.setCaller(callId, { leaving: { type: "moved" } });
  // Whom nobody fetches waits again, and is not left alone with the music.
  const to =
    destination.kind === "park" ? { ...destination, onTimeout: carried(caller, queueId) } : destination;
  change.emit({ type: "sendOn", callId, queueId, destination: to, isChosen: true });
}

const carried = ({ priority, skills }: WaitingCaller, id: QueueId): Destination => ({
  kind: "queue",
  id,
  priority,
  skills,
});
