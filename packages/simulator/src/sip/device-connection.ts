import { once } from "node:events";
import { connect, type Socket } from "node:net";
import {
  type AgentProfile,
  allowedMethods,
  type Flow,
  StreamFramer,
  type UserAgentCore,
  type UserAgentHandlers,
} from "@offhook/sip";
import { LOOPBACK } from "../loopback-server.ts";

/** How a device signs in to the phone system on this machine. */
export interface DeviceAccount {
  readonly username: string;
  readonly password: string;
  readonly domain: string;
  /** Where the phone system takes desk phones over TCP. */
  readonly port: number;
}

/** The TCP connection of a device. One is kept; a server that was restarted gets a new one. */
export class DeviceConnection {
  readonly #port: number;
  readonly #agent: UserAgentCore;
  readonly #onLost: () => void;
  #socket: Socket | undefined;

  constructor(parts: { readonly port: number; readonly agent: UserAgentCore; readonly onLost?: () => void }) {
    this.#port = parts.port;
    this.#agent = parts.agent;
    this.#onLost = parts.onLost ?? (() => {});
  }

  async open(): Promise<Flow> {
    const port = this.#port;
    if (this.#socket?.writable) return flowOver(this.#socket, port);
    const opened = connect(port, LOOPBACK);
    await once(opened, "connect");
    const flow = flowOver(opened, port);
    const framer = new StreamFramer({ role: "opened" });
    opened.on("error", () => {});
    opened.on("data", (bytes) => {
      for (const item of framer.push(bytes)) this.#agent.receiveItem(flow, item);
    });
    opened.once("close", () => {
      if (this.#socket !== opened) return;
      this.#socket = undefined;
      this.#agent.flowClosed(flow);
      this.#onLost();
    });
    this.#socket = opened;
    return flow;
  }

  close(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.destroy();
  }
}

function flowOver(socket: Socket, port: number): Flow {
  return {
    id: `device-${socket.localPort}`,
    transport: "TCP",
    local: { host: LOOPBACK, port: socket.localPort },
    remote: { address: LOOPBACK, port },
    send(bytes) {
      if (socket.writable) socket.write(bytes);
      return socket.writable;
    },
  };
}

export function deviceProfile(product: string, username: string, handlers: UserAgentHandlers): AgentProfile {
  return {
    product,
    allow: allowedMethods(handlers),
    supported: [],
    accept: ["application/sdp"],
    allowEvents: [],
    contact: ({ local }) => `<sip:${username}@${LOOPBACK}:${local.port};transport=tcp>`,
    sessionTimer: undefined,
    maxRingMs: 180_000,
  };
}
