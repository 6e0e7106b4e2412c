import type { DtmfDigit } from "@offhook/media/protocol";
import type { Destination, QueueId, RecordingPolicy } from "../dialplan/company-config.ts";
import type { OverflowReason } from "../queues/queue-records.ts";
import type { ChannelId } from "./call-ids.ts";
import type {
  ApplicationRequest,
  CameThrough,
  Channel,
  ConferencePlace,
  Fallbacks,
  RingStage,
  RingTarget,
  Supervision,
} from "./call-state.ts";
import type { HangupCause } from "./hangup-cause.ts";

/** A line that was meant and not rung, so that its history still tells of the call. */
export interface MissedTarget {
  readonly target: RingTarget;
  readonly cause: HangupCause;
}

/** What the dial plan says. */
export type Route = (
  | {
      readonly kind: "ring";
      readonly stages: readonly RingStage[];
      readonly fallbacks: Fallbacks;
      readonly hasMusic: boolean;
    }
  | {
      readonly kind: "queue";
      readonly queueId: QueueId;
      readonly musicPath: string | undefined;
      readonly priority: number;
      readonly skills: readonly string[];
      readonly recording?: RecordingPolicy | undefined;
    }
  | { readonly kind: "application"; readonly application: ApplicationRequest }
  | {
      readonly kind: "park";
      readonly slot: number;
      readonly timeoutMs: number;
      /** Undefined where whoever transfers the party gets it back. */
      readonly onTimeout?: Destination | undefined;
    }
  | { readonly kind: "refuse"; readonly cause: HangupCause }
) & {
  readonly missed: readonly MissedTarget[];
  readonly visited: readonly string[];
  readonly via?: CameThrough | undefined;
  /** Queues on the way that took nobody. */
  readonly turnedAway?: readonly TurnedAway[];
};

export interface TurnedAway {
  readonly queueId: QueueId;
  readonly priority: number;
  readonly reason: OverflowReason;
}

export type TimerName = "ring" | "park" | "announcement" | "notice" | "nearReattach" | "farReattach";

export type CallEvent = { readonly at: number } & (
  | { readonly type: "routed"; readonly route: Route }
  | { readonly type: "legRinging"; readonly channelId: ChannelId; readonly hasEarlyMedia: boolean }
  | { readonly type: "legAnswered"; readonly channelId: ChannelId }
  /** A leg is over: refused, hung up, canceled, failed; by one of the line's people where that is known. */
  | {
      readonly type: "legEnded";
      readonly channelId: ChannelId;
      readonly cause: HangupCause;
      readonly by?: string | undefined;
    }
  /** A leg is gone without a word. */
  | { readonly type: "legLost"; readonly channelId: ChannelId }
  | { readonly type: "holdChanged"; readonly channelId: ChannelId; readonly isHolding: boolean }
  | { readonly type: "videoChanged"; readonly channelId: ChannelId; readonly hasVideo: boolean }
  | { readonly type: "muteChanged"; readonly channelId: ChannelId; readonly isMuted: boolean }
  | { readonly type: "digit"; readonly channelId: ChannelId; readonly digit: DtmfDigit }
  /** A device of a line that rings, or could not be reached, has just registered. */
  | { readonly type: "deviceAppeared"; readonly channel: Channel; readonly target: RingTarget }
  /** The greeting is over and the caller speaks to the mailbox. */
  | { readonly type: "messageBegun" }
  /** Somebody wants to talk to the caller who is leaving a message: these devices ring. */
  | { readonly type: "messagePickedUp"; readonly stage: RingStage }
  /** A device of one of the parties takes this call over, or comes back to it. */
  | { readonly type: "attached"; readonly channel: Channel }
  | {
      readonly type: "transferWanted";
      readonly channelId: ChannelId;
      readonly number: string;
      readonly note?: string;
    }
  /** An empty text takes the note back. */
  | { readonly type: "noteWritten"; readonly channelId: ChannelId; readonly text: string }
  | { readonly type: "transferCanceled"; readonly channelId: ChannelId }
  | {
      readonly type: "redirected";
      readonly channelId: ChannelId;
      readonly destination: Destination;
      readonly by?: string | undefined;
    }
  | {
      readonly type: "parked";
      readonly channelId: ChannelId;
      readonly slot: number;
      readonly timeoutMs: number;
    }
  | { readonly type: "conferenceChanged"; readonly conference: ConferencePlace | undefined }
  /** Somebody who listens wants to be heard by others, or goes to another call; or the agent has another leg. */
  | { readonly type: "supervisionChanged"; readonly supervision: Supervision }
  | { readonly type: "applicationEnded"; readonly next: Destination | undefined }
  /** What was to be said on this leg has been said. */
  | { readonly type: "announced"; readonly channelId: ChannelId }
  /** It is this caller's turn. */
  | {
      readonly type: "agentsOffered";
      readonly stage: RingStage;
      readonly recording?: RecordingPolicy | undefined;
    }
  /** The queue, or somebody who `isChosen` tells of, sends the caller elsewhere. */
  | { readonly type: "sentFromQueue"; readonly next: Destination; readonly isChosen: boolean }
  /** The server stops, and another process goes on with the caller who waits: agents are let go. */
  | { readonly type: "setAside" }
  | { readonly type: "timeUp"; readonly timer: TimerName }
  | { readonly type: "shutDown" }
);
