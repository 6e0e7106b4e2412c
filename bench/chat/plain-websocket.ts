import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request } from "node:http";
import type { Socket } from "node:net";

const TEXT = 1;
const PING = 9;
const PONG = 10;

/** As little of a websocket as a load needs, so that it is the server that costs and not the load. */
export class PlainWebsocket {
  onText: (text: string) => void = () => {};
  readonly #socket: Socket;
  #pending: Buffer;

  private constructor(socket: Socket, head: Buffer) {
    this.#socket = socket;
    this.#pending = head;
    socket.on("data", (chunk: Buffer) => {
      this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
      this.#read();
    });
    socket.on("error", () => socket.destroy());
  }

  static async open(address: string): Promise<PlainWebsocket> {
    const headers = {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": randomBytes(16).toString("base64"),
    };
    const asked = request(address, { headers, agent: false }).end();
    const [, socket, head] = (await once(asked, "upgrade")) as [IncomingMessage, Socket, Buffer];
    socket.setNoDelay(true);
    return new PlainWebsocket(socket, head);
  }

  send(text: string): void {
    this.#write(TEXT, Buffer.from(text));
  }

  close(): void {
    this.#socket.destroy();
  }

  #write(opcode: number, payload: Buffer): void {
    // What a client sends is masked; with zeros it stays as it is.
    const isShort = payload.length < 126;
    const head = Buffer.alloc(isShort ? 6 : 8);
    head[0] = 0x80 | opcode;
    head[1] = 0x80 | (isShort ? payload.length : 126);
    if (!isShort) head.writeUInt16BE(payload.length, 2);
    this.#socket.write(Buffer.concat([head, payload]));
  }

  #read(): void {
    let at = 0;
    for (;;) {
      const frame = frameAt(this.#pending, at);
      if (!frame) break;
      at = frame.end;
      const payload = this.#pending.subarray(frame.begin, frame.end);
      if (frame.opcode === TEXT) this.onText(payload.toString());
      else if (frame.opcode === PING) this.#write(PONG, payload);
    }
    this.#pending = this.#pending.subarray(at);
  }
}

/** Undefined while a part of it is still on its way. Servers do not mask. */
function frameAt(
  bytes: Buffer,
  at: number,
): { readonly opcode: number; readonly begin: number; readonly end: number } | undefined {
  if (bytes.length < at + 2) return undefined;
  const short = (bytes[at + 1] ?? 0) & 0x7f;
  const begin = at + (short === 126 ? 4 : short === 127 ? 10 : 2);
  if (bytes.length < begin) return undefined;
  const length =
    short === 126
      ? bytes.readUInt16BE(at + 2)
      : short === 127
        ? Number(bytes.readBigUInt64BE(at + 2))
        : short;
  return bytes.length < begin + length
    ? undefined
    : { opcode: (bytes[at] ?? 0) & 15, begin, end: begin + length };
}
