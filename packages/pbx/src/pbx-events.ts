import type { RecordingFinished } from "@offhook/media/protocol";
import type { CallId } from "./calls/call-ids.ts";
import type { SupervisionMode } from "./calls/call-state.ts";
import type { PassedOver } from "./calls/passed-over.ts";
import type { CallView } from "./calls/views/call-view.ts";
import type { CompanyId, EndpointId, MailboxId, QueueId, TrunkId } from "./dialplan/company-config.ts";
import type { LineLimitName, SuspiciousKind } from "./dialplan/line-usage.ts";
import type { AgentState, CallbackParty, TakenCall } from "./queues/floor-state.ts";
import type { QueueRecord } from "./queues/queue-records.ts";
import type { Lockout } from "./registrar/guess-brake.ts";

/** Whether and how a line can be reached. */
export interface EndpointPresence {
  readonly companyId: CompanyId;
  readonly endpointId: EndpointId;
  /** Devices that answer. A registration that does not is not counted. */
  readonly onlineDevices: number;
  readonly isOnCall: boolean;
  readonly isRinging: boolean;
}

export interface QueueStatus {
  readonly companyId: CompanyId;
  readonly queueId: QueueId;
  /** In order of their turn. */
  readonly waiting: readonly {
    readonly callId: CallId;
    /** When they began to wait, also where that was in another queue. */
    readonly since: number;
    readonly priority: number;
    /** The tag of a contact that the priority comes from. */
    readonly tag?: string | undefined;
    readonly position: number;
    /** An agent may choose this caller now. */
    readonly canBeTaken: boolean;
    /** Has hung up, and is called when it is their turn. */
    readonly callback?: CallbackParty;
  }[];
  readonly agents: readonly {
    readonly endpointId: EndpointId;
    readonly state: AgentState["name"];
    readonly since: number;
    /** Why the agent is paused, also where a call goes on until then. */
    readonly reason?: string | undefined;
    /** When the wrap-up ends by itself. */
    readonly untilMs?: number | undefined;
    /** The call of this queue that the agent is on. */
    readonly call?: TakenCall | undefined;
  }[];
}

export interface TrunkStatus {
  readonly trunkId: TrunkId;
  readonly isUp: boolean;
  readonly isRegistered: boolean;
  readonly reason: string | undefined;
}

export interface PbxCounts {
  readonly calls: number;
  readonly legs: number;
  readonly bridges: number;
  readonly devices: number;
  readonly dialogs: number;
  readonly waiting: number;
  readonly faxes: number;
  /** Phones that do not want to be told of waiting messages unasked. */
  readonly unwilling: number;
}

export type PbxAlarm =
  | {
      readonly kind: "internationalRefused";
      readonly endpointId: EndpointId | undefined;
      readonly number: string;
    }
  | {
      readonly kind: "blockedNumberRefused";
      readonly endpointId: EndpointId | undefined;
      readonly number: string;
    }
  /** A premium or satellite number, which the company has not opened. */
  | {
      readonly kind: "costlyNumberRefused";
      readonly endpointId: EndpointId | undefined;
      readonly number: string;
    }
  /** Sudden calls of a kind that stolen lines make: the line makes no more of them for now. */
  | {
      readonly kind: "lineStopped";
      readonly endpointId: EndpointId | undefined;
      readonly number: string;
      readonly what: SuspiciousKind;
      readonly calls: number;
    }
  | {
      readonly kind: "lineIsStopped";
      readonly endpointId: EndpointId;
      readonly number: string;
      readonly what: SuspiciousKind;
    }
  | {
      readonly kind: "lineLimitReached";
      readonly endpointId: EndpointId | undefined;
      readonly limit: LineLimitName;
      readonly allowed: number;
    }
  | { readonly kind: "dailySpendReached"; readonly spent: number; readonly limit: number }
  | { readonly kind: "concurrentCallsReached"; readonly limit: number }
  | {
      readonly kind: "emergencyCall";
      readonly endpointId: EndpointId | undefined;
      readonly number: string;
      readonly hasCarrier: boolean;
      /** One of the carriers answers; where none does, the call is tried all the same. */
      readonly isCarrierUp: boolean;
    };

export interface PinLockout {
  readonly companyId: CompanyId;
  readonly mailboxId: MailboxId;
  readonly mailboxName: string;
  /** The number of whoever entered the last wrong one. */
  readonly caller: string;
  readonly wrong: number;
  readonly waitMs: number;
}

/** Somebody has begun to speak to a mailbox. */
export interface RunningMessage {
  readonly companyId: CompanyId;
  readonly mailboxId: MailboxId;
  readonly callId: CallId;
  /** What the message will be known by, if it is kept. */
  readonly messageId: string;
  /** Grows while they speak, as the media process records: a WAV file of one channel, 16 bits and 16 kHz. */
  readonly file: string;
  readonly callerNumber: string;
  readonly callerName: string;
  readonly startedAt: number;
}

export interface PbxEvents {
  /** Every visible change of a live call, its first appearance included. */
  callChanged: CallView;
  /** Last word on a call: its phase is `ended`. */
  callEnded: CallView;
  /** Somebody of this line does not want the call; `by` is the user, where known. */
  callDeclined: {
    readonly callId: CallId;
    readonly endpointId: EndpointId;
    readonly by: string | undefined;
  };
  presenceChanged: EndpointPresence;
  /** Once for every real change: of callers, and of an agent's login, pause, line or calls. */
  queueChanged: QueueStatus;
  queueRecorded: QueueRecord;
  /** Lines that a hunt group or queue did not ring for a call, and why; told again when the reasons change. */
  passedOver: PassedOver;
  /** Somebody who leads agents is in the call of one of them from now on, in this way. */
  supervisionBegan: {
    readonly companyId: CompanyId;
    /** The call of the agent. */
    readonly callId: CallId;
    readonly agentId: EndpointId;
    readonly userId: string;
    readonly mode: SupervisionMode | "takeOver";
    /** The agent may know of it. */
    readonly isShown: boolean;
    readonly at: number;
  };
  /** No longer in the way that was told last. */
  supervisionEnded: {
    readonly companyId: CompanyId;
    readonly callId: CallId;
    readonly userId: string;
    readonly at: number;
  };
  trunkChanged: TrunkStatus;
  /** Somebody who guesses passwords has to wait from now on. */
  lockout: Lockout & { readonly companyId: CompanyId | undefined };
  /** Somebody who guesses the PIN of a mailbox has to wait from now on. */
  pinLockout: PinLockout;
  messageBegun: RunningMessage;
  /** Nobody speaks to the mailbox any more, and what was said is stored; not kept where nothing was said. */
  messageEnded: { readonly messageId: string; readonly isKept: boolean };
  alarm: { readonly companyId: CompanyId; readonly alarm: PbxAlarm };
  recordingFinished: {
    readonly companyId: CompanyId;
    readonly callId: CallId;
    /** The line that asked for it. */
    readonly endpointId: EndpointId | undefined;
    /** The queue that the call came through. */
    readonly queueId: QueueId | undefined;
    readonly recording: RecordingFinished;
  };
}
