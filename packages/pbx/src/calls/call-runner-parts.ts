import type { Clock } from "@offhook/kernel";
import type { DtmfDigit } from "@offhook/media/protocol";
import type { CompanyId, Destination } from "../dialplan/company-config.ts";
import type { RouteDecision } from "../dialplan/plan-route.ts";
import type { ChannelAudio, LegEnd, QueueNews } from "./call-effect.ts";
import type { CallId, ChannelId } from "./call-ids.ts";
import type { ApplicationRequest, CallCore, Channel, Party, RingPurpose, RingTarget } from "./call-state.ts";
import type { HangupCause } from "./hangup-cause.ts";
import type { LegRecord, QualityInterval } from "./records/leg-record.ts";
import type { CallSettings } from "./steps/step-call.ts";
import type { CallView, SupervisorView } from "./views/call-view.ts";

/** What call control asks of legs. A leg tells of itself through `CallRunner.handle`. */
export interface LegCommands {
  ring(channel: Channel, target: RingTarget, callId: CallId): void;
  /** Final, whatever the leg is doing; it says nothing more. */
  release(channelId: ChannelId, cause: HangupCause): void;
  answer(channelId: ChannelId): void;
  progress(channelId: ChannelId, kind: "ringing" | "early"): void;
  setAudio(channelId: ChannelId, audio: ChannelAudio): void;
  sendDigit(channelId: ChannelId, digit: DtmfDigit): void;
  reportTransfer(channelId: ChannelId, status: number): void;
  /** Its dialog's Call-ID, once there is one. */
  sipCallId(channelId: ChannelId): string | undefined;
  canDoVideo(channelId: ChannelId): boolean;
}

export interface RouteQuestion {
  readonly core: CallCore;
  readonly near: Party;
  readonly purpose: RingPurpose;
  readonly destination: Destination;
  readonly reason: HangupCause | undefined;
}

export interface QueueCommands {
  /** What a call does in a queue. */
  follow(companyId: CompanyId, callId: CallId, news: QueueNews): void;
}

export interface CallRunnerParts {
  readonly clock: Clock;
  readonly settings: CallSettings;
  readonly legs: LegCommands;
  readonly queues: QueueCommands;
  readonly newId: () => string;
  readonly route: (question: RouteQuestion) => RouteDecision;
  /** Starts an application on a leg; the result stops it. Its end is told through `applicationEnded`. */
  readonly runApplication: (
    callId: CallId,
    channelId: ChannelId,
    application: ApplicationRequest,
  ) => () => void;
  readonly records: {
    opened(record: LegRecord): void;
    resumed(record: LegRecord): void;
    closed(end: LegEnd): void;
    latest(recordId: string): QualityInterval | undefined;
  };
  readonly isRecording: (callId: CallId) => boolean;
  /** Those who listen to a call right now. */
  readonly supervisorsOf: (callId: CallId) => readonly SupervisorView[];
  readonly onChanged: (view: CallView) => void;
  readonly onEnded: (view: CallView) => void;
}
