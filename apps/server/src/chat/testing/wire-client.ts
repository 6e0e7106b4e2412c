import { once } from "node:events";
import type { ChatCtrl, ChatMeta, ChatServerFrame } from "@offhook/contract";
import { WebSocket } from "ws";
import { PUBLIC_API_KEY } from "./tinode-client.ts";

const ANSWER_MS = 10_000;

/** How frames go back and forth. */
interface Link {
  send(text: string): void;
  end(): void;
}

interface LinkEnd {
  readonly onText: (text: string) => void;
  readonly onClose: (code: number) => void;
}

/** The bare wire: what is sent is what the test wrote, and everything that comes is kept. */
export class WireClient {
  readonly frames: ChatServerFrame[] = [];
  readonly #listeners = new Set<() => void>();
  #link: Link | undefined;
  #lastId = 0;
  #closeCode: number | undefined;

  /** Greeted, and signed in where a scheme is given. */
  static async open(
    origin: string,
    login?: { readonly scheme: string; readonly secret: string },
  ): Promise<WireClient> {
    const client = await WireClient.connect(origin);
    await client.ask("hi", { ver: "0.25", ua: "wire" });
    if (login) await client.ask("login", login);
    return client;
  }

  /** Connected, and nothing said. */
  static async connect(origin: string, wire: "websocket" | "longPoll" = "websocket"): Promise<WireClient> {
    const client = new WireClient();
    const end: LinkEnd = {
      onText: (text) => {
        client.frames.push(JSON.parse(text) as ChatServerFrame);
        client.#tell();
      },
      onClose: (code) => {
        client.#closeCode = code;
        client.#tell();
      },
    };
    client.#link = await (wire === "websocket" ? openSocket : openLongPoll)(origin, end);
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
    this.#link?.send(text);
  }

  end(): void {
    this.#link?.end();
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

async function openSocket(origin: string, { onText, onClose }: LinkEnd): Promise<Link> {
  const socket = new WebSocket(`${origin.replace("http", "ws")}/v0/channels?apikey=${PUBLIC_API_KEY}`);
  socket.on("message", (text) => onText(String(text)));
  socket.on("close", onClose);
  await once(socket, "open");
  // The end is told by `close`.
  socket.on("error", () => {});
  return { send: (text) => socket.send(text), end: () => socket.terminate() };
}

/** Asks for the next frame as soon as the last one is there, and says one thing after another. */
async function openLongPoll(origin: string, { onText, onClose }: LinkEnd): Promise<Link> {
  const stop = new AbortController();
  const post = async (query: string, body = ""): Promise<Response> =>
    fetch(`${origin}/v0/channels/lp?apikey=${PUBLIC_API_KEY}${query}`, {
      method: "POST",
      signal: stop.signal,
      ...(body !== "" && { body }),
    });
  const opened = (await (await post("")).json()) as { ctrl: ChatCtrl };
  const session = `&sid=${String(opened.ctrl.params?.sid)}`;
  const poll = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const answer = await post(session);
      if (answer.status !== 200) return onClose(answer.status);
      const text = await answer.text();
      if (text !== "") onText(text);
    }
  };
  const ended = (error: unknown): void => {
    if (!stop.signal.aborted) throw error;
  };
  poll().catch(ended);
  let last: Promise<unknown> = Promise.resolve();
  return {
    send: (text) => {
      last = last.then(() => post(session, text)).catch(ended);
    },
    end: () => stop.abort(),
  };
}
