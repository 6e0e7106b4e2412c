import type { EndpointId, QueueId } from "../../dialplan/company-config.ts";
import type { CallChange } from "../call-change.ts";
import type { CallEvent, TimerName } from "../call-event.ts";
import {
  type CallState,
  type Channel,
  type PresentSeat,
  presentSeat,
  type Ring,
  type RingPurpose,
  type RingTarget,
  type Seat,
  type StateNamed,
} from "../call-state.ts";
import type { HangupCause } from "../hangup-cause.ts";
import {
  afterNobody,
  answerNear,
  backToTransferor,
  leaveQueue,
  NOTICE_MS,
  route,
  takeSeat,
  waitOn,
} from "./near-steps.ts";
import {
  addDevice,
  dropRinging,
  earlyChannel,
  loseRinging,
  markRinging,
  type RingOutcome,
  settleRing,
  stopRinging,
  timeOutRing,
} from "./ring-steps.ts";

type Ringing = StateNamed<"ringing">;

export function stepRinging(
  change: CallChange,
  state: Ringing,
  event: CallEvent,
  reattachMs: number,
): CallState {
  switch (event.type) {
    case "legRinging":
      return onLegRinging(change, state, event.channelId, event.hasEarlyMedia);
    case "legAnswered":
      return onAnswered(change, state, event.channelId);
    case "legLost":
      return onLost(change, state, event.channelId, reattachMs);
    case "attached":
      return onAttached(change, state, event.channel);
    case "legEnded":
      return onLegEnded(change, state, event.channelId, event);
    case "timeUp":
      return onTimeUp(change, state, event.timer);
    case "deviceAppeared":
      return onDevice(change, state, event.channel, event.target);
    case "redirected":
      return onRedirected(change, state, event);
    case "transferCanceled":
      return onTransferCanceled(change, state, event.channelId);
    case "sentFromQueue":
      return onSentFromQueue(change, state, event);
    case "setAside":
      return onSetAside(change, state);
    default:
      return state;
  }
}

function onDevice(change: CallChange, state: Ringing, channel: Channel, target: RingTarget): CallState {
  const ring = addDevice(change, state.ring, channel, target);
  return ring === state.ring ? state : { ...state, ring, core: change.core };
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
  if (near.kind === "present" && !near.isAnswered) tellNear(change, near, ring);
  if (purpose.kind === "transfer" && purpose.transferor.seat)
    change.emit({ type: "reportTransfer", channelId: purpose.transferor.seat.channel.id, status: 180 });
  return { ...state, ring };
}

function onTimeUp(change: CallChange, state: Ringing, timer: TimerName): CallState {
  if (timer === "ring") return afterRing(change, state, timeOutRing(change, state.ring));
  const isGivenUp = timer === "nearReattach" && state.near.kind === "lost";
  return isGivenUp ? change.end(state, "lost", state.near.channel.id) : state;
}

function tellNear(change: CallChange, { channel }: PresentSeat, ring: Ring): void {
  const kind = earlyChannel(ring) || ring.hasMusic ? "early" : "ringing";
  change.emit({ type: "progress", channelId: channel.id, kind });
}

function onLost(change: CallChange, state: Ringing, channelId: string, reattachMs: number): CallState {
  change.emit({ type: "release", channelId, cause: "lost" });
  const { near, ring } = state;
  if (ring.ringing.some(({ channel }) => channel.id === channelId))
    return afterRing(change, state, loseRinging(change, ring, channelId));
  const isNear = near.channel.id === channelId;
  if (!isNear || near.channel.party.endpointId === undefined)
    return onLegEnded(change, state, channelId, { cause: "lost" });
  return { ...state, near: { kind: "lost", channel: near.channel, until: change.at + reattachMs } };
}

/** The caller is back, or goes on from another device, while it still rings. */
function onAttached(change: CallChange, state: Ringing, newcomer: Channel): CallState {
  const seat = takeSeat(change, state.near, newcomer);
  if (!seat) return state;
  // A caller who was connected before a transfer has been answered, and so must the new leg be.
  const wasAnswered = change.core.legs.get(seat.channel.recordId)?.answeredAt !== undefined;
  if (wasAnswered) return { ...state, near: answerNear(change, seat) };
  if (state.ring.ringing.some((each) => each.state === "ringing" || each.state === "early"))
    tellNear(change, seat, state.ring);
  return { ...state, near: seat };
}

function onAnswered(change: CallChange, state: Ringing, channelId: string): CallState {
  const winner = state.ring.ringing.find(({ channel }) => channel.id === channelId)?.channel;
  if (!winner) return state;
  settleRing(change, state.ring, winner);
  return connectRinging(change, state, presentSeat(winner, true));
}

/** Whoever has answered, one of those who rang or somebody who answers for them, talks with the caller. */
export function connectRinging(change: CallChange, state: Ringing, far: PresentSeat): CallState {
  change.patch({ waitingSince: undefined });
  const near = state.near.kind === "present" ? answerNear(change, state.near) : state.near;
  change.answered(far);
  const { purpose } = state;
  if (purpose.kind === "transfer") {
    const { seat } = purpose.transferor;
    if (seat) change.emit({ type: "reportTransfer", channelId: seat.channel.id, status: 200 });
    change.dismiss(seat, "replaced");
  }
  const { endpointId } = far.channel.party;
  if (purpose.kind === "queue" && endpointId !== undefined) giveToAgent(change, purpose.queueId, endpointId);
  if (purpose.kind === "callback") answerCallback(change, near, purpose.queueId);
  return { name: "connected", core: change.core, near, far, conference: undefined };
}

/** Whoever is called back has answered: from now on the agent talks. */
function answerCallback(change: CallChange, near: Seat, queueId: QueueId): void {
  const { endpointId } = near.channel.party;
  if (near.kind === "present") change.answered(near);
  if (endpointId !== undefined) giveToAgent(change, queueId, endpointId);
}

function giveToAgent(change: CallChange, queueId: QueueId, endpointId: EndpointId): void {
  const { queueRecording: policy = "onRequest" } = change.core;
  const recordingRule = policy === "onRequest" ? undefined : { policy, queueId, endpointId };
  change.patch({ recordingRule, noticeUntil: change.at + NOTICE_MS });
  change.emit({ type: "queueAnswered", queueId, endpointId });
}

function onLegEnded(
  change: CallChange,
  state: Ringing,
  channelId: string,
  end: { readonly cause: HangupCause; readonly by?: string | undefined },
): CallState {
  const { near, purpose } = state;
  if (near.channel.id === channelId)
    return change.end(state, near.kind === "present" && near.isAnswered ? "hungUp" : end.cause, channelId);
  if (purpose.kind === "transfer" && purpose.transferor.seat?.channel.id === channelId) {
    change.close(purpose.transferor.seat.channel.recordId, "replaced");
    return { ...state, core: change.core, purpose: withoutSeat(purpose) };
  }
  if (!state.ring.ringing.some(({ channel }) => channel.id === channelId)) return state;
  return afterRing(change, state, dropRinging(change, state.ring, channelId, end));
}

const withoutSeat = (purpose: Extract<RingPurpose, { kind: "transfer" }>): RingPurpose => ({
  kind: "transfer",
  transferor: { party: purpose.transferor.party, seat: undefined },
});

/** Goes on ringing, or decides what becomes of a party that nobody answered. */
function afterRing(change: CallChange, state: Ringing, outcome: RingOutcome): CallState {
  if (outcome.kind === "ringing") return { ...state, core: change.core, ring: outcome.ring };
  const { near, purpose } = state;
  // The caller's place in the queue is kept, and the time left to come back.
  if (near.kind === "lost" && purpose.kind === "queue") return waitOn(change, near, purpose.queueId);
  // Nobody answered, and nobody is there to be told.
  if (near.kind === "lost") return change.end({ ...state, ring: { ...state.ring, ringing: [] } }, "lost");
  return afterNobody(change, { near, purpose }, outcome.cause, outcome.fallbacks[outcome.cause]);
}

function onRedirected(
  change: CallChange,
  state: Ringing,
  { channelId, destination: to, by }: Extract<CallEvent, { type: "redirected" }>,
): CallState {
  const asked = state.ring.ringing.find(({ channel }) => channel.id === channelId);
  if (!asked || state.purpose.kind === "queue" || state.purpose.kind === "callback") return state;
  stopRinging(change, state.ring, "declined");
  for (const { target } of state.ring.ringing) change.close(target.record.id, "declined", by);
  const transferor = state.purpose.kind === "transfer" ? state.purpose.transferor.seat : undefined;
  if (transferor) change.emit({ type: "reportTransfer", channelId: transferor.channel.id, status: 200 });
  change.dismiss(transferor, "replaced");
  const { near } = state;
  if (near.kind === "lost") {
    const left = { ...state, purpose: { kind: "dial" }, ring: { ...state.ring, ringing: [] } } as const;
    return change.end(left, "lost");
  }
  return route(change, near, { kind: "dial" }, to, "declined");
}

/** Somebody sends a caller elsewhere while agents ring. */
function onSentFromQueue(
  change: CallChange,
  state: Ringing,
  event: Extract<CallEvent, { type: "sentFromQueue" }>,
): CallState {
  const { near, purpose, ring } = state;
  if (purpose.kind !== "queue") return state;
  if (near.kind === "lost") return change.end(state, "lost", near.channel.id);
  stopRinging(change, ring, "cancelled");
  for (const { target } of ring.ringing) change.close(target.record.id, "cancelled");
  return leaveQueue(change, near, purpose.queueId, event);
}

function onSetAside(change: CallChange, state: Ringing): CallState {
  const { near, purpose, ring } = state;
  if (purpose.kind !== "queue") return state;
  stopRinging(change, ring, "shutdown");
  for (const { target } of ring.ringing) change.close(target.record.id, "shutdown");
  return { name: "waiting", core: change.core, near, queueId: purpose.queueId };
}

function onTransferCanceled(change: CallChange, state: Ringing, channelId: string): CallState {
  const { purpose } = state;
  if (purpose.kind !== "transfer" || purpose.transferor.seat?.channel.id !== channelId) return state;
  stopRinging(change, state.ring, "cancelled");
  for (const { target } of state.ring.ringing) change.close(target.record.id, "cancelled");
  return backToTransferor(change, state.near, purpose.transferor.seat, 487);
}
