import type { FaxCall, FaxCallEnd } from "@offhook/fax";
import {
  agreeOnT38,
  createT38Answer,
  createT38Offer,
  formatSdp,
  newOrigin,
  parseSdp,
  readT38Answer,
} from "@offhook/sdp";
import {
  type Body,
  decodeUtf8,
  encodeUtf8,
  type IncomingOffer,
  type InviteUsage,
  PASSIVE_OBSERVER,
} from "@offhook/sip";
import type { FaxManner } from "./fax-behavior.ts";
import { describeAudio, readAudio } from "./plain-audio-description.ts";

const ADDRESS = "127.0.0.1";
/** By then the other side knows that its page has arrived, and the next one is on its way. */
const NEXT_PAGE_MS = 2_500;

export interface OutsideFaxParts {
  /** Their own number and the one at the other end. */
  readonly from: string;
  readonly to: string;
  /** What is sent, or where it is received. */
  readonly file: string;
  readonly role: "send" | "receive";
  readonly machine: FaxCall;
  readonly manner: FaxManner;
}

/** A fax call of a machine outside, seen from there. */
export class OutsideFax {
  readonly from: string;
  readonly to: string;
  readonly file: string;
  state: "calling" | "faxing" | "ended" = "calling";
  /** Pages that have arrived, at whichever end. */
  pages = 0;
  way: "phone" | "t38" = "phone";
  end: FaxCallEnd | undefined;
  /** The final answer to a call of theirs that was refused. */
  refusal: number | undefined;
  readonly #machine: FaxCall;
  readonly #manner: FaxManner;
  readonly #role: OutsideFaxParts["role"];
  #usage: InviteUsage | undefined;
  #audioPort: number | undefined;
  #abandon: () => void = () => {};

  constructor({ from, to, file, role, machine, manner }: OutsideFaxParts) {
    this.from = from;
    this.to = to;
    this.file = file;
    this.#machine = machine;
    this.#manner = manner;
    this.#role = role;
    machine.on("page", () => this.#onPage());
    machine.on("heard", () => this.#askForT38());
    machine.on("ended", (end) => this.#conclude(end));
  }

  get offer(): Body {
    return sdpBody(describeAudio(this.#local, undefined, "fax"));
  }

  /** How to give up a call that nobody has answered yet. */
  set abandon(abandon: () => void) {
    this.#abandon = abandon;
  }

  /** What we answer to their description; undefined where it is of no use. */
  answerTo(offer: Body | undefined): Body | undefined {
    const remote = offer && readAudio(decodeUtf8(offer.content));
    return remote && sdpBody(describeAudio(this.#local, remote, "fax"));
  }

  attach(usage: InviteUsage): void {
    this.#usage = usage;
    usage.observer = {
      ...PASSIVE_OBSERVER,
      onOffer: (offer) => this.#onOffer(offer),
      onRequest: (request) => request.respond(200),
      onEnded: () => this.hangUp(),
    };
  }

  /** Answered: the machines talk. */
  talk(description: Body | undefined): void {
    const remote = description && readAudio(decodeUtf8(description.content));
    if (!remote) {
      this.hangUp();
      return;
    }
    this.state = "faxing";
    const { address, port, codec } = remote;
    // Told the same again, the machine would begin anew.
    if (this.#audioPort === port) return;
    this.#audioPort = port;
    this.#machine.talk({ address, port, payloadType: codec.payloadType });
  }

  hangUp(): void {
    if (this.state === "ended") return;
    this.#leave();
    // What became of it comes as an event.
    this.#machine.hangUp().catch(() => {});
  }

  get #local(): { readonly address: string; readonly port: number } {
    return { address: ADDRESS, port: this.#machine.port };
  }

  #onOffer(offer: IncomingOffer): void {
    const theirs = offer.offer && parseSdp(decodeUtf8(offer.offer.content));
    const agreed = theirs && agreeOnT38(theirs);
    if (theirs && agreed && this.#manner.t38 !== "refuses") {
      const { index, ...remote } = agreed;
      const answer = createT38Answer(theirs, index, this.#local, newOrigin("38", ADDRESS));
      offer.answer(sdpBody(formatSdp(answer)));
      this.#switch(remote);
      return;
    }
    const answer = agreed ? undefined : this.answerTo(offer.offer);
    if (!answer) {
      offer.refuse(488);
      return;
    }
    offer.answer(answer);
    this.talk(offer.offer);
  }

  #askForT38(): void {
    if (this.#manner.t38 !== "asks" || this.way === "t38" || this.state !== "faxing") return;
    const offer = createT38Offer(this.#local, newOrigin("38", ADDRESS));
    this.way = "t38";
    this.#usage?.reinvite({
      makeOffer: () => sdpBody(formatSdp(offer)),
      onResult: (result) => {
        const answer = result.kind === "answered" ? result.answer : undefined;
        const theirs = answer && parseSdp(decodeUtf8(answer.content));
        const remote = theirs && readT38Answer(offer, theirs);
        if (remote) this.#switch(remote);
        else this.way = "phone";
      },
    });
  }

  #switch(remote: Parameters<FaxCall["switchToT38"]>[0]): void {
    this.way = "t38";
    this.#machine.switchToT38(remote);
  }

  #onPage(): void {
    this.pages += 1;
    const { breaksOffAfter } = this.#manner;
    if (breaksOffAfter === undefined || this.pages < breaksOffAfter) return;
    // A receiver has confirmed the page to itself only; who sends has heard the confirmation already.
    if (this.#role === "send") this.hangUp();
    else setTimeout(() => this.hangUp(), NEXT_PAGE_MS);
  }

  #leave(): void {
    if (this.state === "faxing") this.#usage?.hangUp();
    else if (this.state === "calling") this.#abandon();
    this.state = "ended";
  }

  #conclude(end: FaxCallEnd): void {
    this.end = end;
    this.#leave();
  }
}

const sdpBody = (text: string): Body => ({ type: "application/sdp", content: encodeUtf8(text) });
