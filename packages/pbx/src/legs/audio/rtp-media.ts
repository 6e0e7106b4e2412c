import type { CodecName, RtpLegPorts } from "@offhook/media/protocol";
import {
  AUDIO_CODECS,
  type AudioCapability,
  agreeOnAudio,
  attribute,
  audioCodecNamed,
  createSdpAnswer,
  createSdpOffer,
  formatSdp,
  type LocalTransport,
  newOrigin,
  parseSdp,
  readSdpAnswer,
  rtcpAddressOf,
  rtpAddressOf,
  type SdpMedia,
  type SdpOrigin,
  type SessionDescription,
  type StreamAgreement,
  TELEPHONE_EVENT,
} from "@offhook/sdp";
import { isIpv4, isIpv6 } from "@offhook/sip";
import {
  isHeldIn,
  type LegMedia,
  type Negotiated,
  PHONE_CODECS,
  preferring,
  type ResumedAudio,
  type SavedAudio,
} from "./leg-media.ts";
import type { MediaParts } from "./webrtc-media.ts";

export interface RtpMediaParts extends MediaParts {
  /** Digits; any number will do that differs from leg to leg. */
  readonly sessionId: string;
  /** Where the signaling comes from: a phone behind a router sends its audio from there too. */
  readonly signalingAddress: string;
  /** A carrier of the company's: what it says of its audio is believed. */
  readonly isCarrier: boolean;
}

const OUR_ABILITIES: Omit<AudioCapability, "codecs"> = {
  telephoneEvents: [TELEPHONE_EVENT],
  profiles: ["rtp"],
  direction: "sendrecv",
};

/** Whether a desk phone or a carrier offers audio that we can speak, at an address we can send to. */
export function isUsableOffer(offer: string): boolean {
  const session = parseSdp(offer);
  if (!session) return false;
  const capability = { ...OUR_ABILITIES, codecs: PHONE_CODECS.map((name) => AUDIO_CODECS[name]) };
  return session.media.some((media) => {
    const { address } = rtpAddressOf(media, session) ?? { address: "" };
    return (isIpv4(address) || isIpv6(address)) && agreeOnAudio(media, session, capability) !== undefined;
  });
}

type FarEnd = SavedAudio["farEnd"];

/** Descriptions that went out after it was saved: their numbers must not come again. */
const SPARE_VERSIONS = 100;

/** The audio of a desk phone or a carrier. */
export class RtpMedia implements LegMedia {
  readonly #parts: RtpMediaParts;
  #codecs = PHONE_CODECS;
  #sessionId: string;
  #version = 0;
  #connected: FarEnd | undefined;
  #ports: RtpLegPorts | undefined;
  #offer: SessionDescription | undefined;
  #isOpen = false;
  #isClosed = false;

  constructor(parts: RtpMediaParts) {
    this.#parts = parts;
    this.#sessionId = parts.sessionId;
  }

  get codecs(): readonly CodecName[] {
    return this.#codecs;
  }

  async answer(offer: string): Promise<Negotiated> {
    const theirs = this.#parse(offer);
    const capability = this.#capability();
    const agreements = theirs.media.map((media) => agreeOnAudio(media, theirs, capability));
    const index = agreements.findIndex((agreement) => agreement !== undefined);
    const agreement = agreements[index];
    const media = theirs.media[index];
    if (!agreement || !media) throw new Error("No audio in the offer that we could speak");
    const farEnd = this.#farEnd(agreement, media, theirs);
    const opening = this.#ports ?? this.#open();
    // Without waiting for the ports: the media process connects it as soon as it has them.
    this.#connect(farEnd);
    const ports = await opening;
    const transport = transportOf(ports);
    const streams = theirs.media.map((_, at) => (at === index ? { agreement, transport } : undefined));
    const description = formatSdp(createSdpAnswer(theirs, streams, this.#origin(ports)));
    return { description, isHeld: isHeldIn(agreement.direction), hasVideo: false };
  }

  async offer(): Promise<string> {
    return this.#makeOffer(this.#ports ?? (await this.#open()));
  }

  async accept(answer: string): Promise<Negotiated> {
    const theirs = this.#parse(answer);
    const media = theirs.media[0];
    const agreement = this.#offer && readSdpAnswer(this.#offer, theirs, 0);
    if (!agreement || !media) throw new Error("An answer that does not fit our offer");
    this.#connect(this.#farEnd(agreement, media, theirs));
    return { description: answer, isHeld: isHeldIn(agreement.direction), hasVideo: false };
  }

  async renew(): Promise<string> {
    if (this.#isOpen) this.#parts.onClosed();
    this.#isOpen = false;
    this.#ports = undefined;
    return this.#makeOffer(await this.#open());
  }

  save(): SavedAudio | undefined {
    if (!this.#ports || !this.#connected) return undefined;
    return {
      port: this.#ports.port,
      sessionId: this.#sessionId,
      version: this.#version,
      farEnd: this.#connected,
    };
  }

  async resume({ port, sessionId, version, farEnd }: SavedAudio): Promise<ResumedAudio> {
    this.#sessionId = sessionId;
    this.#version = version + SPARE_VERSIONS;
    const ports = await this.#open(port);
    this.#connect(farEnd);
    return { offer: this.#makeOffer(ports, [farEnd.codec.name]), isMoved: ports.port !== port };
  }

  close(): void {
    this.#isClosed = true;
    if (this.#isOpen) this.#parts.onClosed();
    this.#isOpen = false;
    if (this.#ports) this.#parts.media.tell("closeLeg", { legId: this.#parts.legId });
  }

  async #open(wantedPort?: number): Promise<RtpLegPorts> {
    const { media, legId } = this.#parts;
    const ports = await media.request("createRtpLeg", {
      legId,
      ...(wantedPort !== undefined && { wantedPort }),
    });
    if (this.#isClosed) {
      // Closed while the media process was still at it: nobody else would ever close the leg.
      media.tell("closeLeg", { legId });
      throw new Error("The call ended while its audio was being made");
    }
    this.#ports = ports;
    return ports;
  }

  #farEnd(agreement: StreamAgreement, media: SdpMedia, session: SessionDescription): FarEnd {
    const { signalingAddress } = this.#parts;
    const remote = rtpAddressOf(media, session);
    const rtcp = rtcpAddressOf(media, session);
    const name = audioCodecNamed(agreement.codec.name);
    if (!remote || !name) throw new Error("No address to send audio to");
    return {
      remote,
      ...(rtcp && { remoteRtcpPort: rtcp.port }),
      rtcpMux: agreement.hasRtcpMux,
      codec: { name, payloadType: agreement.codec.payloadType },
      ...(agreement.telephoneEvent && {
        telephoneEvent: {
          payloadType: agreement.telephoneEvent.payloadType,
          clockRate: agreement.telephoneEvent.clockRate,
        },
      }),
      direction: agreement.direction,
      latching: "sameAddress",
      trustedAddresses: [signalingAddress],
      ...(this.#parts.isCarrier && { isRemoteBelieved: true }),
    };
  }

  /** Told and not asked: a refusal comes back as one of this leg. */
  #connect(farEnd: FarEnd): void {
    const { media, legId } = this.#parts;
    media.tell("connectRtpLeg", { legId, ...farEnd });
    this.#connected = farEnd;
    this.#codecs = [farEnd.codec.name];
    if (this.#isOpen || this.#isClosed) return;
    this.#isOpen = true;
    this.#parts.onOpen();
  }

  #parse(text: string): SessionDescription {
    const description = parseSdp(text);
    if (!description) throw new Error("No session description");
    return description;
  }

  #capability(preferred = this.#parts.otherCodecs()): AudioCapability {
    const names = preferring(PHONE_CODECS, preferred);
    return { ...OUR_ABILITIES, codecs: names.map((name) => AUDIO_CODECS[name]) };
  }

  #makeOffer(ports: RtpLegPorts, preferred?: readonly CodecName[]): string {
    const stream = { capability: this.#capability(preferred), transport: transportOf(ports) };
    this.#offer = createSdpOffer([stream], this.#origin(ports));
    return formatSdp(this.#offer);
  }

  #origin({ address }: RtpLegPorts): SdpOrigin {
    this.#version += 1;
    return { ...newOrigin(this.#sessionId, address), sessionVersion: String(this.#version) };
  }
}

const transportOf = ({ address, port, rtcpPort }: RtpLegPorts): LocalTransport => ({
  address,
  port,
  attributes: [attribute("rtcp", String(rtcpPort)), attribute("ptime", "20")],
});
