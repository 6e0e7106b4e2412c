import { CallChange } from "../call-change.ts";
import type { ChannelId } from "../call-ids.ts";
import {
  type CallState,
  type Channel,
  type OpenLeg,
  type PresentSeat,
  presentSeat,
  type Seat,
  type StateNamed,
} from "../call-state.ts";
import type { LegRecord } from "../records/leg-record.ts";
import { sideOf } from "./connected-steps.ts";
import { answerNear, letListenerGo } from "./near-steps.ts";
import { type CallStep, finish } from "./step-call.ts";

/** Two calls that have become one. `kept` goes on, `closed` has ended. */
export interface JoinedCalls {
  readonly kept: CallStep;
  readonly closed: CallStep;
}

type Connected = StateNamed<"connected">;

/** The party that asked to be taken out, and the one that stays behind. */
interface Handover {
  readonly actor: Seat;
  readonly other: Seat;
  readonly side: "near" | "far";
}

function handoverOf(state: Connected, channelId: ChannelId): Handover | undefined {
  const side = sideOf(state, channelId);
  if (!side) return undefined;
  const otherSide = side === "near" ? "far" : "near";
  return { actor: state[side], other: state[otherSide], side: otherSide };
}

/** Takes a channel and its record out of one call so that another can have them. */
function takeLeg(from: CallChange, channel: Channel): OpenLeg | undefined {
  const leg = from.core.legs.get(channel.recordId);
  const legs = new Map(from.core.legs);
  legs.delete(channel.recordId);
  from.patch({ legs });
  return leg;
}

function giveLeg(to: CallChange, channel: Channel, leg: OpenLeg | undefined, isPresent = true): void {
  // A leg that is lost was let go of: only its place and its record move.
  if (isPresent) to.emit({ type: "moveChannel", channelId: channel.id, to: to.core.id });
  if (leg) to.patch({ legs: new Map(to.core.legs).set(channel.recordId, leg) });
}

/** A note for the party that is asked goes with the call that this party takes. */
function keepNote(change: CallChange, { core }: CallState): void {
  if (core.note) change.patch({ note: core.note });
}

function joined(
  before: { readonly kept: CallState; readonly closed: CallState },
  after: { readonly kept: CallState; readonly closed: CallState },
  keeping: CallChange,
  closing: CallChange,
): JoinedCalls {
  return {
    kept: finish(before.kept, after.kept, keeping),
    closed: finish(before.closed, after.closed, closing),
  };
}

/**
 * Attended transfer: the party of `channelId` leaves both calls and the far ends are joined, also while the second
 * one still rings. Undefined when the calls do not allow it.
 */
export function transferInto(
  held: CallState,
  channelId: ChannelId,
  consultation: CallState,
  consultationId: ChannelId,
  at: number,
): JoinedCalls | undefined {
  const first = held.name === "connected" ? handoverOf(held, channelId) : undefined;
  if (held.name !== "connected" || first?.other.kind !== "present" || held.core.id === consultation.core.id)
    return undefined;
  const kept: PresentSeat = { ...first.other, isHolding: false };
  if (consultation.name === "connected") {
    const second = handoverOf(consultation, consultationId);
    return second ? joinConnected({ held, first, kept, consultation, second, at }) : undefined;
  }
  const isRinging = consultation.name === "ringing" && consultation.near.channel.id === consultationId;
  return isRinging && consultation.purpose.kind === "dial"
    ? joinRinging(held, first, kept, consultation, at)
    : undefined;
}

interface ConnectedJoin {
  readonly held: Connected;
  readonly first: Handover;
  readonly kept: PresentSeat;
  readonly consultation: Connected;
  readonly second: Handover;
  readonly at: number;
}

function joinConnected({ held, first, kept, consultation, second, at }: ConnectedJoin): JoinedCalls {
  const keeping = new CallChange(held.core, at);
  const closing = new CallChange(consultation.core, at);
  const leg = takeLeg(closing, second.other.channel);
  closing.dismiss(second.actor, "replaced");
  const closed: CallState = { name: "ended", core: closing.core, cause: "replaced" };
  keeping.dismiss(first.actor, "replaced");
  keepNote(keeping, consultation);
  giveLeg(keeping, second.other.channel, leg, second.other.kind === "present");
  const arriving: Seat =
    second.other.kind === "present" ? { ...second.other, isHolding: false } : second.other;
  const seats = first.side === "near" ? { near: kept, far: arriving } : { near: arriving, far: kept };
  const after: CallState = { name: "connected", core: keeping.core, ...seats, conference: undefined };
  return joined({ kept: held, closed: consultation }, { kept: after, closed }, keeping, closing);
}

function joinRinging(
  held: Connected,
  first: Handover,
  kept: PresentSeat,
  consultation: StateNamed<"ringing">,
  at: number,
): JoinedCalls {
  const keeping = new CallChange(held.core, at);
  const closing = new CallChange(consultation.core, at);
  const moved = consultation.ring.ringing.map(({ channel, state }) => ({
    channel,
    leg: takeLeg(closing, channel),
    isPresent: state !== "lost",
  }));
  closing.dismiss(consultation.near, "replaced");
  const closed: CallState = { name: "ended", core: closing.core, cause: "replaced" };
  keeping.dismiss(first.actor, "replaced");
  keepNote(keeping, consultation);
  for (const { channel, leg, isPresent } of moved) giveLeg(keeping, channel, leg, isPresent);
  const transferor = { party: first.actor.channel.party, seat: undefined };
  const after: CallState = {
    name: "ringing",
    core: keeping.core,
    near: kept,
    ring: { ...consultation.ring, later: [] },
    purpose: { kind: "transfer", transferor },
  };
  return joined({ kept: held, closed: consultation }, { kept: after, closed }, keeping, closing);
}

/** Whoever listens to an agent takes the agent's place, with a record of their own from here on. */
export function takeOver(
  talk: CallState,
  listening: CallState,
  record: LegRecord,
  at: number,
): JoinedCalls | undefined {
  if (talk.name !== "connected" || listening.name !== "application" || listening.near.kind === "lost")
    return undefined;
  const keeping = new CallChange(talk.core, at);
  const closing = new CallChange(listening.core, at);
  closing.close(listening.near.channel.recordId, "replaced");
  closing.emit({ type: "stopApplication" });
  const closed: CallState = { name: "ended", core: closing.core, cause: "replaced" };
  keeping.dismiss(talk.far, "replaced");
  keeping.open({ record });
  const far = presentSeat({ ...listening.near.channel, recordId: record.id }, true);
  keeping.emit({ type: "moveChannel", channelId: far.channel.id, to: talk.core.id });
  keeping.answered(far);
  const after: CallState = {
    name: "connected",
    core: keeping.core,
    near: talk.near,
    far,
    conference: undefined,
  };
  return joined({ kept: talk, closed: listening }, { kept: after, closed }, keeping, closing);
}

/** Somebody fetches a parked call. */
export function pickUp(parked: CallState, fetching: CallState, at: number): JoinedCalls | undefined {
  if (parked.name !== "parked" || fetching.name !== "routing" || fetching.purpose.kind !== "dial")
    return undefined;
  const keeping = new CallChange(parked.core, at);
  const closing = new CallChange(fetching.core, at);
  const leg = takeLeg(closing, fetching.near.channel);
  const closed: CallState = { name: "ended", core: closing.core, cause: "replaced" };
  letListenerGo(keeping, parked.listener);
  giveLeg(keeping, fetching.near.channel, leg);
  const far = answerNear(keeping, fetching.near);
  const after: CallState = {
    name: "connected",
    core: keeping.core,
    near: parked.near,
    far,
    conference: undefined,
  };
  return joined({ kept: parked, closed: fetching }, { kept: after, closed }, keeping, closing);
}
