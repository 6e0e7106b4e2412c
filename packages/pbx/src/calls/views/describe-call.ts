import { seatsOf } from "../call-change.ts";
import type { ChannelId } from "../call-ids.ts";
import type { CallState, Channel, Ring, Seat } from "../call-state.ts";
import { isToBeRecorded, ruleIn } from "../recording-rule.ts";
import type { QualityInterval } from "../records/leg-record.ts";
import { isAway } from "../steps/derived-effects.ts";
import type { CallPhase, CallView, PartyPhase, PartyView } from "./call-view.ts";

export interface ViewContext {
  readonly sipCallId: (channelId: ChannelId) => string | undefined;
  readonly canDoVideo: (channelId: ChannelId) => boolean;
  readonly isRecording: boolean;
  readonly supervisors: CallView["supervisors"];
  readonly quality: (recordId: string) => QualityInterval | undefined;
}

/** What the world is told of a call. */
export function describeCall(state: CallState, context: ViewContext): CallView {
  const { core } = state;
  return {
    callId: core.id,
    companyId: core.companyId,
    phase: phaseOf(state),
    startedAt: core.startedAt,
    dialed: core.dialed,
    callerNumber: core.caller.number,
    callerName: core.caller.name,
    externalCallerId: core.externalCallerId,
    queueId: core.queueId,
    via: core.via,
    note: core.note,
    conferenceId: state.name === "connected" ? state.conference?.id : undefined,
    parkedSlot: state.name === "parked" ? state.slot : undefined,
    isDoorbell: core.isDoorbell,
    isTest: core.testOf !== undefined,
    isRecording: context.isRecording,
    recordingRule: ruleIn(state),
    isToBeRecorded: isToBeRecorded(state),
    supervisors: context.supervisors,
    application: state.name === "application" ? state.application.kind : undefined,
    parties: partiesOf(state, context),
    awaiting: state.name === "ringing" ? awaitedIn(state.ring) : [],
    cause: state.name === "ended" ? state.cause : undefined,
  };
}

function phaseOf(state: CallState): CallPhase {
  switch (state.name) {
    case "routing":
      return state.purpose.kind === "transfer" ? "transferring" : "offered";
    case "ringing":
      if (state.purpose.kind === "transfer") return "transferring";
      return state.purpose.kind === "queue" ? "waiting" : "ringing";
    case "connected":
      if (state.near.kind === "lost" || state.far.kind === "lost") return "reattaching";
      return isAway(state.near) || isAway(state.far) ? "held" : "connected";
    default:
      return state.name;
  }
}

function partiesOf(state: CallState, context: ViewContext): PartyView[] {
  const seated = seatsOf(state).map((seat) => ({ seat, phase: seatPhase(state, seat) }));
  const views = seated.map(({ seat, phase }) => partyView(state, seat.channel, phase, context, seat));
  const ring: Ring | undefined =
    state.name === "ringing" || state.name === "summoning" ? state.ring : undefined;
  for (const { channel, state: ringing } of ring?.ringing ?? []) {
    // Whose page is being reloaded is rung again when it is back; until then there is nothing to act on.
    if (ringing !== "lost") views.push(partyView(state, channel, "ringing", context));
  }
  return views;
}

const awaitedIn = ({ ringing }: Ring): readonly string[] =>
  ringing.flatMap(({ channel, state }) => (state === "lost" ? (channel.party.endpointId ?? []) : []));

function seatPhase(state: CallState, seat: Seat): PartyPhase {
  if (seat.kind === "lost") return "lost";
  if (seat.isHolding) return "holding";
  switch (state.name) {
    case "connected": {
      const peer = state.near === seat ? state.far : state.near;
      return isAway(peer) ? "onHold" : "talking";
    }
    case "application":
      return "application";
    case "parked":
      return state.listener === seat ? "application" : "onHold";
    case "waiting":
      return "onHold";
    default:
      return seat.isAnswered ? "onHold" : "calling";
  }
}

function partyView(
  { core }: CallState,
  channel: Channel,
  phase: PartyPhase,
  context: ViewContext,
  seat?: Seat,
): PartyView {
  const leg = core.legs.get(channel.recordId);
  return {
    channelId: channel.id,
    recordId: channel.recordId,
    endpointId: channel.party.endpointId,
    trunkId: channel.party.trunkId,
    deviceId: channel.deviceId,
    sipCallId: context.sipCallId(channel.id),
    direction: leg?.record.direction ?? "in",
    number: channel.party.number,
    name: channel.party.name,
    phase,
    answeredAt: leg?.answeredAt,
    isMuted: seat?.kind === "present" && seat.isMuted,
    hasVideo: seat?.kind === "present" && seat.hasVideo,
    canDoVideo: context.canDoVideo(channel.id),
    quality: context.quality(channel.recordId),
  };
}
