import { decodeUtf8, encodeUtf8, type IncomingInvite, userText } from "@offhook/sip";
import type { OutsideAudio, OutsideVoice } from "./outside-audio.ts";
import { OutsideCall } from "./outside-call.ts";
import { readAudio } from "./plain-audio-description.ts";

/** A call that rings at a simulated desk phone. */
export class RingingCall {
  /** The queue or group it came through, as the phone shows it; undefined for a call to the line itself. */
  readonly via: string | undefined;
  readonly #invite: IncomingInvite;
  readonly #audio: OutsideAudio;

  constructor(invite: IncomingInvite, audio: OutsideAudio) {
    const via = invite.request.headers.text("X-Offhook-Via");
    this.via = via === undefined ? undefined : decodeURIComponent(via);
    this.#invite = invite;
    this.#audio = audio;
  }

  get isRinging(): boolean {
    return this.#invite.isOpen;
  }

  /** As a phone does at which nobody is. */
  refuse(): void {
    if (this.#invite.isOpen) this.#invite.refuse(480);
  }

  /** Undefined where nobody calls any more by the time the audio is there. */
  async answer(voice: OutsideVoice): Promise<OutsideCall | undefined> {
    const invite = this.#invite;
    const offer = invite.offer && decodeUtf8(invite.offer.content);
    const remote = offer === undefined ? undefined : readAudio(offer);
    if (offer === undefined || !remote) {
      invite.refuse(488);
      return undefined;
    }
    const leg = await this.#audio.open();
    if (!invite.isOpen) {
      leg.close();
      return undefined;
    }
    const { uri, from } = invite.request;
    const call = new OutsideCall({
      from: userText(uri) ?? "",
      to: userText(from.uri) ?? "",
      leg,
      state: "ringing",
    });
    call.attach(invite.usage);
    invite.accept({ type: "application/sdp", content: encodeUtf8(leg.answerTo(remote)) });
    call.converse(offer, voice);
    return call;
  }
}
