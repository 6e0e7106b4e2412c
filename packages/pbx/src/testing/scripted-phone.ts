import type { Clock } from "@offhook/kernel";
import {
  type AgentProfile,
  allowedMethods,
  type Body,
  bodyOf,
  decodeUtf8,
  dtmfBody,
  encodeUtf8,
  type Flow,
  formatNameAddr,
  type Hash,
  type IncomingInvite,
  type InviteUsage,
  nameAddr,
  type OutgoingInvite,
  type OutgoingSubscription,
  parseUri,
  type Random,
  type Signer,
  SipHeaders,
  type SipRequest,
  sipUri,
  type UsageObserver,
  UserAgentCore,
  type UserAgentHandlers,
} from "@offhook/sip";

export interface ScriptedPhoneParts {
  readonly username: string;
  readonly password: string;
  readonly domain: string;
  readonly kind: "browser" | "phone";
  readonly instance: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly hash: Hash;
}

/** One call as the phone sees it. */
export interface PhoneCall {
  readonly direction: "in" | "out";
  state: "calling" | "ringing" | "talking" | "ended";
  /** The last status it was told, or the cause of the end. */
  news: string;
  usage: InviteUsage | undefined;
  invite: IncomingInvite | undefined;
  outgoing: OutgoingInvite | undefined;
  /** The Reason header of the CANCEL or BYE. */
  reason: string | undefined;
  readonly transferNews: number[];
  /** The responses to its INVITE that brought a description. */
  readonly described: number[];
  /** What its later offers were answered with: a description, or a status. */
  readonly answers: (string | number)[];
}

/** A real user agent that does what the test says; its audio is a text. */
export class ScriptedPhone {
  readonly ua: UserAgentCore;
  readonly calls: PhoneCall[] = [];
  /** What it heard inside its calls, say "INFO". */
  readonly requests: string[] = [];
  /** Whether it proves its password when it calls. */
  signsCalls = true;
  /** What it was told of its messages, unasked or because it subscribed. */
  readonly summaries: string[] = [];
  /** Whether it takes a NOTIFY that it has not subscribed to, and whether it says so when it registers. */
  takesNotices = true;
  claimsNotices = true;
  /** What it reads in an INVITE. */
  readonly accept = ["application/sdp"];
  /** What it says to an offer within a call: a description, or a status. Audio unless told. */
  judgeOffer: (offer: string) => string | number | undefined = () => undefined;
  /** Whose name stands on its calls; its own unless told. */
  callsAs: string | undefined;
  readonly #parts: ScriptedPhoneParts;
  readonly #signer: Signer;
  #flow: Flow | undefined;
  #sequence = 1;
  #offers = 0;
  /** As a carrier: what it answers to a REGISTER of ours. */
  registerAnswer = 200;
  readonly registers: string[] = [];
  registration: "none" | "registered" | "refused" = "none";

  constructor(parts: ScriptedPhoneParts) {
    this.#parts = parts;
    const handlers: UserAgentHandlers = {
      onInvite: (invite) => this.#receive(invite),
      methods: {
        REGISTER: (request) => {
          this.registers.push(request.request.headers.text("expires") ?? "");
          request.respond(this.registerAnswer);
        },
        NOTIFY: (notice) => {
          if (this.takesNotices) this.summaries.push(textOf(bodyOf(notice.request)));
          notice.respond(this.takesNotices ? 200 : 481);
        },
      },
    };
    const profile: AgentProfile = {
      product: "Scripted phone",
      allow: allowedMethods(handlers),
      supported: ["timer", "replaces", "100rel"],
      accept: this.accept,
      allowEvents: [],
      contact: (flow) => `<${this.#contact(flow)}>`,
      sessionTimer: undefined,
      maxRingMs: 300_000,
    };
    const { clock, random, hash, username, password } = parts;
    this.ua = new UserAgentCore({ clock, random, hash, profile, handlers });
    this.#signer = this.ua.createSigner({ username, password });
  }

  get flow(): Flow {
    if (!this.#flow) throw new Error("The phone is not plugged in");
    return this.#flow;
  }

  plugIn(flow: Flow): void {
    this.#flow = flow;
  }

  /** The last call, which most tests have only one of. */
  get call(): PhoneCall {
    const last = this.calls.at(-1);
    if (!last) throw new Error("No call");
    return last;
  }

  register(seconds = 600): void {
    const { username, domain, instance } = this.#parts;
    const own = nameAddr(sipUri({ user: username, host: domain }));
    const contact = `<${this.#contact(this.flow)}>;+sip.instance="<urn:uuid:${instance}>";reg-id=1;expires=${seconds}`;
    this.ua.request({
      method: "REGISTER",
      flow: this.flow,
      uri: sipUri({ host: domain }),
      from: own,
      to: own,
      headers: SipHeaders.of(
        ["Contact", contact],
        ["Allow", this.claimsNotices ? "INVITE, NOTIFY" : "INVITE"],
      ),
      signer: this.#signer,
      callId: `register-${instance}`,
      sequence: this.#sequence,
      onOutcome: (outcome, sequence) => {
        this.#sequence = sequence + 1;
        this.registration =
          outcome.kind === "response" && outcome.response.status === 200 ? "registered" : "refused";
      },
    });
    this.#sequence += 2;
  }

  /** Asks for the light of its mailbox, or of what `user` names. */
  watchMessages(user = this.#parts.username, seconds = 600): OutgoingSubscription {
    const { username, domain } = this.#parts;
    const own = nameAddr(sipUri({ user: username, host: domain }));
    const box = sipUri({ user, host: domain });
    const parts = { flow: this.flow, uri: box, from: own, to: nameAddr(box), signer: this.#signer };
    return this.ua.subscribe(
      { ...parts, event: "message-summary", seconds },
      {
        onNotify: (body) => this.summaries.push(textOf(body)),
        onEnded: (reason) => this.summaries.push(`ended ${reason}`),
      },
    );
  }

  dial(number: string, headers?: SipHeaders): PhoneCall {
    const { username, domain } = this.#parts;
    const call = this.#add("out");
    call.outgoing = this.ua.invite(
      {
        flow: this.flow,
        uri: sipUri({ user: number, host: domain }),
        from: nameAddr(sipUri({ user: this.callsAs ?? username, host: domain })),
        to: nameAddr(sipUri({ user: number, host: domain })),
        offer: this.#offer("sendrecv"),
        headers,
        signer: this.signsCalls ? this.#signer : undefined,
      },
      {
        onProgress: ({ response, description }) => {
          call.news = String(response.status);
          if (description) call.described.push(response.status);
        },
        onAnswered: ({ usage }) => {
          call.state = "talking";
          call.news = "200";
          this.#adopt(call, usage);
        },
        onFailed: (failure) => {
          call.state = "ended";
          call.news = failure.kind === "refused" ? String(failure.response.status) : failure.kind;
        },
      },
    );
    return call;
  }

  ring(call = this.call): void {
    call.invite?.progress(180);
  }

  answer(call = this.call): void {
    if (!call.invite?.isOpen) return;
    call.state = "talking";
    call.invite.accept(this.#describe(call.invite.offer !== undefined));
  }

  decline(status = 486, call = this.call): void {
    call.invite?.refuse(status);
  }

  hangUp(call = this.call): void {
    if (call.usage) call.usage.hangUp();
    else call.outgoing?.cancel();
  }

  hold(isHeld: boolean, call = this.call): void {
    call.usage?.reinvite({
      makeOffer: () => this.#offer(isHeld ? "sendonly" : "sendrecv"),
      onResult: () => {},
    });
  }

  /** A re-INVITE with this description. */
  offerAnew(text: string, call = this.call): void {
    call.usage?.reinvite({
      makeOffer: () => sdp(text),
      onResult: (result) => {
        if (result.kind === "answered") call.answers.push(textOf(result.answer));
        else if (result.kind === "refused") call.answers.push(result.response.status);
      },
    });
  }

  pressByInfo(key: string, call = this.call): void {
    const { type, content } = dtmfBody({ key, durationMs: 100 });
    call.usage?.request("INFO", { body: { type, content } }, () => {});
  }

  /** Blind with a number; attended with the other call, whose place the target takes. */
  transfer(to: string | PhoneCall, call = this.call): void {
    const target = typeof to === "string" ? `sip:${to}@${this.#parts.domain}` : this.#replacing(to);
    const uri = parseUri(target);
    if (!uri) throw new Error(`No address: ${target}`);
    call.usage?.refer(
      { target: nameAddr(uri) },
      {
        onAccepted: () => call.transferNews.push(202),
        onProgress: (status) => call.transferNews.push(status),
        onFinished: () => {},
        onRefused: (response) => call.transferNews.push(response?.status ?? 0),
      },
    );
  }

  #replacing({ usage }: PhoneCall): string {
    const dialog = usage?.link.dialog;
    if (!dialog) throw new Error("The other call has no dialog");
    const replaces = `${dialog.callId};to-tag=${dialog.remoteTag};from-tag=${dialog.localTag}`;
    return `sip:other@${this.#parts.domain}?Replaces=${encodeURIComponent(replaces)}`;
  }

  #receive(invite: IncomingInvite): void {
    const call = this.#add("in");
    call.state = "ringing";
    call.invite = invite;
    this.#adopt(call, invite.usage);
  }

  #add(direction: "in" | "out"): PhoneCall {
    const call: PhoneCall = {
      direction,
      state: "calling",
      news: "",
      usage: undefined,
      invite: undefined,
      outgoing: undefined,
      reason: undefined,
      transferNews: [],
      described: [],
      answers: [],
    };
    this.calls.push(call);
    return call;
  }

  #adopt(call: PhoneCall, usage: InviteUsage): void {
    call.usage = usage;
    const observer: UsageObserver = {
      onConfirmed: () => {},
      onOffer: (offer) => {
        const judged = this.judgeOffer(textOf(offer.offer));
        if (typeof judged === "number") offer.refuse(judged);
        else if (judged === undefined) offer.answer(this.#describe(offer.offer !== undefined));
        else offer.answer(sdp(judged));
      },
      onRefreshed: () => {},
      onRequest: (request) => {
        this.requests.push(request.request.method);
        request.respond(200);
      },
      onRefer: (refer) => refer.refuse(603),
      onEnded: ({ cause, request }) => {
        call.state = "ended";
        call.news = cause;
        call.reason = reasonOf(request);
      },
    };
    usage.observer = observer;
  }

  /** A browser makes an offer where it was given none; a phone answers in SDP either way. */
  #describe(isAnswer: boolean): Body {
    if (this.#parts.kind === "browser" && isAnswer) return sdp("browsers answer nobody");
    return this.#offer("sendrecv");
  }

  #offer(direction: string): Body {
    this.#offers += 1;
    if (this.#parts.kind === "browser")
      return sdp(`offer ${direction} ${this.#parts.instance} ${this.#offers}`);
    const lines = [
      "v=0",
      `o=- 1 ${this.#offers} IN IP4 192.0.2.50`,
      "s=-",
      "c=IN IP4 192.0.2.50",
      "t=0 0",
      "m=audio 4000 RTP/AVP 0 8 101",
      "a=rtpmap:101 telephone-event/8000",
      `a=${direction}`,
    ];
    return sdp(`${lines.join("\r\n")}\r\n`);
  }

  #contact(flow: Flow): string {
    const { kind, instance } = this.#parts;
    return kind === "browser"
      ? `sip:${instance}@page.invalid;transport=ws`
      : `sip:${instance}@${flow.local.host}:${flow.local.port ?? 5060}`;
  }
}

const sdp = (text: string): Body => ({
  type: "application/sdp",
  content: encodeUtf8(text),
});

const textOf = (body: Body | undefined): string => (body ? decodeUtf8(body.content) : "");

const reasonOf = (request: SipRequest | undefined): string | undefined => request?.headers.text("reason");

/** The caller a ringing phone is shown. */
export const callerOf = (call: PhoneCall): string =>
  call.invite ? formatNameAddr({ ...call.invite.request.from, parameters: [] }) : "";

export const bodyText = (call: PhoneCall): string =>
  call.invite?.offer ? decodeUtf8(call.invite.offer.content) : "";
