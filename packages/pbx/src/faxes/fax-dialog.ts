import {
  type Body,
  type IncomingOffer,
  type IncomingRequest,
  type InviteUsage,
  PASSIVE_OBSERVER,
  type UsageObserver,
} from "@offhook/sip";
import type { T38Use } from "../dialplan/company-config.ts";
import { sdpBody, sdpText } from "../legs/leg-dialog.ts";
import type { FaxAudioPeer, FaxMachineCall, FaxMachineEnd, FaxWay } from "../ports/fax-machine.ts";
import type { FaxDescription, FaxPeer } from "./fax-description.ts";

export interface FaxDialogParts {
  readonly usage: InviteUsage;
  readonly machine: FaxMachineCall;
  readonly description: FaxDescription;
  readonly t38: T38Use;
  /** Once: the call and the conversation of the machines are over. */
  readonly onEnded: (end: FaxMachineEnd) => void;
}

/** The answered part of a fax call: its SIP dialog with our fax machine at the end of it. */
export class FaxDialog implements UsageObserver {
  readonly #parts: FaxDialogParts;
  #peer: FaxPeer | undefined;
  /** Where sound goes, or went before T.38. */
  #audio: FaxAudioPeer | undefined;
  #hasOfferedT38 = false;
  #isOver = false;

  constructor(parts: FaxDialogParts) {
    this.#parts = parts;
    const { usage, machine } = parts;
    usage.observer = this;
    machine.on("heard", () => this.#offerT38());
    machine.on("ended", (end) => this.#conclude(end));
  }

  get way(): FaxWay {
    return this.#isT38 ? "t38" : "phone";
  }

  /** Sound or packets flow from now on. What changes nothing is not told: a machine that is told begins anew. */
  connect(peer: FaxPeer): void {
    const { machine } = this.#parts;
    const { kind, remote } = peer;
    const wasT38 = this.#isT38;
    const isSame = this.#peer?.kind === kind && isSameRemote(this.#peer.remote, remote);
    this.#peer = peer;
    if (isSame) return;
    if (kind === "t38") machine.switchToT38(remote);
    else {
      const isBack = wasT38 && this.#audio !== undefined && isSameRemote(this.#audio, remote);
      this.#audio = remote;
      if (isBack) machine.backToAudio();
      else machine.talk(remote);
    }
  }

  hangUp(): void {
    if (this.#isOver) return;
    this.#parts.usage.observer = PASSIVE_OBSERVER;
    this.#parts.usage.hangUp();
    this.#stopMachine();
  }

  /** Our 200 made the offer, and this is their answer. */
  onConfirmed(answer: Body | undefined): void {
    const peer = answer && this.#parts.description.readAnswer(sdpText(answer));
    if (peer) this.connect(peer);
    else if (answer) this.hangUp();
  }

  onOffer(offer: IncomingOffer): void {
    const { description, t38 } = this.#parts;
    if (!offer.offer) {
      this.#offerBack(offer);
      return;
    }
    const answered = description.answer(sdpText(offer.offer), t38 !== "never");
    if (!answered) {
      offer.refuse(488);
      return;
    }
    offer.answer(sdpBody(answered.description));
    this.connect(answered.peer);
  }

  /** A refresh that changes nothing, or the far end has moved. */
  onRefreshed(): void {}

  onRequest(request: IncomingRequest): void {
    const { method } = request.request;
    request.respond(method === "OPTIONS" || method === "INFO" ? 200 : 405);
  }

  readonly onRefer = PASSIVE_OBSERVER.onRefer;

  onEnded(): void {
    this.#stopMachine();
  }

  get #isT38(): boolean {
    return this.#peer?.kind === "t38";
  }

  /** RFC 3261 §14.2: an INVITE without description asks us to offer; we go on as we are. */
  #offerBack(offer: IncomingOffer): void {
    const { description } = this.#parts;
    const text = this.#isT38 ? description.t38Offer() : description.audioOffer();
    offer.answer(sdpBody(text), {
      onAnswer: (answer) => {
        const peer = answer && description.readAnswer(sdpText(answer));
        if (peer) this.connect(peer);
      },
    });
  }

  /** Both ends are fax machines, so their pages may as well travel as data. Whoever refuses goes on with sound. */
  #offerT38(): void {
    const { usage, machine, description, t38 } = this.#parts;
    if (t38 !== "offered" || this.#hasOfferedT38 || this.#isT38 || this.#isOver) return;
    this.#hasOfferedT38 = true;
    usage.reinvite({
      makeOffer: () => sdpBody(description.t38Offer()),
      onResult: (result) => {
        if (this.#isOver || result.kind === "failed") return;
        const answer = result.kind === "answered" ? result.answer : undefined;
        const peer = answer && description.readAnswer(sdpText(answer));
        if (peer) this.connect(peer);
        else if (!this.#isT38) machine.backToAudio();
      },
    });
  }

  #stopMachine(): void {
    this.#parts.machine.hangUp().then(
      (end) => this.#conclude(end),
      (error: unknown) => this.#conclude(brokenMachine(error)),
    );
  }

  #conclude(end: FaxMachineEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { usage, onEnded } = this.#parts;
    usage.observer = PASSIVE_OBSERVER;
    usage.hangUp();
    onEnded(end);
  }
}

const isSameRemote = (one: FaxPeer["remote"], other: FaxPeer["remote"]): boolean =>
  one.address === other.address && one.port === other.port;

/** A machine that cannot even say how it ended. */
export const brokenMachine = (error: unknown): FaxMachineEnd => ({
  outcome: "failed",
  reason: "noEngine",
  text: error instanceof Error ? error.message : String(error),
  pages: 0,
  damaged: [],
  station: "",
  way: "phone",
});
