import type { LiveApplication, LiveCall } from "@offhook/contract";

/** Where the sound of a call is: in this tab, in another tab or device of the user, or between two places. */
export type CallPlace = "here" | "elsewhere" | "moving";

/**
 * What this user is in the middle of when it is not simply a talk: held or put into a conference by the other end,
 * waiting, parked, or in one of the phone system's own services.
 */
export type CallSituation = "held" | "conference" | "waiting" | "parked" | LiveApplication;

export interface CallQuality {
  /** Mean opinion score, 1 to 4.5. */
  readonly mos: number;
  readonly cause: "good" | "loss" | "jitter" | "delay";
  readonly lossPercent: number;
  readonly jitterMs: number;
  readonly roundTripMs: number;
}

/** What is known of every call, whatever its phase. */
interface AnyCall {
  /** Stays the same over reload, take-over and re-attach: it names `/calls/active/{id}`. */
  readonly id: string;
  /** The call in the phone system, shared by all of its parties; empty until the phone system has it. */
  readonly callid: string;
  /** This user's part in it, what commands name it by; empty until the phone system has it. */
  readonly channel: string;
  readonly place: CallPlace;
  readonly dir: "in" | "out";
  /** The other end. Its name and picture come from the lookup of contacts; `caller` is what the phone system says. */
  readonly number: string;
  readonly caller: string;
  /** The queue or hunt group it came through. */
  readonly via: { readonly kind: "queue" | "huntgroup"; readonly name: string } | undefined;
  readonly doorbell: boolean;
  /** A note the colleague who transferred the call has written. */
  readonly transferNote: string | undefined;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Both ends can do video. */
  readonly canDoVideo: boolean;
}

export interface RingingCall extends AnyCall {
  readonly phase: "ringing";
  /** Silenced here with "ignore": its card steps back, the call rings on elsewhere. */
  readonly isIgnored: boolean;
}

/** The other end has not answered yet. */
export interface PlacedCall extends AnyCall {
  readonly phase: "calling";
  /** The last SIP status: ringback sounds while it is 180. */
  readonly callsc: number;
  /** Digits that will be sent after the answer. */
  readonly extensions: string;
}

/** An answered call. */
export interface Talk extends AnyCall {
  readonly phase: "active";
  /** Milliseconds since the epoch; while it is being answered, when it began. */
  readonly answeredAt: number;
  /** The channel of the other end; empty while there is none. */
  readonly party: string;
  readonly hold: boolean;
  readonly muted: boolean;
  readonly recording: boolean;
  readonly recordingRule: LiveCall["recording_rule"];
  /** Who leads the user and takes part in the call, where the company lets agents know. */
  readonly supervisors: LiveCall["supervisors"];
  /** The other end was silenced for the rest of a conference. */
  readonly isPartyMuted: boolean;
  /** Calls with the same number are one conference; -1 when none. */
  readonly isInConference: number;
  /** Undefined while people simply talk. */
  readonly situation: CallSituation | undefined;
  /** Digits pressed in the call. */
  readonly keypad: string;
  /** Digits that still wait to be sent. */
  readonly extensions: string;
  readonly isDialingExtension: boolean;
  readonly quality: CallQuality | undefined;
  /** The other end shows its pictures. */
  readonly isPartyCameraOn: boolean;
  readonly isCameraOn: boolean;
  readonly localVideo: MediaStream | undefined;
  readonly remoteVideo: MediaStream | undefined;
  /** The transfer that asks first: the id of the call with the colleague who is asked. */
  readonly consultation: string | undefined;
}

export interface EndedCall extends AnyCall {
  readonly phase: "ended";
  /** Why, a plain sentence with a next step. */
  readonly endReason: string | undefined;
}

export type LivePhoneCall = RingingCall | PlacedCall | Talk;

/** A call of the user's line, as every tab shows it. */
export type ActiveCall = LivePhoneCall | EndedCall;

export const NO_CONFERENCE = -1;

export const isLive = (call: ActiveCall): call is LivePhoneCall => call.phase !== "ended";

export const isTalk = (call: ActiveCall): call is Talk => call.phase === "active";

/** It rings here and waits for an answer. */
export const isIncoming = (call: ActiveCall): call is RingingCall & { readonly dir: "in" } =>
  call.phase === "ringing" && call.dir === "in";

/** Somebody is, or may soon be, at the other end: what the page must not be left with. */
export const isGoingOn = (call: ActiveCall): boolean => isLive(call) && !isIncoming(call);

export const conferenceIdOf = (call: ActiveCall): number =>
  isTalk(call) ? call.isInConference : NO_CONFERENCE;

/** What is still shown of a call when it is over. */
export function endedCall(call: ActiveCall, endReason: string | undefined): EndedCall {
  const { id, callid, channel, place, dir, number, caller, via, doorbell, transferNote, startedAt } = call;
  const known = { id, callid, channel, place, dir, number, caller, via, doorbell, transferNote, startedAt };
  return { ...known, canDoVideo: false, phase: "ended", endReason };
}
