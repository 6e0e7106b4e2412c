import type { CompanyId, EndpointId, QueueId, TrunkId } from "../../dialplan/company-config.ts";
import type { CallId, ChannelId } from "../call-ids.ts";
import type {
  ApplicationRequest,
  CallNote,
  CameThrough,
  RecordingRule,
  SupervisionMode,
} from "../call-state.ts";
import type { HangupCause } from "../hangup-cause.ts";
import type { QualityInterval } from "../records/leg-record.ts";

/** What a call looks like from outside, in one word. */
export type CallPhase =
  | "offered"
  /** The first device of a call from another device rings. */
  | "summoning"
  | "ringing"
  | "waiting"
  | "application"
  | "connected"
  | "held"
  | "parked"
  | "transferring"
  /** A leg is gone without a word; the other side hears music until it is back. */
  | "reattaching"
  | "ended";

export type PartyPhase = "calling" | "ringing" | "talking" | "holding" | "onHold" | "lost" | "application";

/** One party of a live call. */
export interface PartyView {
  readonly channelId: ChannelId;
  /** The record its history entry will have. */
  readonly recordId: string;
  readonly endpointId: EndpointId | undefined;
  readonly trunkId: TrunkId | undefined;
  readonly deviceId: string | undefined;
  /** The Call-ID of its SIP dialog: how a client finds its own leg. Undefined while it has none. */
  readonly sipCallId: string | undefined;
  readonly direction: "in" | "out";
  readonly number: string;
  readonly name: string;
  readonly phase: PartyPhase;
  /** Since when it is no longer just calling or ringing. */
  readonly answeredAt: number | undefined;
  readonly isMuted: boolean;
  readonly hasVideo: boolean;
  /** Its device is one that can show and be shown pictures. */
  readonly canDoVideo: boolean;
  /** Of its audio in the last interval. */
  readonly quality: QualityInterval | undefined;
}

/** Somebody who leads the agent of a call and takes part in it. */
export interface SupervisorView {
  readonly userId: string;
  readonly name: string;
  readonly mode: SupervisionMode;
  /** The agent may know. */
  readonly isShown: boolean;
}

export interface CallView {
  readonly callId: CallId;
  readonly companyId: CompanyId;
  readonly phase: CallPhase;
  readonly startedAt: number;
  /** What was dialed, and who called, as shown inside and outside the company. */
  readonly dialed: string;
  readonly callerNumber: string;
  readonly callerName: string;
  readonly externalCallerId: string | undefined;
  readonly queueId: QueueId | undefined;
  readonly via: CameThrough | undefined;
  readonly note: CallNote | undefined;
  readonly conferenceId: string | undefined;
  readonly parkedSlot: number | undefined;
  readonly isDoorbell: boolean;
  /** Somebody tries whether their own device rings; nobody else is to be told. */
  readonly isTest: boolean;
  readonly isRecording: boolean;
  /** Where a queue decides on it, and not whoever talks. */
  readonly recordingRule: RecordingRule | undefined;
  /** By that rule, from now on. */
  readonly isToBeRecorded: boolean;
  readonly supervisors: readonly SupervisorView[];
  /** The application that talks to the caller, say `voicemail`. */
  readonly application: ApplicationRequest["kind"] | undefined;
  readonly parties: readonly PartyView[];
  /** Lines that ring without a device: one is on its way, or may be. */
  readonly awaiting: readonly EndpointId[];
  readonly cause: HangupCause | undefined;
}
