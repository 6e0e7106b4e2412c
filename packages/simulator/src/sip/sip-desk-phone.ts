import { randomUUID } from "node:crypto";
import type { CancelTimer } from "@offhook/kernel";
import {
  type Flow,
  type IncomingInvite,
  nameAddr,
  type Signer,
  SipHeaders,
  sipUri,
  type UserAgentCore,
  type UserAgentHandlers,
} from "@offhook/sip";
import { LOOPBACK } from "../loopback-server.ts";
import { type DeviceAccount, DeviceConnection, deviceProfile } from "./device-connection.ts";
import type { OutsideAudio } from "./outside-audio.ts";
import { RingingCall } from "./ringing-call.ts";
import { createAgent, systemClock } from "./simulated-agent.ts";

export interface SipDeskPhoneOptions extends DeviceAccount {
  /** Shared by the phones of one place: it is a process of its own. */
  readonly audio: OutsideAudio;
  readonly onRing: (call: RingingCall) => void;
}

const EXPIRES_SECONDS = 600;
/** In good time before the registration ends. */
const RENEW_MS = 300_000;
const RETRY_MS = 5_000;
/** A server that is stopping may not answer a goodbye. */
const GOODBYE_MS = 1_000;

/** A phone on somebody's desk: registers, stays registered, and rings. */
export class SipDeskPhone {
  readonly #options: SipDeskPhoneOptions;
  readonly #agent: UserAgentCore;
  readonly #signer: Signer;
  readonly #connection: DeviceConnection;
  readonly #instance = randomUUID();
  #sequence = 1;
  #isPluggedIn = false;
  #isRegistered = false;
  #cancelRenewal: CancelTimer = () => {};

  constructor(options: SipDeskPhoneOptions) {
    this.#options = options;
    const handlers: UserAgentHandlers = { onInvite: (invite) => this.#ring(invite) };
    this.#agent = createAgent(handlers, deviceProfile("Simulated desk phone", options.username, handlers));
    this.#signer = this.#agent.createSigner(options);
    const onLost = (): void => this.#renewIn(RETRY_MS);
    this.#connection = new DeviceConnection({ port: options.port, agent: this.#agent, onLost });
  }

  plugIn(): void {
    if (this.#isPluggedIn) return;
    this.#isPluggedIn = true;
    this.#renewIn(0);
  }

  /** Says goodbye, so that the line is not rung any more. */
  async unplug(): Promise<void> {
    if (!this.#isPluggedIn) return;
    this.#isPluggedIn = false;
    this.#cancelRenewal();
    let cancel: CancelTimer = () => {};
    const tooLong = new Promise<void>((resolve) => {
      cancel = systemClock.schedule(GOODBYE_MS, resolve);
    });
    if (this.#isRegistered) await Promise.race([this.#register(0), tooLong]).catch(() => {});
    cancel();
    this.#isRegistered = false;
    this.#connection.close();
  }

  #renewIn(delayMs: number): void {
    this.#cancelRenewal();
    this.#cancelRenewal = systemClock.schedule(delayMs, () => {
      if (!this.#isPluggedIn) return;
      const registered = (isRegistered: boolean): void => this.#renewed(isRegistered);
      this.#register(EXPIRES_SECONDS).then(registered, () => registered(false));
    });
  }

  #renewed(isRegistered: boolean): void {
    if (!this.#isPluggedIn) return;
    this.#isRegistered = isRegistered;
    this.#renewIn(isRegistered ? RENEW_MS : RETRY_MS);
  }

  async #register(seconds: number): Promise<boolean> {
    const { username, domain } = this.#options;
    const flow = await this.#connection.open();
    const own = nameAddr(sipUri({ user: username, host: domain }));
    return new Promise((resolve) => {
      this.#agent.request({
        method: "REGISTER",
        flow,
        uri: sipUri({ host: domain }),
        from: own,
        to: own,
        headers: SipHeaders.of(["Contact", this.#contact(flow, seconds)]),
        signer: this.#signer,
        callId: this.#instance,
        sequence: this.#sequence,
        onOutcome: (outcome, sequence) => {
          this.#sequence = sequence + 1;
          resolve(outcome.kind === "response" && outcome.response.status === 200);
        },
      });
    });
  }

  #contact({ local }: Flow, seconds: number): string {
    const address = `sip:${this.#options.username}@${LOOPBACK}:${local.port};transport=tcp`;
    return `<${address}>;+sip.instance="<urn:uuid:${this.#instance}>";reg-id=1;expires=${seconds}`;
  }

  #ring(invite: IncomingInvite): void {
    invite.progress(180);
    this.#options.onRing(new RingingCall(invite, this.#options.audio));
  }
}
