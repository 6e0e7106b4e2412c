import { assertNever } from "@offhook/kernel";
import type { Destination, QueueId } from "../../dialplan/company-config.ts";
import { CallChange, seatsOf } from "../call-change.ts";
import type { CallEffect } from "../call-effect.ts";
import type { CallEvent } from "../call-event.ts";
import {
  type CallCore,
  type CallState,
  type Channel,
  type LiveCallState,
  type PresentSeat,
  presentSeat,
  type RingPurpose,
  type Seat,
  type StateNamed,
} from "../call-state.ts";
import type { LegRecord } from "../records/leg-record.ts";
import { stepApplication } from "./application-steps.ts";
import { noteFrom, stepConnected } from "./connected-steps.ts";
import { derivedEffects } from "./derived-effects.ts";
import { letListenerGo, route } from "./near-steps.ts";
import { dropRinging, markRinging, type RingPlan, settleRing, startRing, timeOutRing } from "./ring-steps.ts";
import { stepRinging } from "./ringing-steps.ts";
import { stepRouting } from "./routing-steps.ts";
import { stepWaiting } from "./waiting-steps.ts";

export interface CallStep {
  readonly state: CallState;
  readonly effects: readonly CallEffect[];
}

export interface CallSettings {
  readonly reattachMs: number;
}

/** Pure. The same state object comes back when the event changes nothing; it may still have effects. */
export function stepCall(state: CallState, event: CallEvent, settings: CallSettings): CallStep {
  // A BYE crosses our own, a 200 our CANCEL: events after the end are normal, not bugs.
  if (state.name === "ended") return { state, effects: lateEffects(event) };
  const change = new CallChange(state.core, event.at);
  const next = dispatch(change, state, event, settings);
  return finish(state, next, change);
}

/** Where somebody else is there for the caller, or nobody is waited for any more, a device comes too late. */
function settled(change: CallChange, next: CallState): CallState {
  const isOpen =
    next.name === "routing" ||
    next.name === "ringing" ||
    (next.name === "application" && next.application.kind === "voicemail");
  if (isOpen || ![...change.core.legs.values()].some(({ isUnreached }) => isUnreached)) return next;
  change.giveUpUnreached();
  return { ...next, core: change.core };
}

/** A device that comes to a call which has just ended is told so, or it would wait forever. */
function lateEffects(event: CallEvent): readonly CallEffect[] {
  return event.type === "attached" ? [{ type: "release", channelId: event.channel.id, cause: "hungUp" }] : [];
}

export function finish(before: CallState | undefined, after: CallState, change: CallChange): CallStep {
  const state = settled(change, after);
  return { state, effects: [...change.effects, ...derivedEffects(before, state)] };
}

function dispatch(
  change: CallChange,
  state: LiveCallState,
  event: CallEvent,
  settings: CallSettings,
): CallState {
  switch (event.type) {
    case "shutDown":
      return change.end(state, "shutdown");
    case "holdChanged":
      return mapSeat(state, event.channelId, (seat) =>
        seat.kind === "present" && seat.isHolding !== event.isHolding
          ? { ...seat, isHolding: event.isHolding }
          : seat,
      );
    case "muteChanged":
      return mapSeat(state, event.channelId, (seat) =>
        seat.kind === "present" && seat.isMuted !== event.isMuted
          ? { ...seat, isMuted: event.isMuted }
          : seat,
      );
    case "videoChanged":
      return mapSeat(state, event.channelId, (seat) =>
        seat.kind === "present" && seat.hasVideo !== event.hasVideo
          ? { ...seat, hasVideo: event.hasVideo }
          : seat,
      );
    case "noteWritten": {
      const writer = seatsOf(state).find(({ channel }) => channel.id === event.channelId)?.channel;
      return writer ? { ...state, core: { ...state.core, note: noteFrom(writer.party, event.text) } } : state;
    }
    case "announced":
      if (state.name === "parked") break;
      return hearNotice(state, event.channelId);
    case "supervisionChanged":
      return { ...state, core: { ...state.core, supervision: event.supervision } };
    case "legLost":
      if (waitsForLost(state)) break;
      // Where nobody can come back to, somebody who vanished has hung up.
      change.emit({ type: "release", channelId: event.channelId, cause: "lost" });
      return step(change, state, { ...event, type: "legEnded", cause: "lost" }, settings);
    case "attached":
      if (waitsForLost(state)) break;
      change.emit({ type: "release", channelId: event.channel.id, cause: "forbidden" });
      return state;
    default:
      break;
  }
  return step(change, state, event, settings);
}

const waitsForLost = ({ name }: LiveCallState): boolean =>
  name === "connected" || name === "ringing" || name === "waiting" || name === "application";

function step(change: CallChange, state: LiveCallState, event: CallEvent, settings: CallSettings): CallState {
  switch (state.name) {
    case "summoning":
      return stepSummoning(change, state, event);
    case "routing":
      return stepRouting(change, state, event);
    case "ringing":
      return stepRinging(change, state, event, settings.reattachMs);
    case "waiting":
      return stepWaiting(change, state, event, settings.reattachMs);
    case "application":
      return stepApplication(change, state, event, settings.reattachMs);
    case "connected":
      return stepConnected(change, state, event, settings.reattachMs);
    case "parked":
      return stepParked(change, state, event);
    default:
      return assertNever(state);
  }
}

function hearNotice(state: LiveCallState, channelId: string): CallState {
  const seat = seatsOf(state).find(({ channel }) => channel.id === channelId);
  const { recordId, party } = seat?.channel ?? {};
  // An agent hears it as well, and may hear the end of it first.
  if (recordId === undefined || party?.endpointId === (state.core.recordingRule?.endpointId ?? ""))
    return state;
  return { ...state, core: { ...state.core, toldRecordId: recordId } };
}

/** Changes the seat of this channel, wherever the state keeps it. */
function mapSeat(state: LiveCallState, channelId: string, map: (seat: Seat) => Seat): CallState {
  const seat = seatsOf(state).find(({ channel }) => channel.id === channelId);
  if (!seat || map(seat) === seat) return state;
  if (state.name === "connected") {
    const isNear = state.near.channel.id === channelId;
    return isNear ? { ...state, near: map(state.near) } : { ...state, far: map(state.far) };
  }
  if (state.name === "summoning" || state.near.channel.id !== channelId) return state;
  const near = map(state.near);
  return near.kind === "present" ? { ...state, near } : state;
}

function stepSummoning(
  change: CallChange,
  state: Extract<CallState, { name: "summoning" }>,
  event: CallEvent,
): CallState {
  switch (event.type) {
    case "legRinging":
      return { ...state, ring: markRinging(state.ring, event.channelId, "ringing") };
    case "legAnswered": {
      const winner = state.ring.ringing.find(({ channel }) => channel.id === event.channelId)?.channel;
      if (!winner) return state;
      settleRing(change, state.ring, winner);
      const near = presentSeat(winner, true);
      // Nobody has talked with an agent until whoever is called back has answered too.
      if (state.callbackOf === undefined) change.answered(near);
      if (change.core.supervision) return listenIn(change, near);
      return route(change, near, purposeOf(change, state, winner), destinationOf(state), undefined);
    }
    case "legEnded":
    case "timeUp": {
      const outcome =
        event.type === "timeUp"
          ? timeOutRing(change, state.ring)
          : dropRinging(change, state.ring, event.channelId, event);
      if (outcome.kind === "ringing") return { ...state, core: change.core, ring: outcome.ring };
      return change.end({ ...state, ring: { ...state.ring, ringing: [] } }, outcome.cause);
    }
    default:
      return state;
  }
}

/** Whoever leads an agent has picked up, and is where the agent talks. */
function listenIn(change: CallChange, near: PresentSeat): CallState {
  const application = { kind: "supervision" } as const;
  change.emit({ type: "runApplication", channelId: near.channel.id, application });
  return { name: "application", core: change.core, near, application };
}

const destinationOf = ({ destination: number }: StateNamed<"summoning">): Destination => ({
  kind: "number",
  number,
});

/** Why the destination rings, once the first leg has answered. */
function purposeOf(
  change: CallChange,
  { callbackOf: queueId }: StateNamed<"summoning">,
  { party: { endpointId } }: Channel,
): RingPurpose {
  if (queueId === undefined || endpointId === undefined) return { kind: "dial" };
  change.emit({ type: "queueCallbackTaken", queueId, endpointId });
  return { kind: "callback", queueId };
}

function stepParked(
  change: CallChange,
  state: Extract<CallState, { name: "parked" }>,
  event: CallEvent,
): CallState {
  const { near, onTimeout, listener } = state;
  switch (event.type) {
    case "legEnded":
      if (near.channel.id === event.channelId) return change.end(state, "hungUp", event.channelId);
      if (listener?.channel.id !== event.channelId) return state;
      change.close(listener.channel.recordId, "replaced");
      return { ...state, core: change.core, listener: undefined };
    case "announced":
      if (listener?.channel.id !== event.channelId) return state;
      letListenerGo(change, listener);
      return { ...state, core: change.core, listener: undefined };
    case "timeUp":
      if (event.timer === "announcement") {
        letListenerGo(change, listener);
        return { ...state, core: change.core, listener: undefined };
      }
      if (event.timer !== "park") return state;
      letListenerGo(change, listener);
      if (!onTimeout) return change.end(state, "noAnswer");
      change.patch({ visited: [] });
      return route(change, near, { kind: "return" }, onTimeout, "noAnswer");
    case "redirected":
      return near.channel.id === event.channelId ? sendParked(change, state, event.destination) : state;
    default:
      return state;
  }
}

/** Whoever leads sends the caller on. From another slot it still goes back to where it would have gone. */
function sendParked(
  change: CallChange,
  { near, onTimeout, listener }: StateNamed<"parked">,
  destination: Destination,
): CallState {
  letListenerGo(change, listener);
  change.patch({ visited: [], queueId: undefined, via: undefined });
  const to = destination.kind === "park" && onTimeout ? { onTimeout, ...destination } : destination;
  return route(change, near, { kind: "dial" }, to, undefined);
}

/** A device calls: the dial plan is asked at once. */
export function offerCall(
  core: CallCore,
  channel: Channel,
  record: LegRecord,
  destination: Destination,
): CallStep {
  const change = new CallChange(core, core.startedAt);
  change.open({ record });
  const near = presentSeat(channel, false);
  const state = route(change, near, { kind: "dial" }, destination, undefined);
  return finish(undefined, state, change);
}

/** A call from another device: rings the first leg, and the destination once that has answered. */
export function summonCall(
  core: CallCore,
  plan: RingPlan,
  destination: string,
  callbackOf?: QueueId,
): CallStep {
  const change = new CallChange(core, core.startedAt);
  const outcome = startRing(change, plan);
  if (outcome.kind === "over" && callbackOf !== undefined)
    change.emit({ type: "queueAttemptFailed", queueId: callbackOf });
  const state: CallState =
    outcome.kind === "ringing"
      ? { name: "summoning", core: change.core, ring: outcome.ring, destination, callbackOf }
      : { name: "ended", core: change.core, cause: outcome.cause };
  return finish(undefined, state, change);
}
