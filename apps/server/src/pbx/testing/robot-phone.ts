import { createHash, randomBytes, randomUUID } from "node:crypto";
import {
  type AgentProfile,
  allowedMethods,
  type Flow,
  type Hash,
  type IncomingInvite,
  nameAddr,
  type Signer,
  SipHeaders,
  sipUri,
  UserAgentCore,
  type UserAgentHandlers,
  userText,
} from "@offhook/sip";
import { expect, vi } from "vitest";
import { systemClock } from "../../platform/system-clock.ts";
import { openPhoneSocket, type PhoneSocket, type PhoneTransport } from "./phone-socket.ts";
import { RobotAudio } from "./robot-audio.ts";
import { RobotCall, sdpBody } from "./robot-call.ts";

const hash: Hash = {
  md5: (data) => createHash("md5").update(data).digest("hex"),
  sha256: (data) => createHash("sha256").update(data).digest("hex"),
};

export interface RobotPhoneOptions {
  readonly username: string;
  readonly password: string;
  readonly domain: string;
  readonly transport: PhoneTransport;
  readonly port: number;
  /** Of a browser: its websocket, and how it makes offers and takes answers. */
  readonly url?: string;
  readonly peer?: BrowserPeer;
  /** The tone it speaks. */
  readonly hz: number;
  /** Over TCP: it can also be called where its Contact says. */
  readonly listens?: boolean;
  /** What it does when it is called; otherwise it rings until the test says something. */
  readonly onCall?: (call: RobotCall) => void;
}

/** The audio of a browser, which needs more than plain RTP. */
interface BrowserPeer {
  offer(): Promise<string>;
  accept(answer: string): void;
}

/** A desk phone in this process: real SIP and real audio over real sockets, moved by the test. */
export class RobotPhone {
  readonly calls: RobotCall[] = [];
  readonly #options: RobotPhoneOptions;
  readonly #agent: UserAgentCore;
  readonly #signer: Signer;
  readonly #instance = randomUUID();
  #socket: PhoneSocket | undefined;
  #registration = "none";
  #sequence = 1;

  private constructor(options: RobotPhoneOptions) {
    this.#options = options;
    const handlers: UserAgentHandlers = { onInvite: (invite) => void this.#receive(invite) };
    const profile: AgentProfile = {
      product: "Robot",
      allow: allowedMethods(handlers),
      supported: ["timer", "replaces"],
      accept: ["application/sdp"],
      allowEvents: [],
      contact: (flow) => `<${this.#contact(flow)}>`,
      sessionTimer: undefined,
      maxRingMs: 300_000,
    };
    const random = { bytes: (count: number) => randomBytes(count) };
    this.#agent = new UserAgentCore({ clock: systemClock, random, hash, profile, handlers });
    this.#signer = this.#agent.createSigner(options);
  }

  static async register(options: RobotPhoneOptions): Promise<RobotPhone> {
    const phone = new RobotPhone(options);
    await phone.connect();
    return phone;
  }

  /** Also again, where its connection broke: what it is in the middle of goes on. */
  async connect(): Promise<void> {
    this.#socket?.close();
    this.#socket = await openPhoneSocket({
      ...this.#options,
      receive: (flow, bytes) => this.#agent.receive(flow, bytes),
      receiveItem: (flow, item) => this.#agent.receiveItem(flow, item),
    });
    this.#register(600);
    await vi.waitFor(() => expect(this.#registration).toBe("200"), { timeout: 10_000 });
  }

  /** The last call. */
  get call(): RobotCall {
    const last = this.calls.at(-1);
    if (!last) throw new Error("No call");
    return last;
  }

  async dial(number: string): Promise<RobotCall> {
    const { domain, hz, peer } = this.#options;
    const audio = await RobotAudio.open(hz);
    const offer = peer ? await peer.offer() : audio.describe();
    const call = new RobotCall(audio, "calling", number);
    this.calls.push(call);
    const to = sipUri({ user: number, host: domain });
    call.outgoing = this.#agent.invite(
      {
        flow: this.#flow,
        uri: to,
        from: this.#own,
        to: nameAddr(to),
        offer: sdpBody(offer),
        signer: this.#signer,
      },
      {
        onProgress: ({ response, description }) => {
          call.news = String(response.status);
          if (description && !peer) audio.sendTo(new TextDecoder().decode(description.content));
        },
        onAnswered: ({ usage, description }) => {
          call.answered(usage, peer ? undefined : description);
          if (description) peer?.accept(new TextDecoder().decode(description.content));
        },
        onFailed: (failure) =>
          call.end(failure.kind === "refused" ? String(failure.response.status) : failure.kind),
      },
    );
    return call;
  }

  /** Subscribes to the lamp of its mailbox; what it is told is added to the list. */
  watchMessages(): { readonly told: readonly string[]; stop(): void } {
    const told: string[] = [];
    const parts = { flow: this.#flow, uri: this.#own.uri, from: this.#own, to: this.#own };
    const subscription = this.#agent.subscribe(
      { ...parts, event: "message-summary", seconds: 600, signer: this.#signer },
      {
        onNotify: (body) => told.push(body ? new TextDecoder().decode(body.content) : ""),
        onEnded: (reason) => told.push(`ended ${reason}`),
      },
    );
    return { told, stop: () => subscription.unsubscribe() };
  }

  /** Waits until another call than those so far rings. */
  async rings(known = this.calls.filter(({ state }) => state === "ended").length): Promise<RobotCall> {
    return vi.waitFor(
      () => {
        const call = this.calls.slice(known).findLast(({ state }) => state === "ringing");
        if (!call) throw new Error(`${this.#options.username} does not ring`);
        return call;
      },
      { timeout: 20_000, interval: 40 },
    );
  }

  /** Waits for a call to ring, and takes it. */
  async takeCall(): Promise<RobotCall> {
    const call = await this.rings();
    call.answer();
    return call;
  }

  /** A REFER with the tags of a dialog, whether the phone believes it to be over or not; resolves with the answer. */
  rememberDialog(call: RobotCall): (number: string) => Promise<number> {
    const { dialog } = call.usage.link;
    if (!dialog) throw new Error("The call has no dialog");
    const { callId, localTag, remoteTag, localSequence, remoteTarget } = dialog;
    const { username, domain } = this.#options;
    return (number) =>
      new Promise((resolve) => {
        this.#agent.request({
          method: "REFER",
          flow: this.#flow,
          uri: remoteTarget,
          from: this.#own,
          to: this.#own,
          callId,
          sequence: localSequence + 1,
          headers: SipHeaders.of(
            ["From", `<sip:${username}@${domain}>;tag=${localTag}`],
            ["To", `<sip:${call.from}@${domain}>;tag=${remoteTag}`],
            ["Refer-To", `<sip:${number}@${domain}>`],
          ),
          signer: this.#signer,
          onOutcome: (outcome) => resolve(outcome.kind === "response" ? outcome.response.status : 0),
        });
      });
  }

  /** The cable is pulled: nothing comes from it any more, not even a goodbye. */
  vanish(): void {
    this.#socket?.close();
    for (const call of this.calls) call.audio.close();
  }

  /** Says goodbye, so that the line is not called any more. */
  async stop(): Promise<void> {
    for (const call of this.calls) if (call.state !== "ended") call.hangUp();
    this.#register(0);
    await vi.waitFor(() => expect(this.#registration).toBe("200"), { timeout: 5_000 });
    for (const call of this.calls) call.audio.close();
    this.#socket?.close();
  }

  get #flow(): Flow {
    if (!this.#socket) throw new Error("The phone is not plugged in");
    return this.#socket.flow;
  }

  get #own() {
    const { username, domain } = this.#options;
    return nameAddr(sipUri({ user: username, host: domain }));
  }

  #contact(flow: Flow): string {
    if (flow.transport === "WS") return `sip:robot@${flow.local.host};transport=ws`;
    const transport = flow.transport === "TCP" ? ";transport=tcp" : "";
    return `sip:robot@${flow.local.host}:${flow.local.port}${transport}`;
  }

  #register(seconds: number): void {
    this.#registration = "none";
    const instance = `+sip.instance="<urn:uuid:${this.#instance}>";reg-id=1`;
    this.#agent.request({
      method: "REGISTER",
      flow: this.#flow,
      uri: sipUri({ host: this.#options.domain }),
      from: this.#own,
      to: this.#own,
      headers: SipHeaders.of(["Contact", `<${this.#contact(this.#flow)}>;${instance};expires=${seconds}`]),
      signer: this.#signer,
      callId: this.#instance,
      sequence: this.#sequence,
      onOutcome: (outcome, sequence) => {
        this.#sequence = sequence + 1;
        this.#registration = outcome.kind === "response" ? String(outcome.response.status) : outcome.kind;
      },
    });
  }

  async #receive(invite: IncomingInvite): Promise<void> {
    const audio = await RobotAudio.open(this.#options.hz);
    const { from } = invite.request;
    const call = new RobotCall(audio, "ringing", from.displayName || (userText(from.uri) ?? ""));
    call.invite = invite;
    call.adopt(invite.usage);
    this.calls.push(call);
    if (invite.isOpen) invite.progress(180);
    this.#options.onCall?.(call);
  }
}
