import { answerDirection, type Direction, isTransportRestart } from "@offhook/sdp";
import type { CodecName } from "../codecs/audio-codec.ts";
import { CODECS } from "../codecs/codec-table.ts";
import type { WebRtcAnswer } from "../protocol/media-commands.ts";
import { MediaError } from "../protocol/media-error.ts";
import type { MediaSettings } from "../protocol/media-settings.ts";
import { type LocalTransport, writeWebRtcAnswer } from "../sdp/webrtc-answer.ts";
import { type ChosenCodec, chooseCodec, readWebRtcOffer, type WebRtcOffer } from "../sdp/webrtc-offer.ts";
import type { AgreedVideo } from "../sdp/webrtc-video.ts";
import { WebRtcTransport } from "../transports/webrtc-transport.ts";
import type { MediaLeg } from "./media-leg.ts";

interface Agreement {
  readonly offer: WebRtcOffer;
  readonly codec: ChosenCodec;
  readonly local: LocalTransport;
}

/** Offer and answer of one browser leg. We own the SDP: the transport library never sees a hold. */
export class WebRtcSession {
  readonly #leg: MediaLeg;
  readonly #settings: MediaSettings;
  readonly #wishes: readonly CodecName[];
  readonly #sessionId = Math.floor(Math.random() * 2 ** 31);
  #version = 0;
  #agreed: Agreement | undefined;
  #present: WebRtcTransport | undefined;
  #coming: WebRtcTransport | undefined;
  #isClosed = false;

  constructor(leg: MediaLeg, settings: MediaSettings, wishes: readonly CodecName[]) {
    this.#leg = leg;
    this.#settings = settings;
    this.#wishes = wishes;
  }

  /** Answers the first offer, or a later one: hold, resume, another codec, or an ICE restart. */
  async answer(text: string, wanted: Direction): Promise<WebRtcAnswer> {
    const offer = readWebRtcOffer(text);
    if (!offer) throw new MediaError("media.offerRefused", "No audio over ICE and DTLS in the offer");
    const before = this.#agreed;
    const codec = chooseCodec(offer, [...(before ? [before.codec.name] : []), ...this.#wishes]);
    if (!codec) throw new MediaError("media.noCommonCodec", "No codec in common with the offer");
    const needsTransport = !before || isTransportRestart(before.offer.transport, offer.transport);
    const local = needsTransport ? await this.#connect(offer, codec) : before.local;

    this.#agreed = { offer, codec, local };
    this.#version += 1;
    const { payloadType, telephoneEvent } = codec;
    const audioLevelId = offer.audioLevelId;
    this.#leg.setFormat({ codec: CODECS[codec.name], payloadType, telephoneEvent, audioLevelId });
    const direction = answerDirection(offer.direction, wanted);
    this.#leg.setDirection(direction);
    const video = this.#agreeVideo(offer, wanted);
    return {
      answer: this.#write(this.#agreed, direction, video),
      codec: codec.name,
      direction,
      video: video?.direction ?? "inactive",
    };
  }

  /** Pictures are taken where they are offered; whether somebody is shown them is up to the bridge. */
  #agreeVideo({ video: offered }: WebRtcOffer, wanted: Direction): AgreedVideo | undefined {
    const direction = offered ? answerDirection(offered.direction, wanted) : "inactive";
    this.#leg.setVideo(offered?.format, direction);
    return offered && { offered, direction, ssrc: this.#leg.video.ssrc };
  }

  close(): void {
    this.#isClosed = true;
    this.#present?.close();
    this.#coming?.close();
  }

  /** The transport there is stays in use until the new one is open, so that a restart is not heard. */
  async #connect(offer: WebRtcOffer, codec: ChosenCodec): Promise<LocalTransport> {
    let mine: WebRtcTransport | undefined;
    const listener = this.#leg.listenerFor(() => mine !== undefined && mine === this.#present);
    const onOpen = () => {
      if (!mine || mine !== this.#coming) return;
      this.#promote(mine);
      listener.onOpen();
    };
    const onEnd = (reason: "transportFailed" | "transportClosed") => {
      // The browser leaves the old transport for the new one: that is not the end of the leg.
      if (mine === this.#present && this.#coming) return;
      // A restart that fails is: there is no way back.
      if (mine && mine === this.#coming) this.#promote(mine);
      listener.onEnd(reason);
    };
    const { transport, local } = await WebRtcTransport.answer({
      name: "offhook",
      offer,
      codec,
      ssrc: this.#leg.ssrc,
      settings: this.#settings,
      listener: { ...listener, onOpen, onEnd },
    });
    if (this.#isClosed) {
      transport.close();
      throw new MediaError("media.unknownLeg", `Leg ${this.#leg.id} was closed while it was being answered`);
    }
    mine = transport;
    this.#coming?.close();
    this.#coming = transport;
    return local;
  }

  #promote(transport: WebRtcTransport): void {
    this.#present?.close();
    this.#present = transport;
    this.#coming = undefined;
    this.#leg.setTransport(transport);
  }

  #write({ offer, codec, local }: Agreement, direction: Direction, video: AgreedVideo | undefined): string {
    return writeWebRtcAnswer({
      offer,
      codec,
      transport: local,
      direction,
      sessionId: this.#sessionId,
      version: this.#version,
      ssrc: this.#leg.ssrc,
      cname: "offhook",
      video,
    });
  }
}
