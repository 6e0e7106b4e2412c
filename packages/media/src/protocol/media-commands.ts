import type { Direction } from "@offhook/sdp";
import type { CodecName } from "../codecs/audio-codec.ts";
import type { PromptName } from "../players/prompt-texts.ts";
import type { DtmfDigit } from "../rtp/dtmf/telephone-event.ts";
import type { Endpoint, Latching } from "../rtp/endpoint.ts";
import type { ToneName } from "../tones/north-american-tones.ts";

/** Ids are made by the caller, so that a pure call model can name things before they exist. */
export type LegId = string;
export type BridgeId = string;
export type PlaybackId = string;
export type RecordingId = string;

export interface LegOptions {
  readonly legId: LegId;
  /** Quality events every so often; 0 for none. Default: the engine's setting. */
  readonly qualityIntervalMs?: number;
  /** No packet for so long makes a `mediaTimeout` event; 0 for never. Default: the engine's setting. */
  readonly mediaTimeoutMs?: number;
  /** Listen for keys in the audio too, for far ends without telephone events. Costs decoding. */
  readonly hearsInbandDtmf?: boolean;
}

export interface CreateWebRtcLeg extends LegOptions {
  readonly offer: string;
  /** Our wishes, best first. */
  readonly codecs: readonly CodecName[];
  readonly direction?: Direction;
}

export interface WebRtcAnswer {
  readonly answer: string;
  readonly codec: CodecName;
  readonly direction: Direction;
  /** Of pictures, seen from us: `recvonly` means that the browser shows us its own and none is shown to it. */
  readonly video: Direction;
}

export interface CreateRtpLeg extends LegOptions {
  /** Address to bind. Default: the engine's setting. */
  readonly localAddress?: string;
  /** What this far end reaches us by, where it differs: a phone of the house and a carrier outside. */
  readonly announcedAddress?: string;
  /** One that is held for it already. */
  readonly heldPort?: number;
  /** Where the far end sends to since before a restart. Another one where that is taken. */
  readonly wantedPort?: number;
}

/** Ports that are open and wait for a leg. */
export interface HeldRtpPorts {
  /** What to write into SDP. */
  readonly address: string;
  /** Of RTP; RTCP has the next one. Fewer than asked for where there are no more. */
  readonly ports: readonly number[];
}

export interface RtpLegPorts {
  /** What to write into SDP: the announced address where there is one. */
  readonly address: string;
  readonly port: number;
  readonly rtcpPort: number;
}

/** The far end of a plain RTP leg as offer and answer settled it. Until this comes the leg neither hears nor speaks. */
export interface ConnectRtpLeg {
  readonly legId: LegId;
  readonly remote: Endpoint;
  /** Default: the port above the RTP port. */
  readonly remoteRtcpPort?: number;
  readonly rtcpMux?: boolean;
  readonly codec: { readonly name: CodecName; readonly payloadType: number };
  readonly telephoneEvent?: { readonly payloadType: number; readonly clockRate: number };
  readonly direction?: Direction;
  /** Default `sameAddress`. */
  readonly latching?: Latching;
  /**
   * Where the signaling came from: media from there is trusted like that from `remote`. Another `remote` is sent
   * nothing before it was heard; without any address here it is.
   */
  readonly trustedAddresses?: readonly string[];
  /** For a configured carrier: it may have its audio at another address and is sent to there at once. */
  readonly isRemoteBelieved?: boolean;
}

export type AudioSource =
  | { readonly kind: "prompt"; readonly name: PromptName }
  | { readonly kind: "music" }
  | { readonly kind: "tone"; readonly name: ToneName }
  | { readonly kind: "dtmf"; readonly digit: DtmfDigit; readonly durationMs: number }
  | { readonly kind: "sine"; readonly hz: number; readonly durationMs: number }
  | { readonly kind: "silence"; readonly durationMs: number }
  /** A WAV or Ogg Opus file. */
  | { readonly kind: "file"; readonly path: string };

/** On a leg it is heard instead of the bridge; on a bridge everybody hears it besides the others. */
export type AudioTarget = { readonly legId: LegId } | { readonly bridgeId: BridgeId };

export interface Play {
  readonly playbackId: PlaybackId;
  readonly target: AudioTarget;
  /** Played one after the other. A repeating tone or music in it goes on until stopped. */
  readonly sources: readonly AudioSource[];
  readonly loop?: boolean;
  /** Keys of the leg that end it: some digits, or any. */
  readonly interruptOn?: "any" | readonly DtmfDigit[];
}

/** `left.opus` and `right.opus`: each side of a stereo recording by itself, for those who want to know who spoke. */
export type RecordingFormat = "wav" | "mp3" | "opus" | "left.opus" | "right.opus";

export interface StartRecording {
  readonly recordingId: RecordingId;
  /** A leg: what it says. A bridge: everybody in it. */
  readonly target: AudioTarget;
  /** Path without extension; its folder is made. */
  readonly path: string;
  readonly formats: readonly RecordingFormat[];
  /** Stereo keeps `leftLegId` (default: the first to join) apart from the others. MP3 and `opus` are always mono. */
  readonly layout?: "mono" | "stereo";
  readonly leftLegId?: LegId;
  /** Somebody listens along: what is said is in the WAV file a quarter of a second later. */
  readonly isFollowed?: boolean;
  readonly maxDurationMs?: number;
  readonly stopOnSilenceMs?: number;
  readonly stopOnKeys?: "any" | readonly DtmfDigit[];
  /** A tone to the leg before the recording begins. */
  readonly beep?: boolean;
}

interface Command<Params, Result = void> {
  readonly params: Params;
  readonly result: Result;
}

/** Everything that the control process can ask of the media process. */
interface MediaCommands {
  createWebRtcLeg: Command<CreateWebRtcLeg, WebRtcAnswer>;
  /** A re-INVITE: hold, resume, or an ICE restart, for which the transport is replaced. */
  updateWebRtcLeg: Command<
    { readonly legId: LegId; readonly offer: string; readonly direction?: Direction },
    WebRtcAnswer
  >;
  /** Opens ports before there are legs for them, so that a call need not wait for its own. */
  holdRtpPorts: Command<{ readonly count: number }, HeldRtpPorts>;
  createRtpLeg: Command<CreateRtpLeg, RtpLegPorts>;
  connectRtpLeg: Command<ConnectRtpLeg>;
  setDirection: Command<{ readonly legId: LegId; readonly direction: Direction }>;
  setEcho: Command<{ readonly legId: LegId; readonly isOn: boolean }>;
  /** Tells with `faxHeard` when a fax machine calls within that time; 0 ends it. */
  listenForFax: Command<{ readonly legId: LegId; readonly forMs: number }>;
  sendDtmf: Command<{ readonly legId: LegId; readonly digits: string; readonly durationMs?: number }>;
  setQualityInterval: Command<{ readonly legId: LegId; readonly intervalMs: number }>;
  closeLeg: Command<{ readonly legId: LegId }>;

  createBridge: Command<{ readonly bridgeId: BridgeId }>;
  /** The legs stay, joined to nothing. */
  closeBridge: Command<{ readonly bridgeId: BridgeId }>;
  /** Leaves the bridge that the leg was in. */
  joinBridge: Command<{
    readonly bridgeId: BridgeId;
    readonly legId: LegId;
    readonly isMuted?: boolean;
    /** The only ones that hear it, nobody where empty; left out: everybody. It hears everybody all the same. */
    readonly audience?: readonly LegId[];
  }>;
  leaveBridge: Command<{ readonly legId: LegId }>;
  setMuted: Command<{ readonly legId: LegId; readonly isMuted: boolean }>;
  /** Who hears it from now on, as in `joinBridge`. */
  setAudience: Command<{ readonly legId: LegId; readonly audience?: readonly LegId[] | undefined }>;

  play: Command<Play>;
  stopPlayback: Command<{ readonly playbackId: PlaybackId }>;

  record: Command<StartRecording>;
  setRecordingPaused: Command<{ readonly recordingId: RecordingId; readonly isPaused: boolean }>;
  /** The recording goes on with what is heard there. */
  moveRecording: Command<{
    readonly recordingId: RecordingId;
    readonly target: AudioTarget;
    /** The one on the left from now on: another device of the same person, say. */
    readonly leftLegId?: LegId;
  }>;
  stopRecording: Command<{ readonly recordingId: RecordingId }>;
  /** Makes whole a WAV file that a killed process left, and the other formats from it. */
  recoverRecording: Command<Pick<StartRecording, "recordingId" | "path" | "formats">>;

  countAll: Command<Record<string, never>, { readonly legs: number; readonly bridges: number }>;
}

export type MediaCommandName = keyof MediaCommands;
export type ParamsOf<Name extends MediaCommandName> = MediaCommands[Name]["params"];
export type ResultOf<Name extends MediaCommandName> = MediaCommands[Name]["result"];
