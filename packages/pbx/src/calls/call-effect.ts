import type { DtmfDigit } from "@offhook/media/protocol";
import type { Destination, EndpointId, QueueId } from "../dialplan/company-config.ts";
import type { TimerName, TurnedAway } from "./call-event.ts";
import type { CallId, ChannelId } from "./call-ids.ts";
import type { ApplicationRequest, Channel, RingPurpose, RingTarget } from "./call-state.ts";
import type { HangupCause } from "./hangup-cause.ts";
import type { LegRecord } from "./records/leg-record.ts";

/** What one leg should hear, and whether it is heard. */
export type ChannelAudio =
  | { readonly kind: "none" }
  | {
      readonly kind: "bridge";
      readonly bridgeId: string;
      readonly isMuted: boolean;
      /** Who alone hears it; left out: everybody. */
      readonly audience?: readonly ChannelId[] | undefined;
    }
  | {
      readonly kind: "music";
      readonly path: string | undefined;
      /** Before it begins, the caller is told that the call will be recorded. */
      readonly hasNotice?: boolean;
    }
  /** The call is recorded from here on. */
  | { readonly kind: "notice" }
  | { readonly kind: "ringback" }
  /** The party that parks a call hears where. */
  | { readonly kind: "parkedAt"; readonly slot: number }
  /** The application decides. */
  | { readonly kind: "application" };

/** A record at its end; the store that keeps quality and cost adds them. */
export interface LegEnd {
  readonly record: LegRecord;
  readonly answeredAt: number | undefined;
  readonly endedAt: number;
  readonly cause: HangupCause;
  readonly deviceId: string | undefined;
  /** The user who declined it. */
  readonly declinedBy?: string | undefined;
}

/** What the queues have to know. */
export type QueueNews = Extract<CallEffect, { type: `queue${string}` }>;

export type CallEffect =
  /** Ask the dial plan; the answer is a `routed` event. */
  | {
      readonly type: "route";
      readonly destination: Destination;
      readonly purpose: RingPurpose["kind"];
      /** Why it goes there: what happened at the destination before. */
      readonly reason: HangupCause | undefined;
    }
  | { readonly type: "ring"; readonly channel: Channel; readonly target: RingTarget }
  /** Final for this leg, whatever it is doing: no event of it counts after this. */
  | { readonly type: "release"; readonly channelId: ChannelId; readonly cause: HangupCause }
  | { readonly type: "answer"; readonly channelId: ChannelId }
  /** Tell an unanswered caller that it rings, or let it hear what there is to hear. */
  | { readonly type: "progress"; readonly channelId: ChannelId; readonly kind: "ringing" | "early" }
  | { readonly type: "audio"; readonly channelId: ChannelId; readonly audio: ChannelAudio }
  | { readonly type: "digit"; readonly channelId: ChannelId; readonly digit: DtmfDigit }
  | { readonly type: "startTimer"; readonly timer: TimerName; readonly at: number }
  | { readonly type: "stopTimer"; readonly timer: TimerName }
  | {
      readonly type: "runApplication";
      readonly channelId: ChannelId;
      readonly application: ApplicationRequest;
    }
  | { readonly type: "stopApplication" }
  | { readonly type: "openRecord"; readonly record: LegRecord }
  | { readonly type: "closeRecord"; readonly end: LegEnd }
  /** How a transfer goes, to the leg that asked for it; 200 and above is the last word. */
  | { readonly type: "reportTransfer"; readonly channelId: ChannelId; readonly status: number }
  | { readonly type: "moveChannel"; readonly channelId: ChannelId; readonly to: CallId }
  | {
      readonly type: "queueEntered";
      readonly queueId: QueueId;
      readonly waitingSince: number;
      readonly priority: number;
      readonly skills: readonly string[];
    }
  | ({ readonly type: "queueTurnedAway" } & TurnedAway)
  | { readonly type: "queueAttemptFailed"; readonly queueId: QueueId }
  | { readonly type: "queueAnswered"; readonly queueId: QueueId; readonly endpointId: EndpointId }
  /** Of a callback: an agent has picked up, and the caller is called. */
  | { readonly type: "queueCallbackTaken"; readonly queueId: QueueId; readonly endpointId: EndpointId }
  | { readonly type: "queueCallbackFailed"; readonly queueId: QueueId; readonly reason: HangupCause }
  | {
      readonly type: "queueLeft";
      readonly queueId: QueueId;
      /** To where the queue or somebody sent the caller; else the caller is gone. */
      readonly isSentOn: boolean;
    };
