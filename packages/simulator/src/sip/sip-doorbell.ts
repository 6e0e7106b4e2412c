import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Clock } from "@offhook/kernel";
import {
  type AgentProfile,
  allowedMethods,
  decodeUtf8,
  encodeUtf8,
  type Flow,
  type Hash,
  nameAddr,
  StreamFramer,
  sipUri,
  UserAgentCore,
  type UserAgentHandlers,
} from "@offhook/sip";
import { LOOPBACK } from "../loopback-server.ts";
import { OutsideAudio } from "./outside-audio.ts";
import { OutsideCall } from "./outside-call.ts";

export interface SipDoorbellOptions {
  readonly username: string;
  readonly password: string;
  readonly domain: string;
  /** Where the phone system takes desk phones over TCP, on this machine. */
  readonly port: number;
}

const hash: Hash = {
  md5: (data) => createHash("md5").update(data).digest("hex"),
  sha256: (data) => createHash("sha256").update(data).digest("hex"),
};
const clock: Clock = {
  now: () => Date.now(),
  schedule(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};
const handlers: UserAgentHandlers = { onInvite: (invite) => invite.refuse(486) };
/** What it hears of the street. */
const STREET_HZ = 330;

/** An intercom at a door: calls when somebody presses its button, and hears the digits that open it. */
export class SipDoorbell {
  /** Every ring so far, oldest first. */
  readonly calls: OutsideCall[] = [];
  readonly #options: SipDoorbellOptions;
  readonly #audio = new OutsideAudio();
  readonly #agent: UserAgentCore;
  #socket: Socket | undefined;

  constructor(options: SipDoorbellOptions) {
    this.#options = options;
    this.#agent = new UserAgentCore({
      clock,
      random: { bytes: (count) => randomBytes(count) },
      hash,
      handlers,
      profile: profileOf(options.username),
    });
    this.#audio.onDigit((legId, digit) => {
      const call = this.calls.find(({ leg }) => leg.id === legId);
      if (call) call.digits += digit;
    });
  }

  /** Somebody presses the button. */
  async ring(to: string): Promise<OutsideCall> {
    const { username, password, domain } = this.#options;
    const flow = await this.#connect();
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
    this.#socket?.destroy();
  }

  /** One connection is kept; a server that was restarted gets a new one. */
  async #connect(): Promise<Flow> {
    const { port } = this.#options;
    if (!this.#socket?.writable) {
      const opened = connect(port, LOOPBACK);
      await once(opened, "connect");
      const framer = new StreamFramer({ role: "opened" });
      opened.on("error", () => {});
      opened.on("data", (bytes) => {
        for (const item of framer.push(bytes)) this.#agent.receiveItem(flowOver(opened, port), item);
      });
      this.#socket = opened;
    }
    return flowOver(this.#socket, port);
  }
}

function flowOver(socket: Socket, port: number): Flow {
  return {
    id: `doorbell-${socket.localPort}`,
    transport: "TCP",
    local: { host: LOOPBACK, port: socket.localPort },
    remote: { address: LOOPBACK, port },
    send(bytes) {
      if (socket.writable) socket.write(bytes);
      return socket.writable;
    },
  };
}

function profileOf(username: string): AgentProfile {
  return {
    product: "Simulated doorbell",
    allow: allowedMethods(handlers),
    supported: [],
    accept: ["application/sdp"],
    allowEvents: [],
    contact: ({ local }) => `<sip:${username}@${LOOPBACK}:${local.port};transport=tcp>`,
    sessionTimer: undefined,
    maxRingMs: 180_000,
  };
}
