import {
  AUDIO_CODECS,
  type AudioCapability,
  agreeOnAudio,
  agreeOnT38,
  attribute,
  createSdpAnswer,
  createSdpOffer,
  createT38Answer,
  createT38Offer,
  FAX_AUDIO_ATTRIBUTES,
  formatSdp,
  isT38,
  type LocalTransport,
  newOrigin,
  parseSdp,
  readSdpAnswer,
  readT38Answer,
  rtpAddressOf,
  type SdpMedia,
  type SdpOrigin,
  type SessionDescription,
  type StreamAgreement,
} from "@offhook/sdp";
import type { FaxAudioPeer, FaxT38Peer } from "../ports/fax-machine.ts";

/** How the far end wants to go on. */
export type FaxPeer =
  | { readonly kind: "audio"; readonly remote: FaxAudioPeer }
  | { readonly kind: "t38"; readonly remote: FaxT38Peer };

/** A modem's tones survive G.711 and nothing else; keys have no meaning to it. */
const CAPABILITY: AudioCapability = {
  codecs: [AUDIO_CODECS.PCMU, AUDIO_CODECS.PCMA],
  telephoneEvents: [],
  profiles: ["rtp"],
  direction: "sendrecv",
};

const AUDIO_ATTRIBUTES = [attribute("ptime", "20"), ...FAX_AUDIO_ATTRIBUTES];

/** Our descriptions of one fax call, and what we make of the far end's. */
export class FaxDescription {
  readonly #sessionId: string;
  readonly #transport: LocalTransport;
  #version = 0;
  #offer: SessionDescription | undefined;

  constructor(sessionId: string, { address, port }: { readonly address: string; readonly port: number }) {
    this.#sessionId = sessionId;
    this.#transport = { address, port, attributes: AUDIO_ATTRIBUTES };
  }

  audioOffer(): string {
    return this.#offered(
      createSdpOffer([{ capability: CAPABILITY, transport: this.#transport }], this.#origin()),
    );
  }

  t38Offer(): string {
    return this.#offered(createT38Offer(this.#transport, this.#origin()));
  }

  /** Undefined: nothing in it that a fax machine can use. T.38 comes first where both are offered. */
  answer(
    text: string,
    mayUseT38: boolean,
  ): { readonly description: string; readonly peer: FaxPeer } | undefined {
    const theirs = parseSdp(text);
    if (!theirs) return undefined;
    return (mayUseT38 ? this.#answerT38(theirs) : undefined) ?? this.#answerAudio(theirs);
  }

  /** What their answer to our last offer means; undefined where it is a refusal. */
  readAnswer(text: string): FaxPeer | undefined {
    const theirs = parseSdp(text);
    const media = theirs?.media[0];
    const offer = this.#offer;
    if (!theirs || !media || !offer) return undefined;
    if (offer.media.some(isT38)) {
      const remote = readT38Answer(offer, theirs);
      return remote && { kind: "t38", remote };
    }
    const agreement = readSdpAnswer(offer, theirs, 0);
    return agreement && audioPeer(agreement, media, theirs);
  }

  #answerT38(theirs: SessionDescription): ReturnType<FaxDescription["answer"]> {
    const agreed = agreeOnT38(theirs);
    if (!agreed) return undefined;
    const { index, ...remote } = agreed;
    const answer = createT38Answer(theirs, index, this.#transport, this.#origin());
    return { description: formatSdp(answer), peer: { kind: "t38", remote } };
  }

  #answerAudio(theirs: SessionDescription): ReturnType<FaxDescription["answer"]> {
    for (const [index, media] of theirs.media.entries()) {
      const agreement = agreeOnAudio(media, theirs, CAPABILITY);
      const peer = agreement && audioPeer(agreement, media, theirs);
      if (!agreement || !peer) continue;
      const streams = theirs.media.map((_, at) =>
        at === index ? { agreement, transport: this.#transport } : undefined,
      );
      return { description: formatSdp(createSdpAnswer(theirs, streams, this.#origin())), peer };
    }
    return undefined;
  }

  #offered(offer: SessionDescription): string {
    this.#offer = offer;
    return formatSdp(offer);
  }

  #origin(): SdpOrigin {
    this.#version += 1;
    const origin = newOrigin(this.#sessionId, this.#transport.address);
    return { ...origin, sessionVersion: String(this.#version) };
  }
}

function audioPeer(
  { codec }: StreamAgreement,
  media: SdpMedia,
  session: SessionDescription,
): FaxPeer | undefined {
  const remote = rtpAddressOf(media, session);
  const { payloadType } = codec;
  if (!remote || (payloadType !== 0 && payloadType !== 8)) return undefined;
  return { kind: "audio", remote: { ...remote, payloadType } };
}
