import { once } from "node:events";
import type { PushClientFrame, PushServerFrame } from "@offhook/contract";
import { type ClientOptions, WebSocket } from "ws";

type EventFrame = Extract<PushServerFrame, { type: "event" }>;

/** A client over a real socket that remembers its place as the console does. */
export class PushClient {
  readonly frames: PushServerFrame[] = [];
  /** Of all connections so far. */
  readonly events: EventFrame[] = [];
  lastEventId: number | undefined;
  #socket: WebSocket | undefined;

  /** Resolves when the server has welcomed the client. */
  async connect(origin: string, token: string, options: ClientOptions = {}): Promise<void> {
    const socket = new WebSocket(`${origin.replace("http", "ws")}/push`, options);
    this.#socket = socket;
    socket.on("error", () => {});
    await once(socket, "open");
    socket.on("message", (data) => this.#receive(socket, String(data)));
    const place = this.lastEventId === undefined ? {} : { lastEventId: this.lastEventId };
    this.send({ type: "hello", token, ...place });
    const before = this.frames.length;
    await this.until(() => this.frames.slice(before).some((frame) => frame.type === "welcome"));
  }

  send(frame: PushClientFrame): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  get raw(): WebSocket {
    if (!this.#socket) throw new Error("Not connected");
    return this.#socket;
  }

  /** The close code, once the server has closed. */
  async closed(): Promise<number> {
    const socket = this.raw;
    if (socket.readyState === WebSocket.CLOSED) throw new Error("It was closed before");
    const [code] = await once(socket, "close");
    return code as number;
  }

  /** Cuts the connection without a word; what is under way is lost. */
  async cut(): Promise<void> {
    const socket = this.raw;
    socket.removeAllListeners("message");
    if (socket.readyState === WebSocket.CLOSED) return;
    const closed = once(socket, "close");
    socket.terminate();
    await closed;
  }

  async until(isReached: () => boolean): Promise<void> {
    const deadline = Date.now() + 20_000;
    while (!isReached()) {
      if (Date.now() > deadline) throw new Error("It did not come to that");
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  #receive(socket: WebSocket, text: string): void {
    if (socket !== this.#socket) return;
    const frame: PushServerFrame = JSON.parse(text);
    this.frames.push(frame);
    if (frame.type === "event") {
      this.events.push(frame);
      this.lastEventId = frame.id;
    } else if ("lastEventId" in frame) this.lastEventId = frame.lastEventId;
  }
}
