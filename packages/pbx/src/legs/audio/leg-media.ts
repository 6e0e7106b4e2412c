import type { CodecName, ConnectRtpLeg } from "@offhook/media/protocol";
import { type Direction, receives, sends } from "@offhook/sdp";

/** What offer and answer mean for the call. */
export interface AgreedMedia {
  /** The far end does not listen to us now: it has put us on hold. */
  readonly isHeld: boolean;
  /** The far end shows us its pictures. */
  readonly hasVideo: boolean;
}

/** What we answer to an offer, or what their answer to ours means. */
export interface Negotiated extends AgreedMedia {
  readonly description: string;
}

/** The audio of a desk phone or a carrier as plain data. */
export interface SavedAudio {
  readonly port: number;
  /** Of our session descriptions, which go on counting. */
  readonly sessionId: string;
  readonly version: number;
  readonly farEnd: Omit<ConnectRtpLeg, "legId">;
}

export interface ResumedAudio {
  readonly offer: string;
  /** The far end has to learn of another port before it is heard. */
  readonly isMoved: boolean;
}

/** The media of one leg as offer and answer see it. Everything rejects when the far end's wishes cannot be met. */
export interface LegMedia {
  /** Answers their offer, the first or a later one. */
  answer(offer: string): Promise<Negotiated>;
  /** Our own offer; a later one repeats what was agreed. */
  offer(): Promise<string>;
  /** Takes their answer to our offer. */
  accept(answer: string): Promise<Negotiated>;
  /** The media process died: a new leg in the place of the old, to be offered anew. */
  renew(): Promise<string>;
  /** What another process needs to go on with it; undefined where none can, and before anything is agreed on. */
  save(): SavedAudio | undefined;
  /** Goes on with audio of another process, at once, and says what to offer. */
  resume(saved: SavedAudio): Promise<ResumedAudio>;
  close(): void;
  /** Agreed on, or as long as nothing is, what could be. */
  readonly codecs: readonly CodecName[];
}

/**
 * Goes on with what was negotiated. Nobody waits for it, so what fails afterwards is told like a failure of the
 * negotiation itself: a rejection that nobody hears ends the server.
 */
export function whenNegotiated<Result>(
  negotiation: Promise<Result>,
  proceed: (result: Result) => void,
  onFailed: (error: unknown) => void,
): void {
  negotiation.then(proceed).catch(onFailed);
}

export const hasVideoIn = (direction: Direction): boolean => receives(direction);

export const isHeldIn = (direction: Direction): boolean => !sends(direction);

/** HD first; G.711 is what everybody can. */
export const BROWSER_CODECS: readonly CodecName[] = ["opus", "G722", "PCMU", "PCMA"];
export const PHONE_CODECS: readonly CodecName[] = ["G722", "PCMU", "PCMA"];

/** What the other leg speaks comes first, so that packets can be copied from one to the other without decoding. */
export function preferring(own: readonly CodecName[], other: readonly CodecName[]): readonly CodecName[] {
  const shared = own.filter((codec) => other.includes(codec));
  return [...shared, ...own.filter((codec) => !shared.includes(codec))];
}
