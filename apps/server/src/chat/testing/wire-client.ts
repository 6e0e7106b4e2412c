import { once } from "node:events";
import type { ChatCtrl, ChatMeta, ChatServerFrame } from "@offhook/contract";
import { WebSocket } from "ws";
import { PUBLIC_API_KEY } from "./tinode-client.ts";

const ANSWER_MS = 10_000;

/** The bare wire: what is sent is what the test wrote, and everything that comes is kept. */
export class WireClient {
  readonly frames: ChatServerFrame[] = [];
  readonly #socket: WebSocket;
  readonly #listeners = new Set<() => void>();
  #lastId = 0;
  #closeCode: number | undefined;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (text) => {
      this.frames.push(JSON.parse(String(text)) as ChatServerFrame);
      this.#tell();
    });
    socket.on("close", (code) => {
      this.#closeCode = code;
      this.#tell();
    });
    socket.on("error", () => this.#tell());
  }

  /** Greeted, and signed in where a scheme is given. */
  static async open(
    origin: string,
    login?: { readonly scheme: string; readonly secret: string },
  ): Promise<WireClient> {
    const socket = new WebSocket(`${origin.replace("http", "ws")}/v0/channels?apikey=${PUBLIC_API_KEY}`);
    const client = new WireClient(socket);
    await once(socket, "open");
    await client.ask("hi", { ver: "0.25", ua: "wire" });
    if (login) await client.ask("login", login);
    return client;
  }

  get isClosed(): boolean {
    return this.#closeCode !== undefined;
  }

  /** Resolves with the code of the end. */
  async closed(): Promise<number> {
    await this.#until(() => this.isClosed);
    return this.#closeCode ?? 0;
  }

  async ask(verb: string, body: Readonly<Record<string, unknown>>, extra?: unknown): Promise<ChatCtrl> {
    const answer = await this.answer(verb, body, extra);
    return "ctrl" in answer ? answer.ctrl : { code: 200, text: "meta", ts: "" };
  }

  async meta(verb: string, body: Readonly<Record<string, unknown>>): Promise<ChatMeta | undefined> {
    const answer = await this.answer(verb, body);
    return "meta" in answer ? answer.meta : undefined;
  }

  /** The first answer to it. */
  async answer(
    verb: string,
    body: Readonly<Record<string, unknown>>,
    extra?: unknown,
  ): Promise<ChatServerFrame> {
    const id = `${++this.#lastId}`;
    this.sendText(JSON.stringify({ [verb]: { id, ...body }, ...(extra === undefined ? {} : { extra }) }));
    return this.next(
      (frame) => ("ctrl" in frame && frame.ctrl.id === id) || ("meta" in frame && frame.meta.id === id),
    );
  }

  /** The first frame that fits, also of those that have come already. */
  async next(fits: (frame: ChatServerFrame) => boolean): Promise<ChatServerFrame> {
    await this.#until(() => this.isClosed || this.frames.some(fits));
    const found = this.frames.find(fits);
    if (!found) throw new Error(`The connection ended with ${this.#closeCode} before it came`);
    return found;
  }

  sendText(text: string): void {
    this.#socket.send(text);
  }

  end(): void {
    this.#socket.terminate();
  }

  #until(isSo: () => boolean): Promise<void> {
    if (isSo()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => {
        this.#listeners.delete(look);
        reject(new Error(`It did not come: ${JSON.stringify(this.frames.slice(-5))}`));
      }, ANSWER_MS);
      const look = (): void => {
        if (!isSo()) return;
        clearTimeout(giveUp);
        this.#listeners.delete(look);
        resolve();
      };
      this.#listeners.add(look);
    });
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
