import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "@offhook/kernel";
import {
  type AgentProfile,
  allowedMethods,
  type Body,
  Contact,
  decodeUtf8,
  encodeUtf8,
  type Flow,
  formatNameAddr,
  type Hash,
  type IncomingInvite,
  type IncomingRequest,
  nameAddr,
  SipHeaders,
  sipUri,
  UserAgentCore,
  type UserAgentHandlers,
  userText,
} from "@offhook/sip";
import { LOOPBACK } from "../loopback-server.ts";
import { CarrierSocket } from "./carrier-socket.ts";
import { OutsideAudio, type OutsideVoice } from "./outside-audio.ts";
import { OutsideCall } from "./outside-call.ts";
import { readAudio } from "./plain-audio-description.ts";

const hash: Hash = {
  md5: (data) => createHash("md5").update(data).digest("hex"),
  sha256: (data) => createHash("sha256").update(data).digest("hex"),
};

const systemClock: Clock = {
  now: () => Date.now(),
  schedule(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

/** What somebody outside does when he is called. */
export type Behaviour =
  | { readonly kind: "answers"; readonly afterMs: number; readonly voice: OutsideVoice }
  | { readonly kind: "refuses"; readonly status: number }
  | { readonly kind: "letsItRing" };

export interface SipCarrierOptions {
  /** How long a registration of the customer lasts. */
  readonly registerSeconds?: number;
  readonly behaviourOf?: (number: string) => Behaviour;
}

export interface OutsideCaller {
  readonly from: string;
  readonly name?: string;
  /** A number of the customer, with its country code. */
  readonly to: string;
  readonly voice: OutsideVoice;
}

/** 555-01xx is for fiction, and three of those numbers have manners of their own. */
export function usualBehaviour(number: string): Behaviour {
  if (number.endsWith("5550199")) return { kind: "refuses", status: 486 };
  if (number.endsWith("5550198")) return { kind: "letsItRing" };
  if (number.endsWith("5550197")) return { kind: "refuses", status: 404 };
  return { kind: "answers", afterMs: 1_500, voice: { kind: "echo" } };
}

const sdpBody = (text: string): Body => ({ type: "application/sdp", content: encodeUtf8(text) });

/** A carrier with people behind it, on loopback: takes registrations and calls, and makes calls. */
export class SipCarrier {
  /** Every call so far, oldest first. */
  readonly calls: OutsideCall[] = [];
  readonly #behaviourOf: (number: string) => Behaviour;
  readonly #registerSeconds: number;
  readonly #audio = new OutsideAudio();
  readonly #agent: UserAgentCore;
  #socket: CarrierSocket | undefined;
  #customer: Flow | undefined;

  private constructor({ behaviourOf = usualBehaviour, registerSeconds = 300 }: SipCarrierOptions) {
    this.#behaviourOf = behaviourOf;
    this.#registerSeconds = registerSeconds;
    const handlers: UserAgentHandlers = {
      onInvite: (invite) => void this.#take(invite),
      methods: { REGISTER: (request) => this.#register(request) },
    };
    this.#agent = new UserAgentCore({
      clock: systemClock,
      random: { bytes: (count) => randomBytes(count) },
      hash,
      handlers,
      profile: profileOf(handlers, () => this.port),
    });
    this.#audio.onDigit((legId, digit) => {
      const call = this.calls.find(({ leg }) => leg.id === legId);
      if (call) call.digits += digit;
    });
  }

  static async start(options: SipCarrierOptions = {}): Promise<SipCarrier> {
    const carrier = new SipCarrier(options);
    carrier.#socket = await CarrierSocket.open((flow, bytes) => carrier.#agent.receive(flow, bytes));
    return carrier;
  }

  get port(): number {
    return this.#socket?.port ?? 0;
  }

  /** Whether the customer has registered, so that he can be called. */
  get isConnected(): boolean {
    return this.#customer !== undefined;
  }

  /** Somebody outside calls a number of the customer. */
  async call({ from, name, to, voice }: OutsideCaller): Promise<OutsideCall> {
    const flow = this.#customer;
    if (!flow) throw new Error("The customer has not registered with the carrier");
    const leg = await this.#audio.open();
    const call = new OutsideCall({ from, to, leg, state: "calling" });
    this.calls.push(call);
    const uri = sipUri({ user: `+${to}`, host: LOOPBACK, port: flow.remote.port });
    const caller = nameAddr(sipUri({ user: `+${from}`, host: LOOPBACK }), { displayName: name });
    const invite = this.#agent.invite(
      { flow, uri, from: caller, to: nameAddr(uri), offer: sdpBody(leg.offer) },
      {
        onProgress: ({ response }) => {
          if (call.state === "calling" && response.status >= 180) call.state = "ringing";
        },
        onAnswered: ({ usage, description }) => {
          call.attach(usage);
          call.talk();
          void this.#converse(call, description ? decodeUtf8(description.content) : "", voice);
        },
        onFailed: (failure) => {
          call.refusal = failure.kind === "refused" ? failure.response.status : undefined;
          call.end();
        },
      },
    );
    call.abandon = () => invite.cancel();
    return call;
  }

  async stop(): Promise<void> {
    for (const call of this.calls) call.hangUp();
    await this.#audio.close();
    await this.#socket?.close();
  }

  #register(request: IncomingRequest): void {
    this.#customer = request.flow;
    const contacts = request.request.headers
      .all(Contact)
      .flatMap((contact) => (contact === "*" ? [] : contact));
    const expires = String(this.#registerSeconds);
    const granted = contacts.map((contact) => `${formatNameAddr(contact)};expires=${expires}`);
    request.respond(200, { headers: new SipHeaders().with("Contact", ...granted) });
  }

  async #take(invite: IncomingInvite): Promise<void> {
    const number = (userText(invite.request.uri) ?? "").replace(/\D/g, "");
    const from = (userText(invite.request.from.uri) ?? "").replace(/\D/g, "");
    const behaviour = this.#behaviourOf(number);
    if (behaviour.kind === "refuses") return invite.refuse(behaviour.status);
    const leg = await this.#audio.open();
    const call = new OutsideCall({ from: number, to: from, leg, state: "ringing" });
    this.calls.push(call);
    call.attach(invite.usage);
    call.abandon = () => invite.refuse(603);
    invite.progress(180);
    if (behaviour.kind === "answers")
      systemClock.schedule(behaviour.afterMs, () => void this.#answer(invite, call, behaviour.voice));
  }

  async #answer(invite: IncomingInvite, call: OutsideCall, voice: OutsideVoice): Promise<void> {
    const offer = invite.offer && decodeUtf8(invite.offer.content);
    const remote = offer === undefined ? undefined : readAudio(offer);
    if (offer === undefined || !remote) return invite.refuse(488);
    if (!invite.isOpen) return;
    invite.accept(sdpBody(call.leg.answerTo(remote)));
    call.talk();
    await this.#converse(call, offer, voice);
  }

  async #converse(call: OutsideCall, description: string, voice: OutsideVoice): Promise<void> {
    if (!(await call.leg.connect(description))) return call.hangUp();
    await call.leg.speak(voice);
  }
}

function profileOf(handlers: UserAgentHandlers, port: () => number): AgentProfile {
  return {
    product: "Simulated carrier",
    allow: allowedMethods(handlers),
    supported: [],
    accept: ["application/sdp"],
    allowEvents: [],
    contact: () => `<sip:carrier@${LOOPBACK}:${port()}>`,
    sessionTimer: undefined,
    maxRingMs: 180_000,
  };
}
