import type { CallId } from "../calls/call-ids.ts";
import type { HangupCause } from "../calls/hangup-cause.ts";
import type { CompanyId, EndpointId, QueueId } from "../dialplan/company-config.ts";

/** Why the call of a queue did not come to the agent it was offered to. */
export type MissedReason = "noAnswer" | "declined" | "unreachable";

/** Why a queue sent a caller on. */
export type OverflowReason = "waitedTooLong" | "nobodySignedIn" | "everyonePaused" | "full" | "closed";

/** Why nobody is called back any more. */
export type CallbackEnd = "noAnswer" | "canceled" | "calledAgain" | "closed";

/**
 * One thing that happened in a queue. Every number about queues is counted from these. Every call that entered
 * ends in exactly one of answered, abandoned, overflowed, moved and callbackDropped.
 */
export type QueueRecord = {
  readonly at: number;
  readonly companyId: CompanyId;
  readonly queueId: QueueId;
} & QueueHappening;

export type QueueHappening =
  | { readonly type: "entered"; readonly callId: CallId; readonly priority: number }
  | { readonly type: "offered"; readonly callId: CallId; readonly endpointIds: readonly EndpointId[] }
  | {
      readonly type: "missed";
      readonly callId: CallId;
      readonly endpointId: EndpointId;
      readonly reason: MissedReason;
      readonly ringMs: number;
    }
  | {
      readonly type: "answered";
      readonly callId: CallId;
      readonly endpointId: EndpointId;
      readonly waitMs: number;
    }
  | { readonly type: "abandoned"; readonly callId: CallId; readonly waitMs: number }
  | {
      readonly type: "overflowed";
      readonly callId: CallId;
      readonly waitMs: number;
      readonly reason: OverflowReason;
    }
  | {
      readonly type: "moved";
      readonly callId: CallId;
      readonly waitMs: number;
      /** Undefined where the caller was sent to something that is not a queue. */
      readonly toQueueId?: QueueId;
    }
  /** Has hung up and keeps the place. */
  | { readonly type: "callbackAsked"; readonly callId: CallId }
  /** An agent has picked up, and the caller is called in a new call. */
  | {
      readonly type: "callbackTaken";
      readonly callId: CallId;
      readonly endpointId: EndpointId;
      readonly newCallId: CallId;
    }
  /** The caller did not come to the phone for that agent. */
  | {
      readonly type: "callbackFailed";
      readonly callId: CallId;
      readonly endpointId: EndpointId;
      readonly reason: HangupCause;
    }
  | {
      readonly type: "callbackDropped";
      readonly callId: CallId;
      readonly waitMs: number;
      readonly reason: CallbackEnd;
    }
  | {
      readonly type: "ended";
      readonly callId: CallId;
      readonly endpointId: EndpointId;
      readonly talkMs: number;
    }
  | { readonly type: "signedIn" | "signedOut" | "resumed" | "ready"; readonly endpointId: EndpointId }
  | { readonly type: "paused"; readonly endpointId: EndpointId; readonly reason: string }
  | { readonly type: "wrapUp"; readonly endpointId: EndpointId; readonly untilMs: number };
