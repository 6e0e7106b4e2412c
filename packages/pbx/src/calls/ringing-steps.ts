import type { Destination } from "../dialplan/company-config.ts";
import type { CallChange } from "./call-change.ts";
import type { CallEvent } from "./call-event.ts";
import { type CallState, presentSeat, type RingPurpose, type StateNamed } from "./call-state.ts";
import type { HangupCause } from "./hangup-cause.ts";
import { afterNobody, answerNear, backToTransferor, route } from "./near-steps.ts";
import {
  addDevice,
  dropRinging,
  markRinging,
  type RingOutcome,
  settleRing,
  stopRinging,
  timeOutRing,
} from "./ring-steps.ts";

type Ringing = StateNamed<"ringing">;

export function stepRinging(change: CallChange, state: Ringing, event: CallEvent): CallState {
  switch (event.type) {
    case "legRinging":
      return onLegRinging(change, state, event.channelId, event.hasEarlyMedia);
    case "legAnswered":
      return onAnswered(change, state, event.channelId);
    case "legEnded":
      return onLegEnded(change, state, event.channelId, event.cause);
    case "timeUp":
      return event.timer === "ring" ? afterRing(change, state, timeOutRing(change, state.ring)) : state;
    case "deviceAppeared":
      return { ...state, ring: addDevice(change, state.ring, event.channel), core: change.core };
    case "redirected":
      return onRedirected(change, state, event.channelId, event.destination);
    case "transferCancelled":
      return onTransferCancelled(change, state, event.channelId);
    default:
      return state;
  }
}

function onLegRinging(
  change: CallChange,
  state: Ringing,
  channelId: string,
  hasEarlyMedia: boolean,
): CallState {
  if (!state.ring.ringing.some(({ channel }) => channel.id === channelId)) return state;
  const { near, purpose } = state;
  const isAudible = hasEarlyMedia && state.ring.ringing.length === 1;
  const ring = markRinging(state.ring, channelId, isAudible ? "early" : "ringing");
  if (!near.isAnswered) {
    const kind = isAudible || ring.hasMusic ? "early" : "ringing";
    change.emit({ type: "progress", channelId: near.channel.id, kind });
  }
  if (purpose.kind === "transfer" && purpose.transferor.seat)
    change.emit({ type: "reportTransfer", channelId: purpose.transferor.seat.channel.id, status: 180 });
  return { ...state, ring };
}

function onAnswered(change: CallChange, state: Ringing, channelId: string): CallState {
  const winner = state.ring.ringing.find(({ channel }) => channel.id === channelId)?.channel;
  if (!winner) return state;
  settleRing(change, state.ring, winner);
  const far = presentSeat(winner, true);
  const near = answerNear(change, state.near);
  change.answered(far);
  const { purpose } = state;
  if (purpose.kind === "transfer") {
    const { seat } = purpose.transferor;
    if (seat) change.emit({ type: "reportTransfer", channelId: seat.channel.id, status: 200 });
    change.dismiss(seat, "replaced");
  }
  if (purpose.kind === "queue")
    change.emit({
      type: "queueAnswered",
      queueId: purpose.queueId,
      endpointId: winner.party.endpointId,
    });
  return { name: "connected", core: change.core, near, far, conference: undefined };
}

function onLegEnded(change: CallChange, state: Ringing, channelId: string, cause: HangupCause): CallState {
  const { near, purpose } = state;
  if (near.channel.id === channelId) return change.end(state, near.isAnswered ? "hungUp" : cause, channelId);
  if (purpose.kind === "transfer" && purpose.transferor.seat?.channel.id === channelId) {
    change.close(purpose.transferor.seat.channel.legId, "replaced");
    return { ...state, core: change.core, purpose: withoutSeat(purpose) };
  }
  if (!state.ring.ringing.some(({ channel }) => channel.id === channelId)) return state;
  return afterRing(change, state, dropRinging(change, state.ring, channelId, cause));
}

const withoutSeat = (purpose: Extract<RingPurpose, { kind: "transfer" }>): RingPurpose => ({
  kind: "transfer",
  transferor: { party: purpose.transferor.party, seat: undefined },
});

/** Goes on ringing, or decides what becomes of a party whom nobody answered. */
function afterRing(change: CallChange, state: Ringing, outcome: RingOutcome): CallState {
  if (outcome.kind === "ringing") return { ...state, core: change.core, ring: outcome.ring };
  const { near, purpose } = state;
  return afterNobody(change, { near, purpose }, outcome.cause, outcome.fallbacks[outcome.cause]);
}

function onRedirected(change: CallChange, state: Ringing, channelId: string, to: Destination): CallState {
  const asked = state.ring.ringing.find(({ channel }) => channel.id === channelId);
  if (!asked || state.purpose.kind === "queue") return state;
  stopRinging(change, state.ring, "declined");
  for (const { target } of state.ring.ringing) change.close(target.record.id, "declined");
  const transferor = state.purpose.kind === "transfer" ? state.purpose.transferor.seat : undefined;
  if (transferor) change.emit({ type: "reportTransfer", channelId: transferor.channel.id, status: 200 });
  change.dismiss(transferor, "replaced");
  return route(change, state.near, { kind: "dial" }, to, "declined");
}

function onTransferCancelled(change: CallChange, state: Ringing, channelId: string): CallState {
  const { purpose } = state;
  if (purpose.kind !== "transfer" || purpose.transferor.seat?.channel.id !== channelId) return state;
  stopRinging(change, state.ring, "cancelled");
  for (const { target } of state.ring.ringing) change.close(target.record.id, "cancelled");
  return backToTransferor(change, state.near, purpose.transferor.seat, 487);
}
