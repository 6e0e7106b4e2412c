import type { DtmfDigit } from "../rtp/dtmf/telephone-event.ts";
import type {
  BridgeId,
  LegId,
  MediaCommandName,
  PlaybackId,
  RecordingFormat,
  RecordingId,
} from "./media-commands.ts";
import type { MediaErrorCode } from "./media-error.ts";

export interface QualityReport {
  readonly legId: LegId;
  readonly intervalMs: number;
  /** What we hear of the far end. */
  readonly received: {
    readonly packets: number;
    readonly lost: number;
    readonly lossRate: number;
    readonly jitterMs: number;
  };
  readonly sent: { readonly packets: number; readonly bytes: number };
  /** What the far end says it hears of us; absent until it reports. */
  readonly remote?: { readonly lossRate: number; readonly jitterMs: number };
  readonly roundTripMs?: number;
  /** 1 to 4.5, the worse of both directions; absent when nothing came in the interval, as on hold. */
  readonly meanOpinionScore?: number;
}

export interface RecordingFinished {
  readonly recordingId: RecordingId;
  readonly reason:
    | "stopped"
    | "silence"
    | "key"
    | "maxDuration"
    | "targetClosed"
    | "failed"
    | "processDied"
    | "recovered";
  readonly durationMs: number;
  /** How much of its end is silence. */
  readonly trailingSilenceMs: number;
  readonly files: Partial<Record<RecordingFormat, string>>;
  readonly digit?: DtmfDigit;
}

export interface MediaEvents {
  /** Audio can flow: ICE and DTLS are done, or the first packet came. */
  legConnected: { readonly legId: LegId };
  /** The leg is gone without having been closed; nothing else will be heard of it. */
  legLost: {
    readonly legId: LegId;
    readonly reason: "transportFailed" | "transportClosed" | "failed" | "processDied";
  };
  mediaTimeout: { readonly legId: LegId; readonly silentMs: number };
  mediaResumed: { readonly legId: LegId };
  /** A key, when it goes down. */
  dtmf: { readonly legId: LegId; readonly digit: DtmfDigit; readonly method: "rfc4733" | "inband" };
  /** A fax machine calls: its whistle was heard. */
  faxHeard: { readonly legId: LegId };
  quality: QualityReport;
  playbackFinished: {
    readonly playbackId: PlaybackId;
    readonly reason: "finished" | "interrupted" | "stopped" | "replaced" | "legClosed" | "failed";
    readonly digit?: DtmfDigit;
  };
  recordingFinished: RecordingFinished;
  /** The legs heard in a mixing bridge, loudest first; sent when it changes. */
  talkers: {
    readonly bridgeId: BridgeId;
    readonly talkers: readonly { readonly legId: LegId; readonly levelDb: number }[];
  };
  /** A command was refused whose result nobody waits for. */
  orderRefused: {
    readonly name: MediaCommandName;
    readonly code: MediaErrorCode;
    readonly message: string;
    /** Whom it was about, if it was a leg. */
    readonly legId?: LegId;
  };
  log: { readonly level: "warn" | "error"; readonly message: string };
}

export type MediaEventName = keyof MediaEvents;
