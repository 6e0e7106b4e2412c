import type { CodecName } from "@offhook/media/protocol";
import type { MediaPort } from "../../ports/media-port.ts";
import {
  BROWSER_CODECS,
  hasVideoIn,
  isHeldIn,
  type LegMedia,
  type Negotiated,
  preferring,
} from "./leg-media.ts";

/** A browser that vanishes should be noticed while the other side still waits for it. */
const BROWSER_SILENCE_MS = 1_000;

export interface MediaParts {
  readonly media: MediaPort;
  readonly legId: string;
  /** What the other side of the call speaks. */
  readonly otherCodecs: () => readonly CodecName[];
  /** The media leg exists, or is gone again. */
  readonly onOpen: () => void;
  readonly onClosed: () => void;
}

/** A browser's audio. The server always answers and never offers (the DTLS of an offering libdatachannel races). */
export class WebRtcMedia implements LegMedia {
  readonly #parts: MediaParts;
  #codecs = BROWSER_CODECS;
  #state: "none" | "opening" | "open" | "closed" = "none";

  constructor(parts: MediaParts) {
    this.#parts = parts;
  }

  get codecs(): readonly CodecName[] {
    return this.#codecs;
  }

  async answer(offer: string): Promise<Negotiated> {
    const { media, legId } = this.#parts;
    if (this.#state === "open") {
      const { answer, direction, video } = await media.request("updateWebRtcLeg", { legId, offer });
      return { description: answer, isHeld: isHeldIn(direction), hasVideo: hasVideoIn(video) };
    }
    if (this.#state !== "none") throw new Error("The leg is not open for an offer");
    this.#state = "opening";
    try {
      const { answer, direction, codec, video } = await media.request("createWebRtcLeg", {
        legId,
        offer,
        codecs: preferring(BROWSER_CODECS, this.#parts.otherCodecs()),
        mediaTimeoutMs: BROWSER_SILENCE_MS,
      });
      this.#codecs = [codec];
      this.#opened();
      return { description: answer, isHeld: isHeldIn(direction), hasVideo: hasVideoIn(video) };
    } catch (error) {
      if (this.#state === "opening") this.#state = "none";
      throw error;
    }
  }

  offer(): Promise<string> {
    return Promise.reject(new Error("A browser makes the offer itself"));
  }

  accept(): Promise<Negotiated> {
    return Promise.reject(new Error("A browser was sent no offer"));
  }

  renew(): Promise<string> {
    return Promise.reject(new Error("A browser comes back by itself"));
  }

  save(): undefined {
    return undefined;
  }

  resume(): Promise<never> {
    return Promise.reject(new Error("A browser comes back by itself"));
  }

  close(): void {
    if (this.#state === "open") this.#release();
    this.#state = "closed";
  }

  #opened(): void {
    // Closed while the media process was still at it: nobody else would ever close the leg.
    if (this.#state === "closed") {
      this.#parts.media.tell("closeLeg", { legId: this.#parts.legId });
      throw new Error("The call ended while its audio was being made");
    }
    this.#state = "open";
    this.#parts.onOpen();
  }

  #release(): void {
    this.#parts.onClosed();
    this.#parts.media.tell("closeLeg", { legId: this.#parts.legId });
  }
}
