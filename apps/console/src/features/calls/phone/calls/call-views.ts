import type { LiveCall } from "@offhook/contract";
import { type CallNotes, FRESH_CALL, type Leg, type LocalCall, type PhoneModel } from "../phone-model.ts";
import { describeQuality } from "../sound/call-quality.ts";
import {
  type ActiveCall,
  type CallPlace,
  type CallSituation,
  conferenceIdOf,
  isIncoming,
  isTalk,
  type LivePhoneCall,
  NO_CONFERENCE,
  type Talk,
} from "./active-call.ts";

/** The user's part in a call as the phone system has it. */
export interface Seat {
  readonly row: LiveCall;
  readonly line: string;
  /** The other parties. */
  readonly others: readonly LiveCall[];
}

const MS = 1_000;
const PERCENT = 100;

export const isRingingRow = ({ status }: LiveCall): boolean => status === "ringing";

/** One seat for every call of the user's lines: the part that talks, or else one that rings, best one of this tab. */
export function seatsOf(model: PhoneModel): Seat[] {
  const channels = new Set([...model.legs.values()].map(({ channel }) => channel));
  return [...model.lists].flatMap(([line, rows]) => {
    const own = rows.filter(
      (row) => row.phone === line && row.status !== "ended" && !model.gone.has(row.channel),
    );
    const callids = [...new Set(own.map(({ callid }) => callid))];
    return callids.map((callid) => {
      const parts = own.filter((row) => row.callid === callid);
      const row =
        parts.find((part) => !isRingingRow(part)) ??
        parts.find((part) => channels.has(part.channel) || hasLegOf(model, part)) ??
        parts[0];
      const others = rows.filter((each) => each.callid === callid && each.phone !== line);
      return { row: row as LiveCall, line, others };
    });
  });
}

const hasLegOf = ({ legs }: PhoneModel, { sip_callid }: LiveCall): boolean =>
  sip_callid !== null && legs.has(sip_callid);

export function isOfLeg(leg: Leg, row: LiveCall): boolean {
  return (leg.channel !== "" && leg.channel === row.channel) || leg.id === row.sip_callid;
}

/** The leg that carries a seat: by its name, or because it comes back to that call. */
function legOfSeat(model: PhoneModel, { row, line }: Seat): Leg | undefined {
  const legs = [...model.legs.values()];
  const isComing = ({ kind, callid, ...leg }: Leg): boolean =>
    callid === row.callid && leg.line === line && (kind === "attach" || (kind === "in" && isRingingRow(row)));
  return legs.find((leg) => isOfLeg(leg, row)) ?? legs.find(isComing);
}

/** Every call as the screens show it: what rings first, then by age. */
export function viewCalls(model: PhoneModel): readonly ActiveCall[] {
  const seats = seatsOf(model);
  const carried = new Set<string>();
  const listed = seats.map((seat) => {
    const leg = legOfSeat(model, seat);
    if (leg) carried.add(leg.id);
    return viewSeat(model, seat, leg);
  });
  const fresh = [...model.legs.values()]
    .filter(({ id, callid, kind }) => !carried.has(id) && !isCoveredBy(seats, kind, callid))
    .map((leg) => viewLeg(model, leg));
  const live = withConferences([...listed, ...fresh]);
  const ended = [...model.ended.values()].filter(({ id }) => !live.some((call) => call.id === id));
  return [...live, ...ended].sort(byUrgency);
}

/** A ring that was taken on another device is shown by that device's seat alone. */
const isCoveredBy = (seats: readonly Seat[], kind: Leg["kind"], callid: string): boolean =>
  kind !== "out" && callid !== "" && seats.some(({ row }) => row.callid === callid);

function byUrgency(a: ActiveCall, b: ActiveCall): number {
  const rank = (call: ActiveCall): number => (isIncoming(call) ? 0 : call.phase === "ended" ? 2 : 1);
  return rank(a) - rank(b) || a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1);
}

/** A conference of one is none: its last call has left it. */
function withConferences(calls: readonly LivePhoneCall[]): LivePhoneCall[] {
  return calls.map((call) => {
    if (!isTalk(call) || call.isInConference === NO_CONFERENCE) return call;
    const isAlone = calls.filter((each) => conferenceIdOf(each) === call.isInConference).length < 2;
    if (!isAlone) return call;
    // It may still be one of the other end, whose other calls are none of ours.
    return { ...call, isInConference: NO_CONFERENCE, situation: call.situation ?? "conference" };
  });
}

/** The entry's id stays what it was when the call began, also after a reload. */
export function idOf(model: PhoneModel, callid: string, leg: Leg | undefined): string {
  return leg?.callId ?? model.notes.get(callid)?.id ?? callid;
}

function viewSeat(model: PhoneModel, seat: Seat, leg: Leg | undefined): LivePhoneCall {
  const { row, others } = seat;
  const id = idOf(model, row.callid, leg);
  const local = model.local.get(id) ?? FRESH_CALL;
  const notes = model.notes.get(row.callid);
  const other = others.find(({ channel }) => channel === row.bridged_callid) ?? others[0];
  // A leg of ours that rings is an incoming call, even where the line itself asked for it.
  const dir = leg?.kind === "in" && leg.state !== "active" ? "in" : row.dir;
  const phase = phaseOf(row, leg, local);
  const startedAt = row.started_at * MS;
  const call = {
    id,
    callid: row.callid,
    channel: leg?.channel || row.channel,
    place: placeOf(model, row, leg),
    dir,
    ...otherEnd(row, other, dir, leg),
    via: row.via ?? leg?.via,
    doorbell: row.doorbell,
    transferNote: row.note ?? undefined,
    startedAt,
    canDoVideo: row.can_video && other?.can_video === true && row.conference === null,
  };
  switch (phase) {
    case "ringing":
      // A caller may have waited in a queue: for the phone that rings the call begins now.
      return { ...call, startedAt: leg?.startedAt ?? startedAt, phase, isIgnored: isSilenced(local) };
    case "calling":
      return {
        ...call,
        phase,
        callsc: leg?.state === "calling" ? leg.callsc : 0,
        extensions: local.extensions,
      };
    case "active":
      return {
        ...call,
        phase,
        ...ownPartOf(local, notes),
        ...partyOf(other, local),
        ...switchesOf(row, local, notes),
        answeredAt: row.answered_at === null ? answeredAtOf(leg, startedAt) : row.answered_at * MS,
        isInConference: row.conference === null ? NO_CONFERENCE : conferenceNumber(row.conference),
        situation: situationOf(row),
        recordingRule: row.recording_rule,
        supervisors: row.supervisors,
        quality: local.quality ?? qualityOf(row),
      };
  }
}

const isSilenced = ({ isIgnored, isTakenByTab }: LocalCall): boolean => isIgnored || isTakenByTab;

type OwnPart = Pick<
  Talk,
  "extensions" | "isDialingExtension" | "isCameraOn" | "localVideo" | "keypad" | "consultation"
>;

/** What only this browser knows of a talk. */
function ownPartOf(local: LocalCall, notes: CallNotes | undefined): OwnPart {
  const { extensions, isDialingExtension, localVideo } = local;
  const isCameraOn = localVideo !== undefined;
  const { keypad = "", consultation } = notes ?? {};
  return { extensions, isDialingExtension, isCameraOn, localVideo, keypad, consultation };
}

type Party = Pick<Talk, "party" | "isPartyMuted" | "isPartyCameraOn" | "remoteVideo">;

/** The other end; nobody while the phone system has not said. */
function partyOf(other: LiveCall | undefined, { remoteVideo }: LocalCall): Party {
  const { channel: party = "", muted: isPartyMuted = false, video: isPartyCameraOn = false } = other ?? {};
  return { party, isPartyMuted, isPartyCameraOn, remoteVideo: isPartyCameraOn ? remoteVideo : undefined };
}

type Switches = Pick<Talk, "hold" | "muted" | "recording">;

/** What was asked for a moment ago counts more than a list; a lost part has forgotten both. */
function switchesOf(row: LiveCall, { wanted }: LocalCall, notes: CallNotes | undefined): Switches {
  const isLost = row.status === "lost";
  return {
    hold: wanted.hold ?? (isLost ? (notes?.hold ?? false) : row.holding),
    muted: wanted.muted ?? (isLost ? (notes?.muted ?? false) : row.muted),
    recording: wanted.recording ?? row.recording,
  };
}

const answeredAtOf = (leg: Leg | undefined, startedAt: number): number =>
  leg?.state === "active" ? leg.answeredAt : startedAt;

const NOBODY: LiveCall["supervisors"] = [];

/** A leg that no list has yet. */
function viewLeg(model: PhoneModel, leg: Leg): LivePhoneCall {
  const { callid, channel, number, caller, via, doorbell, startedAt } = leg;
  const local = model.local.get(leg.callId) ?? FRESH_CALL;
  const known = { callid, channel, number, caller, via, doorbell, startedAt };
  const call = {
    ...known,
    id: leg.callId,
    place: leg.kind === "attach" && leg.state !== "active" ? ("moving" as const) : ("here" as const),
    dir: leg.kind === "in" ? ("in" as const) : ("out" as const),
    transferNote: undefined,
    canDoVideo: false,
  };
  if (leg.state === "ringing") return { ...call, phase: "ringing", isIgnored: isSilenced(local) };
  if (leg.state === "calling" && leg.kind === "out")
    return { ...call, phase: "calling", callsc: leg.callsc, extensions: local.extensions };
  const { hold = false, muted = false, recording = false } = local.wanted;
  return {
    ...call,
    phase: "active",
    ...ownPartOf(local, model.notes.get(callid)),
    answeredAt: answeredAtOf(leg, startedAt),
    ...partyOf(undefined, local),
    hold,
    muted,
    recording,
    recordingRule: null,
    isInConference: NO_CONFERENCE,
    situation: undefined,
    supervisors: NOBODY,
    quality: local.quality,
  };
}

function phaseOf(row: LiveCall, leg: Leg | undefined, local: LocalCall): LivePhoneCall["phase"] {
  // What the own leg knows is fresher than any list.
  if (leg?.state === "active" || leg?.state === "answering" || leg?.kind === "attach") return "active";
  if (row.status === "ringing") return local.isTakenByTab ? "active" : "ringing";
  if (row.status === "calling") return "calling";
  if (row.answered_at === null && row.dir === "out" && row.status === "waiting") return "calling";
  return "active";
}

function situationOf({ status, holding, application }: LiveCall): CallSituation | undefined {
  switch (status) {
    case "application":
      return application ?? undefined;
    case "hold":
      return holding ? undefined : "held";
    case "waiting":
    case "parked":
      return status;
    default:
      return undefined;
  }
}

function placeOf(model: PhoneModel, row: LiveCall, leg: Leg | undefined): CallPlace {
  if (leg) return leg.kind === "attach" && leg.state !== "active" ? "moving" : "here";
  return model.returning.has(row.callid) ? "moving" : "elsewhere";
}

function otherEnd(
  row: LiveCall,
  other: LiveCall | undefined,
  dir: "in" | "out",
  leg: Leg | undefined,
): { readonly number: string; readonly caller: string } {
  // Several devices that ring are one line: its number is what was dialed.
  if (dir === "out") {
    if (row.status === "calling" || !other) return { number: row.called, caller: other?.name ?? "" };
    return { number: other.number, caller: other.name };
  }
  if (other && !isRingingRow(row)) return { number: other.number, caller: other.name };
  if (leg?.kind === "in") return { number: leg.number, caller: leg.caller };
  return { number: row.snumber, caller: row.callername };
}

function qualityOf({ quality }: LiveCall): Talk["quality"] {
  if (!quality) return undefined;
  return describeQuality({
    lossPercent: quality.loss * PERCENT,
    jitterMs: quality.jitter_ms,
    roundTripMs: quality.round_trip_ms ?? 0,
  });
}

/** The same number in all tabs, made of the phone system's own name for it (FNV-1a). */
function conferenceNumber(name: string): number {
  let hash = 0x811c9dc5;
  for (const unit of name) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 1;
}
