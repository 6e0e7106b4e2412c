import type { CallChange } from "../call-change.ts";
import type { CallEvent, TimerName } from "../call-event.ts";
import type { ChannelId } from "../call-ids.ts";
import {
  type CallNote,
  type CallState,
  type Channel,
  type Party,
  type PresentSeat,
  presentSeat,
  type Seat,
  type StateNamed,
} from "../call-state.ts";
import type { HangupCause } from "../hangup-cause.ts";
import { isAway } from "./derived-effects.ts";
import { backTo, NOTICE_MS, parkedState, route } from "./near-steps.ts";

type Connected = StateNamed<"connected">;
type Side = "near" | "far";

export function sideOf(state: Connected, channelId: ChannelId): Side | undefined {
  if (state.near.channel.id === channelId) return "near";
  return state.far.channel.id === channelId ? "far" : undefined;
}

const across = (side: Side): Side => (side === "near" ? "far" : "near");

export function stepConnected(
  change: CallChange,
  state: Connected,
  event: CallEvent,
  reattachMs: number,
): CallState {
  switch (event.type) {
    case "legEnded":
      return onLegEnded(change, state, event.channelId, event.cause);
    case "legLost":
      return onLost(change, state, event.channelId, reattachMs);
    case "timeUp":
      return onTimeUp(change, state, event.timer);
    case "attached":
      return onAttached(change, state, event.channel);
    case "conferenceChanged":
      return { ...state, conference: event.conference };
    case "digit":
      return onDigit(change, state, event.channelId, event.digit);
    case "transferWanted":
      return onTransfer(change, state, event);
    case "parked":
      return onParked(change, state, event);
    case "redirected":
      return onRedirected(change, state, event);
    default:
      return state;
  }
}

function onLegEnded(
  change: CallChange,
  state: Connected,
  channelId: ChannelId,
  cause: HangupCause,
): CallState {
  const side = sideOf(state, channelId);
  if (!side) return state;
  // The late BYE of a leg that we had already given up for lost: its user wanted to hang up.
  return change.end(state, cause === "cancelled" ? "hungUp" : cause, channelId);
}

function onLost(change: CallChange, state: Connected, channelId: ChannelId, reattachMs: number): CallState {
  const side = sideOf(state, channelId);
  if (!side || state[side].kind === "lost") return state;
  const { channel } = state[side];
  change.emit({ type: "release", channelId, cause: "lost" });
  // A carrier does not call back into a call that it has lost.
  if (channel.party.endpointId === undefined) return change.end(state, "lost", channelId);
  const lost: Seat = { kind: "lost", channel, until: change.at + reattachMs };
  return { ...state, [side]: lost };
}

function onTimeUp(change: CallChange, state: Connected, timer: TimerName): CallState {
  if (timer === "notice") return onNoticeUnheard(change, state);
  const side: Side | undefined =
    timer === "nearReattach" ? "near" : timer === "farReattach" ? "far" : undefined;
  return side && state[side].kind === "lost" ? change.end(state, "lost", state[side].channel.id) : state;
}

/** Without the notice nothing is recorded, but people talk. */
function onNoticeUnheard(change: CallChange, state: Connected): CallState {
  const isSaid = !isAway(state.near) && !isAway(state.far);
  change.patch(isSaid ? { recordingRule: undefined } : { noticeUntil: change.at + NOTICE_MS });
  return { ...state, core: change.core };
}

function onAttached(change: CallChange, state: Connected, newcomer: Channel): CallState {
  const { endpointId } = newcomer.party;
  const isTheirs = (seat: Seat): boolean =>
    endpointId !== undefined && seat.channel.party.endpointId === endpointId;
  // When both ends are the same line, the one that is missing is the one to come back to.
  const sides = (["near", "far"] as const).filter((each) => isTheirs(state[each]));
  const side = sides.find((each) => state[each].kind === "lost") ?? sides[0];
  if (!side) {
    change.emit({ type: "release", channelId: newcomer.id, cause: "forbidden" });
    return state;
  }
  const old = state[side];
  if (old.kind === "present") change.emit({ type: "release", channelId: old.channel.id, cause: "replaced" });
  const channel: Channel = { ...newcomer, recordId: old.channel.recordId, party: old.channel.party };
  change.emit({ type: "answer", channelId: channel.id });
  const seat = presentSeat(channel, true);
  // A caller who was away when the other side answered takes part only from now on.
  change.answered(seat);
  return { ...state, core: change.core, [side]: seat };
}

function onDigit(
  change: CallChange,
  state: Connected,
  channelId: ChannelId,
  digit: Extract<CallEvent, { type: "digit" }>["digit"],
): CallState {
  const side = sideOf(state, channelId);
  const peer = side && state[across(side)];
  if (peer?.kind === "present") change.emit({ type: "digit", channelId: peer.channel.id, digit });
  return state;
}

export const noteFrom = ({ name }: Party, text: string): CallNote | undefined =>
  text === "" ? undefined : { text, by: name };

/** The seat that acts and the one that stays; both must be present. */
function pairOf(
  state: Connected,
  channelId: ChannelId,
): { readonly actor: PresentSeat; readonly kept: PresentSeat } | undefined {
  const side = sideOf(state, channelId);
  if (!side) return undefined;
  const actor = state[side];
  const kept = state[across(side)];
  if (actor.kind !== "present" || kept.kind !== "present") return undefined;
  return { actor, kept: { ...kept, isHolding: false } };
}

/** Whether the call can be transferred or parked by the party of this channel. */
export function mayHandOver(state: CallState, channelId: ChannelId): boolean {
  return state.name === "connected" && pairOf(state, channelId) !== undefined;
}

function onTransfer(
  change: CallChange,
  state: Connected,
  { channelId, number, note }: Extract<CallEvent, { type: "transferWanted" }>,
): CallState {
  const pair = pairOf(state, channelId);
  if (!pair) return state;
  const { party } = pair.actor.channel;
  change.patch({ visited: [], queueId: undefined, via: undefined, waitingSince: undefined });
  if (note !== undefined) change.patch({ note: noteFrom(party, note) });
  const transferor = { party, seat: pair.actor };
  return route(change, pair.kept, { kind: "transfer", transferor }, { kind: "number", number }, undefined);
}

function onParked(
  change: CallChange,
  state: Connected,
  { channelId, slot, timeoutMs }: Extract<CallEvent, { type: "parked" }>,
): CallState {
  const pair = pairOf(state, channelId);
  if (!pair) return state;
  change.dismiss(pair.actor, "replaced");
  const onTimeout = backTo(pair.actor.channel.party);
  return parkedState(change, { near: pair.kept, slot, timeoutMs, onTimeout, listener: undefined });
}

/** Sends the other party elsewhere and leaves: "to voicemail" in a live call. */
function onRedirected(
  change: CallChange,
  state: Connected,
  { channelId, destination }: Extract<CallEvent, { type: "redirected" }>,
): CallState {
  const pair = pairOf(state, channelId);
  if (!pair) return state;
  change.dismiss(pair.actor, "replaced");
  change.patch({ visited: [], queueId: undefined, via: undefined, waitingSince: undefined });
  return route(change, pair.kept, { kind: "dial" }, destination, undefined);
}
