import {
  decodeUtf8,
  encodeUtf8,
  nameAddr,
  sipUri,
  type UserAgentCore,
  type UserAgentHandlers,
} from "@offhook/sip";
import { type DeviceAccount, DeviceConnection, deviceProfile } from "./device-connection.ts";
import { OutsideAudio } from "./outside-audio.ts";
import { OutsideCall } from "./outside-call.ts";
import { createAgent } from "./simulated-agent.ts";

const handlers: UserAgentHandlers = { onInvite: (invite) => invite.refuse(486) };
/** What it hears of the street. */
const STREET_HZ = 330;

/** An intercom at a door: calls when somebody presses its button, and hears the digits that open it. */
export class SipDoorbell {
  /** Every ring so far, oldest first. */
  readonly calls: OutsideCall[] = [];
  readonly #account: DeviceAccount;
  readonly #audio = new OutsideAudio();
  readonly #agent: UserAgentCore;
  readonly #connection: DeviceConnection;

  constructor(account: DeviceAccount) {
    this.#account = account;
    this.#agent = createAgent(handlers, deviceProfile("Simulated doorbell", account.username, handlers));
    this.#connection = new DeviceConnection({ port: account.port, agent: this.#agent });
    this.#audio.onDigit((legId, digit) => {
      const call = this.calls.find(({ leg }) => leg.id === legId);
      if (call) call.digits += digit;
    });
  }

  /** Somebody presses the button. */
  async ring(to: string): Promise<OutsideCall> {
    const { username, password, domain } = this.#account;
    const flow = await this.#connection.open();
    const leg = await this.#audio.open();
    const call = new OutsideCall({ from: username, to, leg, state: "calling" });
    this.calls.push(call);
    const uri = sipUri({ user: to, host: domain });
    const own = nameAddr(sipUri({ user: username, host: domain }));
    const offer = { type: "application/sdp", content: encodeUtf8(leg.offer) };
    const signer = this.#agent.createSigner({ username, password });
    const invite = this.#agent.invite(
      { flow, uri, from: own, to: nameAddr(uri), offer, signer },
      {
        onProgress: ({ response }) => {
          if (call.state === "calling" && response.status >= 180) call.state = "ringing";
        },
        onAnswered: ({ usage, description }) => {
          call.attach(usage);
          call.converse(description ? decodeUtf8(description.content) : "", {
            kind: "tone",
            hz: STREET_HZ,
          });
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
    this.#connection.close();
  }
}
