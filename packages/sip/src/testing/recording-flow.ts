import { decodeUtf8 } from "../grammar/utf8.ts";
import { parseDatagram } from "../messages/parsing/message-parser.ts";
import type { SipMessage } from "../messages/sip-message.ts";
import type { Flow } from "../transactions/flow.ts";

/** A flow that keeps what was sent, for tests of one end. */
export class RecordingFlow implements Flow {
  readonly id: string;
  readonly transport: Flow["transport"];
  readonly local = { host: "192.0.2.100", port: 5060 };
  readonly remote: { readonly address: string; readonly port: number };
  readonly sent: Uint8Array[] = [];
  readonly others = new Map<number, RecordingFlow>();
  isOpen = true;

  constructor(transport: Flow["transport"] = "UDP", port = 5060, address = "192.0.2.1") {
    this.id = `${transport}:${address}:${port}`;
    this.transport = transport;
    this.remote = { address, port };
  }

  send(bytes: Uint8Array): boolean {
    if (this.isOpen) this.sent.push(bytes);
    return this.isOpen;
  }

  atPort(port: number): Flow {
    const other = this.others.get(port) ?? new RecordingFlow(this.transport, port, this.remote.address);
    this.others.set(port, other);
    return other;
  }

  /** Everything sent since the last call, parsed. */
  take(): SipMessage[] {
    return this.sent.splice(0).map((bytes) => {
      const outcome = parseDatagram(bytes);
      if (outcome.kind === "fault") throw new Error(`${outcome.fault.reason}: ${decodeUtf8(bytes)}`);
      return outcome.message;
    });
  }

  /** The same as short words: methods and statuses. */
  takeNames(): string[] {
    return this.take().map((message) =>
      message.kind === "request" ? message.method : String(message.status),
    );
  }
}
