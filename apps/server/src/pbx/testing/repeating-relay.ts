import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";

const LOOPBACK = "127.0.0.1";

/**
 * A stretch of network between a phone and the server that brings some requests several times, as happens when
 * answers are lost and phones ask again. The phone sees each answer once.
 */
export class RepeatingRelay {
  /** Every answer of the server, repeated ones too. */
  readonly answers: string[] = [];
  readonly #toPhone: Socket;
  readonly #toServer: Socket;

  private constructor(toPhone: Socket, toServer: Socket) {
    this.#toPhone = toPhone;
    this.#toServer = toServer;
  }

  static async start(serverPort: number, method: string, times: number): Promise<RepeatingRelay> {
    const [toPhone, toServer] = await Promise.all([boundSocket(), boundSocket()]);
    const relay = new RepeatingRelay(toPhone, toServer);
    let phonePort = 0;
    toPhone.on("message", (bytes, { port }) => {
      phonePort = port;
      const copies = bytes.toString().startsWith(`${method} `) ? times : 1;
      for (let copy = 0; copy < copies; copy += 1) toServer.send(bytes, serverPort, LOOPBACK);
    });
    toServer.on("message", (bytes) => {
      const text = bytes.toString();
      const isNew = !relay.answers.includes(text);
      relay.answers.push(text);
      if (isNew) toPhone.send(bytes, phonePort, LOOPBACK);
    });
    return relay;
  }

  get port(): number {
    return this.#toPhone.address().port;
  }

  close(): void {
    this.#toPhone.close();
    this.#toServer.close();
  }
}

async function boundSocket(): Promise<Socket> {
  const socket = createSocket("udp4").bind(0, LOOPBACK);
  await once(socket, "listening");
  return socket;
}
