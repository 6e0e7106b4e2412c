import {
  type AgentProfile,
  allowedMethods,
  type Body,
  bodyOf,
  Contact,
  decodeUtf8,
  encodeUtf8,
  type Flow,
  formatNameAddr,
  type IncomingInvite,
  type IncomingRequest,
  nameAddr,
  partsOf,
  SipHeaders,
  type SipRequest,
  sipUri,
  type UserAgentCore,
  type UserAgentHandlers,
  userText,
} from "@offhook/sip";
import { LOOPBACK } from "../loopback-server.ts";
import { type CallerManners, followManners } from "./caller-manners.ts";
import { CarrierSocket } from "./carrier-socket.ts";
import { type FaxBehavior, type FaxManner, isFaxOffer, usualFaxBehavior } from "./fax-behavior.ts";
import { OutsideAudio, type OutsideLeg, type OutsideVoice } from "./outside-audio.ts";
import { OutsideCall } from "./outside-call.ts";
import type { OutsideFax } from "./outside-fax.ts";
import { OutsideFaxMachines } from "./outside-fax-machines.ts";
import { readAudio } from "./plain-audio-description.ts";
import { createAgent, systemClock } from "./simulated-agent.ts";

/** What a person outside does when called. */
export type Behavior =
  | { readonly kind: "answers"; readonly afterMs: number; readonly voice: OutsideVoice }
  | { readonly kind: "refuses"; readonly status: number }
  | { readonly kind: "letsItRing" };

export interface SipCarrierOptions {
  /** How long a registration of the customer lasts. */
  readonly registerSeconds?: number;
  readonly behaviorOf?: (number: string) => Behavior;
  /** The same for a fax machine that calls. */
  readonly faxBehaviorOf?: (number: string) => FaxBehavior;
}

/** Somebody outside sends a fax. */
export interface OutsideFaxSender {
  readonly from: string;
  readonly name?: string;
  /** A number of the customer, with its country code. */
  readonly to: string;
  /** A TIFF file of fax pages. */
  readonly file: string;
  readonly manner?: FaxManner;
}

export interface OutsideCaller extends CallerManners {
  readonly from: string;
  readonly name?: string;
  /** A number of the customer, with its country code. */
  readonly to: string;
  readonly voice: OutsideVoice;
}

/** 555-01xx is for fiction, and three of those numbers have manners of their own. */
export function usualBehavior(number: string): Behavior {
  if (number.endsWith("5550199")) return { kind: "refuses", status: 486 };
  if (number.endsWith("5550198")) return { kind: "letsItRing" };
  if (number.endsWith("5550197")) return { kind: "refuses", status: 404 };
  const isEmergency = number.replace(/\D/g, "").length <= LONGEST_EMERGENCY_NUMBER;
  const voice: OutsideVoice = isEmergency ? { kind: "says", sources: SIMULATED_EMERGENCY } : { kind: "echo" };
  return { kind: "answers", afterMs: 1_500, voice };
}

const LONGEST_EMERGENCY_NUMBER = 5;
/** Said over and over: nobody may take the simulator for help. */
const SIMULATED_EMERGENCY = Array.from({ length: 5 }, () => ({
  kind: "prompt" as const,
  name: "simulated-emergency" as const,
}));

/** Somebody who picks up the phone and hears a fax machine whistle. */
const SURPRISED_PERSON = Array.from({ length: 8 }, () => ({
  kind: "prompt" as const,
  name: "echo-test" as const,
}));

const sdpBody = (text: string): Body => ({ type: "application/sdp", content: encodeUtf8(text) });

/** A carrier with people behind it, on loopback: takes registrations and calls, and makes calls. */
export class SipCarrier {
  /** Every call so far, oldest first. */
  readonly calls: OutsideCall[] = [];
  /** The same between fax machines. */
  readonly faxes: OutsideFax[] = [];
  readonly #behaviorOf: (number: string) => Behavior;
  readonly #faxBehaviorOf: (number: string) => FaxBehavior;
  readonly #registerSeconds: number;
  readonly #audio = new OutsideAudio();
  readonly #faxMachines = new OutsideFaxMachines();
  readonly #agent: UserAgentCore;
  #socket: CarrierSocket | undefined;
  #customer: Flow | undefined;

  private constructor(options: SipCarrierOptions) {
    const { behaviorOf = usualBehavior, faxBehaviorOf = usualFaxBehavior, registerSeconds = 300 } = options;
    this.#behaviorOf = behaviorOf;
    this.#faxBehaviorOf = faxBehaviorOf;
    this.#registerSeconds = registerSeconds;
    const handlers: UserAgentHandlers = {
      onInvite: (invite) => this.#take(invite),
      methods: { REGISTER: (request) => this.#register(request) },
    };
    this.#agent = createAgent(
      handlers,
      profileOf(handlers, () => this.port),
    );
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

  /** Whether the customer has registered, and so can be called. */
  get isConnected(): boolean {
    return this.#customer !== undefined;
  }

  /** Whether there are fax machines outside: without the library there is none. */
  get canFax(): boolean {
    return this.#faxMachines.areThere;
  }

  /** Somebody outside calls a number of the customer. */
  async call({ from, name, to, voice, ...manners }: OutsideCaller): Promise<OutsideCall> {
    const way = this.#wayTo({ from, name, to });
    const leg = await this.#audio.open();
    const call = new OutsideCall({ from, to, leg, state: "calling" });
    this.calls.push(call);
    const invite = this.#agent.invite(
      { ...way, offer: sdpBody(leg.offer) },
      {
        onProgress: ({ response }) => {
          if (call.state === "calling" && response.status >= 180) call.state = "ringing";
        },
        onAnswered: ({ usage, description }) => {
          call.attach(usage);
          call.converse(description ? decodeUtf8(description.content) : "", voice);
        },
        onFailed: (failure) => {
          call.refusal = failure.kind === "refused" ? failure.response.status : undefined;
          call.end();
        },
      },
    );
    call.abandon = () => invite.cancel();
    followManners(systemClock, call, manners);
    return call;
  }

  /** Somebody outside sends a fax to a number of the customer. */
  async fax({ from, name, to, file, manner = { t38: "takes" } }: OutsideFaxSender): Promise<OutsideFax> {
    const way = this.#wayTo({ from, name, to });
    const fax = await this.#faxMachines.sending(from, to, file, manner);
    this.faxes.push(fax);
    const invite = this.#agent.invite(
      { ...way, offer: fax.offer },
      {
        onProgress: () => {},
        onAnswered: ({ usage, description }) => {
          fax.attach(usage);
          fax.talk(description);
        },
        onFailed: (failure) => {
          fax.refusal = failure.kind === "refused" ? failure.response.status : undefined;
          fax.hangUp();
        },
      },
    );
    fax.abandon = () => invite.cancel();
    return fax;
  }

  async stop(): Promise<void> {
    for (const call of [...this.calls, ...this.faxes]) call.hangUp();
    await Promise.all([this.#audio.close(), this.#faxMachines.close()]);
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

  #wayTo({
    from,
    name,
    to,
  }: {
    readonly from: string;
    readonly name?: string | undefined;
    readonly to: string;
  }) {
    const flow = this.#customer;
    if (!flow) throw new Error("The customer has not registered with the carrier");
    const uri = sipUri({ user: `+${to}`, host: LOOPBACK, port: flow.remote.port });
    const caller = nameAddr(sipUri({ user: `+${from}`, host: LOOPBACK }), { displayName: name });
    return { flow, uri, from: caller, to: nameAddr(uri) };
  }

  /** What the number does: to a fax machine something else than to a person. */
  #behavior(invite: IncomingInvite): Behavior | Extract<FaxBehavior, { kind: "machine" }> {
    const number = digitsOf(invite.request.uri);
    const isFax = invite.offer !== undefined && isFaxOffer(decodeUtf8(invite.offer.content));
    if (!isFax || !this.#faxMachines.areThere) return this.#behaviorOf(number);
    const behavior = this.#faxBehaviorOf(number);
    if (behavior.kind !== "person") return behavior;
    return { kind: "answers", afterMs: 1_000, voice: { kind: "says", sources: SURPRISED_PERSON } };
  }

  #take(invite: IncomingInvite): void {
    const behavior = this.#behavior(invite);
    if (behavior.kind === "refuses") invite.refuse(behavior.status);
    else if (behavior.kind === "machine") this.#takeFax(invite, behavior).catch(() => invite.refuse(503));
    else
      this.#audio
        .open()
        .then((leg) => this.#ring(invite, leg, behavior))
        // Its audio cannot be had: the network is busy, as far as the caller is concerned.
        .catch(() => invite.refuse(503));
  }

  async #takeFax(
    invite: IncomingInvite,
    { afterMs, manner }: Extract<FaxBehavior, { kind: "machine" }>,
  ): Promise<void> {
    invite.progress(180);
    const { uri, from } = invite.request;
    const fax = await this.#faxMachines.receiving(digitsOf(uri), digitsOf(from.uri), manner);
    this.faxes.push(fax);
    if (!invite.isOpen) {
      fax.hangUp();
      return;
    }
    fax.attach(invite.usage);
    fax.abandon = () => invite.refuse(603);
    systemClock.schedule(afterMs, () => {
      const answer = fax.answerTo(invite.offer);
      if (!invite.isOpen) return;
      if (!answer) invite.refuse(488);
      else {
        invite.accept(answer);
        fax.talk(invite.offer);
      }
    });
  }

  #ring(invite: IncomingInvite, leg: OutsideLeg, behavior: Exclude<Behavior, { kind: "refuses" }>): void {
    const { uri, from } = invite.request;
    const call = new OutsideCall({ from: digitsOf(uri), to: digitsOf(from.uri), leg, state: "ringing" });
    call.place = placeOf(invite.request);
    this.calls.push(call);
    // Given up while the audio was being made: nothing will ever be told of it again.
    if (!invite.isOpen) {
      call.end();
      return;
    }
    call.attach(invite.usage);
    call.abandon = () => invite.refuse(603);
    invite.progress(180);
    if (behavior.kind === "answers")
      systemClock.schedule(behavior.afterMs, () => this.#answer(invite, call, behavior.voice));
  }

  #answer(invite: IncomingInvite, call: OutsideCall, voice: OutsideVoice): void {
    const offer = invite.offer && decodeUtf8(invite.offer.content);
    const remote = offer === undefined ? undefined : readAudio(offer);
    if (offer === undefined || !remote) invite.refuse(488);
    else if (invite.isOpen) {
      invite.accept(sdpBody(call.leg.answerTo(remote)));
      call.converse(offer, voice);
    }
  }
}

/** RFC 6442: the part of the body that the Geolocation header points at. */
function placeOf(request: SipRequest): string | undefined {
  const words = request.headers.text("X-Offhook-Emergency-Location");
  if (words !== undefined) return words;
  const id = /^<cid:(.+)>$/.exec(request.headers.text("Geolocation") ?? "")?.[1];
  const body = bodyOf(request);
  const part = id !== undefined && body ? partsOf(body)?.find((each) => each.id === id) : undefined;
  return part && decodeUtf8(part.content);
}

const digitsOf = (uri: SipRequest["uri"]): string => (userText(uri) ?? "").replace(/\D/g, "");

function profileOf(handlers: UserAgentHandlers, port: () => number): AgentProfile {
  return {
    product: "Simulated carrier",
    allow: allowedMethods(handlers),
    supported: [],
    accept: ["application/sdp", "multipart/mixed"],
    allowEvents: [],
    contact: () => `<sip:carrier@${LOOPBACK}:${port()}>`,
    sessionTimer: undefined,
    maxRingMs: 180_000,
  };
}
