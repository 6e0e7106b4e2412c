import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import type { Flow } from "@offhook/sip";
import { LOOPBACK } from "../loopback-server.ts";

/** The carrier's UDP port on loopback. */
export class CarrierSocket {
  readonly port: number;
  readonly #socket: Socket;
  #isOpen = true;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.port = socket.address().port;
  }

  static async open(receive: (flow: Flow, bytes: Uint8Array) => void): Promise<CarrierSocket> {
    const socket = createSocket("udp4");
    socket.bind(0, LOOPBACK);
    await once(socket, "listening");
    const carrier = new CarrierSocket(socket);
    // A server that has stopped makes the next datagram an error; there is nothing to do about it.
    socket.on("error", () => {});
    socket.on("message", (bytes, { port }) => receive(carrier.flowTo(port), bytes));
    return carrier;
  }

  flowTo(port: number): Flow {
    return {
      id: `carrier-${port}`,
      transport: "UDP",
      local: { host: LOOPBACK, port: this.port },
      remote: { address: LOOPBACK, port },
      send: (bytes) => {
        // A socket that is sent to after its end throws, and retransmissions come late.
        if (!this.#isOpen) return false;
        this.#socket.send(bytes, port, LOOPBACK, () => {});
        return true;
      },
      atPort: (other) => this.flowTo(other),
    };
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await new Promise<void>((resolve) => this.#socket.close(() => resolve()));
  }
}
