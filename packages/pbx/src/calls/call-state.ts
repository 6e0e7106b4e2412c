import type { PromptName } from "@offhook/media/protocol";
import type {
  CompanyId,
  Destination,
  EndpointId,
  LocationFormat,
  MailboxId,
  QueueId,
  RecordingPolicy,
  RoomId,
  TrunkId,
} from "../dialplan/company-config.ts";
import type { EmergencyPlace } from "../dialplan/emergency/emergency-place.ts";
import type { CallId, ChannelId } from "./call-ids.ts";
import type { HangupCause } from "./hangup-cause.ts";
import type { LegRecord } from "./records/leg-record.ts";

/** Somebody who calls or is called: a line of the company, or somebody outside behind a trunk. */
export interface Party {
  readonly endpointId: EndpointId | undefined;
  readonly trunkId: TrunkId | undefined;
  readonly number: string;
  readonly name: string;
}

/** One device's leg. */
export interface Channel {
  readonly id: ChannelId;
  readonly party: Party;
  /** The record it belongs to; all devices of a ringing line share one. */
  readonly recordId: string;
  readonly deviceId: string | undefined;
  /** What others hear while this one holds them. */
  readonly musicPath?: string | undefined;
}

/** The party at one of the two ends of a call. */
export type Seat = PresentSeat | LostSeat;

export interface PresentSeat {
  readonly kind: "present";
  readonly channel: Channel;
  /** False while a caller's INVITE has no final answer. */
  readonly isAnswered: boolean;
  readonly isHolding: boolean;
  readonly isMuted: boolean;
  /** It shows its pictures. */
  readonly hasVideo: boolean;
}

/** Its device is gone without a word; the call waits for it, or another device of the same people, to come back. */
interface LostSeat {
  readonly kind: "lost";
  readonly channel: Channel;
  readonly until: number;
}

/** The queue or hunt group that a call came through. */
export interface CameThrough {
  readonly kind: "queue" | "huntGroup";
  readonly name: string;
}

/** What somebody wrote for whoever a call goes to. */
export interface CallNote {
  readonly text: string;
  readonly by: string;
}

/** Shown to a device that rings. */
export interface ShownCaller {
  readonly number: string;
  readonly name: string;
  readonly isAnonymous: boolean;
  /** The queue or hunt group it comes through. */
  readonly via: string | undefined;
  readonly isDoorbell: boolean;
  /** The device is asked to pick up by itself. */
  readonly isAutoAnswered?: boolean;
}

/** Where responders are to go, and how the carrier is told. */
export interface CallLocation {
  readonly place: EmergencyPlace;
  readonly format: LocationFormat;
}

/** One line to ring, with all its devices. Without any it is unreachable, and its history says so. */
export interface RingTarget {
  readonly record: LegRecord;
  readonly channels: readonly Channel[];
  /** It has no device yet, and one is on its way: a page that has just been opened, say. */
  readonly awaited?: AwaitedDevice | undefined;
  readonly shown: ShownCaller;
  /** Outside: what to dial there. */
  readonly dial: string | undefined;
  /** To an emergency service: no limit turns it away, and it may take what is reserved for it. */
  readonly isEmergency?: boolean;
  /** Of an emergency call: where responders are to go. */
  readonly location?: CallLocation;
}

/** The place of a device that has yet to register. */
interface AwaitedDevice {
  readonly channel: Channel;
  readonly forMs: number;
}

export interface RingStage {
  readonly targets: readonly RingTarget[];
  readonly timeoutMs: number;
  /** The next trunk is tried only when this one could not; a busy line is busy over every trunk. */
  readonly isSpare: boolean;
}

export type Fallbacks = Readonly<Partial<Record<HangupCause, Destination>>>;

interface RingingChannel {
  readonly channel: Channel;
  readonly target: RingTarget;
  /** Lost: its page is being loaded; there is no leg until the line's next device appears. */
  readonly state: "starting" | "ringing" | "early" | "lost";
}

/** Devices that ring for a call right now, and what comes after them. */
export interface Ring {
  readonly ringing: readonly RingingChannel[];
  readonly until: number;
  /** Every device that rang is lost: how long to wait for one to come back. */
  readonly lostUntil: number | undefined;
  readonly later: readonly RingStage[];
  readonly causes: readonly HangupCause[];
  readonly fallbacks: Fallbacks;
  /** The waiting party hears music instead of a ring tone. */
  readonly hasMusic: boolean;
}

interface Transferor {
  readonly party: Party;
  /** Undefined once its leg is gone; then a failed transfer rings it again. */
  readonly seat: PresentSeat | undefined;
}

/** Why somebody is being rung. */
export type RingPurpose =
  | { readonly kind: "dial" }
  | { readonly kind: "queue"; readonly queueId: QueueId }
  /** An agent of the queue is there; it rings at whoever wanted to be called back. */
  | { readonly kind: "callback"; readonly queueId: QueueId }
  | { readonly kind: "transfer"; readonly transferor: Transferor }
  /** Back to the party it came from: a transfer or a parked call nobody took. */
  | { readonly kind: "return" };

/** Heard by nobody, by the agent alone, or by both. */
export type SupervisionMode = "listen" | "whisper" | "barge";

/** How somebody who leads an agent takes part in a call of theirs, over a call of its own. */
export interface Supervision {
  /** The call of the agent. */
  readonly callId: CallId;
  readonly agentId: EndpointId;
  /** Who listens. */
  readonly userId: string;
  readonly name: string;
  readonly mode: SupervisionMode;
  /** The agent is let go as soon as the listener is there. */
  readonly takesOver: boolean;
  /** Where the agent talks, and who of those there hears the listener; undefined: everybody. */
  readonly bridgeId: string;
  readonly audience: readonly ChannelId[] | undefined;
}

export type ApplicationRequest =
  | { readonly kind: "voicemail"; readonly mailboxId: MailboxId; readonly reason: HangupCause }
  | { readonly kind: "mailbox"; readonly mailboxId: MailboxId }
  | { readonly kind: "room"; readonly roomId: RoomId }
  /** With a time it ends by itself, or at any key. */
  | { readonly kind: "echo"; readonly forMs?: number }
  | { readonly kind: "music" }
  | { readonly kind: "callback" }
  /** In the call of an agent, as `supervision` of the call says. */
  | { readonly kind: "supervision" }
  | { readonly kind: "callbackKept"; readonly number: string }
  | { readonly kind: "prompt"; readonly name: PromptName; readonly cause: HangupCause };

/** A record that is open, with what is known so far. */
export interface OpenLeg {
  readonly record: LegRecord;
  readonly answeredAt: number | undefined;
  readonly deviceId: string | undefined;
  /** No device of the line could be reached; one that appears in time may still ring. */
  readonly isUnreached?: boolean;
}

/** What the queue that gave a call to an agent says about recording it. */
export interface RecordingRule {
  readonly policy: Exclude<RecordingPolicy, "onRequest">;
  readonly queueId: QueueId;
  /** The agent. */
  readonly endpointId: EndpointId;
}

/** What a call keeps through all its states. */
export interface CallCore {
  readonly id: CallId;
  readonly companyId: CompanyId;
  readonly startedAt: number;
  readonly dialed: string;
  readonly caller: Party;
  readonly externalCallerId: string | undefined;
  readonly isAnonymous: boolean;
  readonly isDoorbell: boolean;
  /** Devices of the caller's own people pick up by themselves. */
  readonly isAutoAnswered?: boolean;
  /** Nobody calls: this account wanted to know whether its devices ring. It leaves no trace. */
  readonly testOf?: string;
  /** Somebody takes part in the call of an agent. It leaves no entry in any history. */
  readonly supervision?: Supervision;
  readonly queueId: QueueId | undefined;
  /** Since when the caller waits, in whatever queues, without having talked to anybody. */
  readonly waitingSince?: number | undefined;
  /** What the queue wants that the caller waits in, or that rings agents for them. */
  readonly queueRecording?: RecordingPolicy | undefined;
  /** What the queue wanted that last gave the call to an agent. */
  readonly recordingRule?: RecordingRule | undefined;
  /** The record of the party who has heard that the call is recorded. */
  readonly toldRecordId?: string;
  /** When the agent and the caller are let talk, should the notice not be heard by then. */
  readonly noticeUntil?: number | undefined;
  readonly via: CameThrough | undefined;
  readonly note: CallNote | undefined;
  /** Destinations tried since somebody last chose one, so that forwarding in a circle ends. */
  readonly visited: readonly string[];
  readonly legs: ReadonlyMap<string, OpenLeg>;
  /** The fax line whose number was called, should the caller be a fax machine. */
  readonly faxLineId?: string | undefined;
  readonly musicPath: string | undefined;
}

export interface ConferencePlace {
  readonly id: string;
  /** A party with several calls in the conference is heard and hears through one of them; these are the others. */
  readonly silent: readonly ChannelId[];
}

/**
 *   summoning --answered--> routing --ring--> ringing --answered--> connected
 *                             |  ^                |  ^                  |
 *                             |  +--nobody, next--+  |                  |--park--> parked --timeout--> routing
 *                             +--queue--> waiting <--+                  |--transfer--> routing
 *                             +--application                            |
 *   all of them ------------------------------------------------------------> ended
 */
export type CallState =
  /** A call from another device: its own phone rings first. */
  | {
      readonly name: "summoning";
      readonly core: CallCore;
      readonly ring: Ring;
      readonly destination: string;
      /** Agents of this queue ring for somebody who is to be called back. */
      readonly callbackOf: QueueId | undefined;
    }
  /** Somebody is there and the dial plan has been asked where to. */
  | {
      readonly name: "routing";
      readonly core: CallCore;
      readonly near: PresentSeat;
      readonly purpose: RingPurpose;
    }
  | {
      readonly name: "ringing";
      readonly core: CallCore;
      /** Lost: the caller's page is being reloaded, and whoever is called goes on ringing meanwhile. */
      readonly near: Seat;
      readonly ring: Ring;
      readonly purpose: RingPurpose;
    }
  | {
      readonly name: "waiting";
      readonly core: CallCore;
      /** Lost: the caller's page is being reloaded, and the caller's place in the queue is kept. */
      readonly near: Seat;
      readonly queueId: QueueId;
    }
  | {
      readonly name: "application";
      readonly core: CallCore;
      /** Lost: the caller's page is being reloaded; the application waits for the caller and begins anew. */
      readonly near: Seat;
      readonly application: ApplicationRequest;
    }
  | {
      readonly name: "connected";
      readonly core: CallCore;
      readonly near: Seat;
      readonly far: Seat;
      readonly conference: ConferencePlace | undefined;
    }
  | {
      readonly name: "parked";
      readonly core: CallCore;
      readonly near: PresentSeat;
      readonly slot: number;
      readonly until: number;
      /** Where it goes when nobody fetches it; undefined: it ends. */
      readonly onTimeout: Destination | undefined;
      /** A party that parked it by a transfer is told the slot before it is let go. */
      readonly listener: PresentSeat | undefined;
      readonly listenUntil: number;
    }
  | { readonly name: "ended"; readonly core: CallCore; readonly cause: HangupCause };

export type LiveCallState = Exclude<CallState, { name: "ended" }>;
export type StateNamed<Name extends CallState["name"]> = Extract<CallState, { name: Name }>;

export const presentSeat = (channel: Channel, isAnswered: boolean): PresentSeat => ({
  kind: "present",
  channel,
  isAnswered,
  isHolding: false,
  isMuted: false,
  hasVideo: false,
});
