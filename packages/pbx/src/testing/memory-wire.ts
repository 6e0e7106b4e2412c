import type { Clock } from "@offhook/kernel";
import { type Flow, parseDatagram } from "@offhook/sip";

interface WireEnd {
  receive(flow: Flow, bytes: Uint8Array): void;
}

export interface WireOptions {
  readonly clock: Clock;
  readonly transport: Flow["transport"];
  readonly name: string;
  /** The address that the server sees. */
  readonly address: string;
}

const DELAY_MS = 1;

/** A connection between one phone and the server: both ends' flows, and everything that went over it. */
export class MemoryWire {
  readonly phoneFlow: Flow;
  readonly serverFlow: Flow;
  readonly log: string[] = [];
  /** Loses messages: "from server: INVITE". */
  isLost: (summary: string) => boolean = () => false;
  #isCut = false;

  constructor(phone: WireEnd, server: WireEnd, { clock, transport, name, address }: WireOptions) {
    const flow = (isPhone: boolean, send: (bytes: Uint8Array) => void): Flow => ({
      id: `${name}/${isPhone ? "phone" : "server"}`,
      transport,
      local: isPhone ? { host: address, port: 5062 } : { host: "pbx.test", port: 5060 },
      remote: isPhone ? { address: "198.51.100.1", port: 5060 } : { address, port: 5062 },
      send: (bytes) => {
        if (this.#isCut) return false;
        send(bytes);
        return true;
      },
    });
    const carry = (from: "phone" | "server", deliver: (bytes: Uint8Array) => void) => (bytes: Uint8Array) => {
      const summary = `${from}: ${summarize(bytes)}`;
      const isLost = this.isLost(summary);
      this.log.push(isLost ? `${summary} (lost)` : summary);
      if (!isLost)
        clock.schedule(DELAY_MS, () => {
          if (!this.#isCut) deliver(bytes);
        });
    };
    this.phoneFlow = flow(
      true,
      carry("phone", (bytes) => server.receive(this.serverFlow, bytes)),
    );
    this.serverFlow = flow(
      false,
      carry("server", (bytes) => phone.receive(this.phoneFlow, bytes)),
    );
  }

  /** Nothing goes through any more, in either direction. */
  cut(): void {
    this.#isCut = true;
  }
}

function summarize(bytes: Uint8Array): string {
  const outcome = parseDatagram(bytes);
  if (outcome.kind === "fault") return outcome.fault.reason;
  const { message } = outcome;
  return message.kind === "request" ? message.method : `${message.status} ${message.cseq.method}`;
}
