export type MediaErrorCode =
  | "media.unknownLeg"
  | "media.unknownBridge"
  | "media.unknownRecording"
  | "media.alreadyThere"
  | "media.wrongLegKind"
  | "media.tooManyLegs"
  | "media.offerRefused"
  | "media.noCommonCodec"
  | "media.noCandidates"
  | "media.noFreePort"
  | "media.badSource"
  | "media.badFile"
  | "media.failed"
  | "media.overloaded"
  | "media.timedOut"
  | "media.processDied"
  | "media.stopped";

/** A refusal of the media engine; it crosses the process boundary as code and text. */
export class MediaError extends Error {
  readonly code: MediaErrorCode;

  constructor(code: MediaErrorCode, message: string) {
    super(message);
    this.name = "MediaError";
    this.code = code;
  }
}
