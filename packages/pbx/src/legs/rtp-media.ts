import type { CodecName, ConnectRtpLeg, Direction, RtpLegPorts } from "@offhook/media/protocol";
import {
  type AudioDescription,
  type OfferedCodec,
  type OwnAudio,
  ownCodecs,
  readAudio,
  writeAnswer,
  writeOffer,
} from "./audio-description.ts";
import { isHeldIn, type LegMedia, type Negotiated, PHONE_CODECS, preferring } from "./leg-media.ts";
import type { MediaParts } from "./webrtc-media.ts";

export interface RtpMediaParts extends MediaParts {
  readonly sessionId: number;
  /** Where the signalling comes from: a phone behind a router sends its audio from there too. */
  readonly signallingAddress: string;
}

const OPPOSITE: Readonly<Record<Direction, Direction>> = {
  sendrecv: "sendrecv",
  sendonly: "recvonly",
  recvonly: "sendonly",
  inactive: "inactive",
};

/** The audio of a desk phone or a carrier. */
export class RtpMedia implements LegMedia {
  readonly #parts: RtpMediaParts;
  #codecs = PHONE_CODECS;
  #version = 0;
  #ports: RtpLegPorts | undefined;
  #isOpen = false;
  #isClosed = false;

  constructor(parts: RtpMediaParts) {
    this.#parts = parts;
  }

  get codecs(): readonly CodecName[] {
    return this.#codecs;
  }

  async answer(offer: string): Promise<Negotiated> {
    const theirs = this.#read(offer);
    const ports = this.#ports ?? (await this.#open());
    const codec = this.#choose(theirs);
    const direction = OPPOSITE[theirs.direction];
    await this.#connect(theirs, codec, direction);
    const description = writeAnswer(
      { ...this.#own(ports), codecs: [codec], eventType: theirs.telephoneEvent?.payloadType, direction },
      theirs,
    );
    return { description, isHeld: isHeldIn(direction) };
  }

  async offer(): Promise<string> {
    const ports = this.#ports ?? (await this.#open());
    return this.#writeOffer(ports);
  }

  async accept(answer: string): Promise<Negotiated> {
    const theirs = this.#read(answer);
    const direction = OPPOSITE[theirs.direction];
    await this.#connect(theirs, this.#choose(theirs), direction);
    return { description: answer, isHeld: isHeldIn(direction) };
  }

  async renew(): Promise<string> {
    if (this.#isOpen) this.#parts.onClosed();
    this.#isOpen = false;
    this.#ports = undefined;
    return this.#writeOffer(await this.#open());
  }

  close(): void {
    this.#isClosed = true;
    if (!this.#ports) return;
    if (this.#isOpen) this.#parts.onClosed();
    this.#isOpen = false;
    this.#parts.media.request("closeLeg", { legId: this.#parts.legId }).catch(() => {});
  }

  async #open(): Promise<RtpLegPorts> {
    const { media, legId } = this.#parts;
    const ports = await media.request("createRtpLeg", { legId });
    if (this.#isClosed) {
      // Closed while the media process was still at it: nobody else would ever close the leg.
      media.request("closeLeg", { legId }).catch(() => {});
      throw new Error("The call ended while its audio was being made");
    }
    this.#ports = ports;
    return ports;
  }

  async #connect(theirs: AudioDescription, codec: OfferedCodec, direction: Direction): Promise<void> {
    const { media, legId, signallingAddress } = this.#parts;
    const params: ConnectRtpLeg = {
      legId,
      remote: { address: theirs.address, port: theirs.port },
      ...(theirs.rtcpPort !== undefined && { remoteRtcpPort: theirs.rtcpPort }),
      codec,
      ...(theirs.telephoneEvent && { telephoneEvent: theirs.telephoneEvent }),
      direction,
      latching: "sameAddress",
      trustedAddresses: [signallingAddress],
    };
    await media.request("connectRtpLeg", params);
    this.#codecs = [codec.name];
    if (this.#isOpen || this.#isClosed) return;
    this.#isOpen = true;
    this.#parts.onOpen();
  }

  #read(text: string): AudioDescription {
    const audio = readAudio(text);
    if (!audio || audio.port === 0 || audio.codecs.length === 0)
      throw new Error("No audio that we could speak");
    return audio;
  }

  #choose({ codecs }: AudioDescription): OfferedCodec {
    for (const name of preferring(PHONE_CODECS, this.#parts.otherCodecs())) {
      const offered = codecs.find((codec) => codec.name === name);
      if (offered) return offered;
    }
    throw new Error("No codec in common");
  }

  #writeOffer(ports: RtpLegPorts): string {
    return writeOffer({
      ...this.#own(ports),
      codecs: ownCodecs(preferring(PHONE_CODECS, this.#parts.otherCodecs())),
      direction: "sendrecv",
    });
  }

  #own({
    address,
    port,
    rtcpPort,
  }: RtpLegPorts): Pick<OwnAudio, "sessionId" | "version" | "address" | "port" | "rtcpPort"> {
    this.#version += 1;
    return { sessionId: this.#parts.sessionId, version: this.#version, address, port, rtcpPort };
  }
}
