import { setTimeout as sleep } from "node:timers/promises";
import type { ChatCtrl, ChatData, ChatServerFrame } from "@offhook/contract";
import { WebSocket } from "ws";
import { PUBLIC_API_KEY } from "./tinode-client.ts";

const ANSWER_MS = 10_000;
const PAGE = 100;
const RETRY_MS = 25;
/** Messages on their way at once, so that a kill meets some of them in every stage. */
const IN_FLIGHT = 3;

/**
 * A client on the bare wire that never gives up: whatever happens to its connection or to the server, it comes back,
 * asks for what it missed, and sends again what nobody has confirmed.
 */
export class StubbornClient {
  readonly name: string;
  /** What each number of the topic holds, however it was learned. */
  readonly stream = new Map<number, string>();
  /** The number with which each of its own messages was confirmed. */
  readonly acknowledged = new Map<string, number>();
  /** Anything that must never happen. */
  readonly complaints: string[] = [];
  readonly #originOf: () => string;
  readonly #outbox: string[];
  readonly #waiting = new Map<string, (ctrl: ChatCtrl) => void>();
  #socket: WebSocket | undefined;
  #token: string | undefined;
  #topic: string | undefined;
  #lastId = 0;
  #lastLive = 0;
  #isFetching = false;
  #isDone = false;

  constructor(name: string, originOf: () => string, messages: number) {
    this.name = name;
    this.#originOf = originOf;
    this.#outbox = Array.from({ length: messages }, (_, index) => `${name}:${index}`);
  }

  get topic(): string | undefined {
    return this.#topic;
  }

  async createAccount(): Promise<void> {
    await this.#open();
    const secret = Buffer.from(`${this.name}:secret-${this.name}`).toString("base64");
    const account = { user: "new", scheme: "basic", secret, login: true };
    const desc = { public: { fn: `Speaker ${this.name}` } };
    const { code, params } = await this.#ask("acc", { ...account, desc });
    if (code >= 300) throw new Error(`${this.name} could not be made: ${code}`);
    this.#token = String(params?.token);
  }

  /** Without a name a new group is made. */
  async join(topic?: string): Promise<void> {
    const { code, topic: joined } = await this.#ask("sub", { topic: topic ?? "new1" });
    if (code >= 300) throw new Error(`${this.name} could not join: ${code}`);
    this.#topic = joined;
  }

  /** Sends everything it has to say, through whatever happens. */
  async speak(): Promise<void> {
    while (this.#outbox.length > 0 && !this.#isDone)
      try {
        if (this.#socket?.readyState !== WebSocket.OPEN) await this.#comeBack();
        const batch = this.#outbox.slice(0, IN_FLIGHT);
        await Promise.all(batch.map((content) => this.#publish(content)));
        for (const _ of batch) this.#outbox.shift();
      } catch {
        // The socket was cut, or the server is dead: another try.
        this.cut();
        await sleep(RETRY_MS);
      }
  }

  /** Until it knows everything up to this number. */
  async catchUp(last: number): Promise<void> {
    while (this.stream.size < last && !this.#isDone)
      try {
        this.cut();
        await this.#comeBack();
      } catch {
        await sleep(RETRY_MS);
      }
  }

  /** As a broken network does it: no goodbye. */
  cut(): void {
    this.#socket?.terminate();
  }

  end(): void {
    this.#isDone = true;
    this.cut();
  }

  async #publish(content: string): Promise<void> {
    if (this.acknowledged.has(content)) return;
    const head = { "x-client-id": content };
    const { code, params } = await this.#ask("pub", { topic: this.#topic, content, head });
    if (code !== 202) throw new Error(`Refused: ${code}`);
    this.acknowledged.set(content, Number(params?.seq));
  }

  async #comeBack(): Promise<void> {
    await this.#open();
    const { code } = await this.#ask("login", { scheme: "token", secret: this.#token });
    if (code >= 300) throw new Error(`Not let in: ${code}`);
    this.#isFetching = true;
    try {
      const joined = await this.#ask("sub", { topic: this.#topic });
      if (joined.code >= 300) throw new Error(`Not joined: ${joined.code}`);
      await this.#fill();
    } finally {
      this.#isFetching = false;
      this.#lastLive = 0;
    }
  }

  /** Pages come newest first: on until there is no hole any more. */
  async #fill(): Promise<void> {
    const since = this.#firstMissing();
    let before: number | undefined;
    do {
      const data = { since, limit: PAGE, ...(before !== undefined && { before }) };
      const { code } = await this.#ask("get", { topic: this.#topic, what: "data", data });
      if (code >= 300) throw new Error(`No page: ${code}`);
      const hole = this.#firstMissing();
      const above = [...this.stream.keys()].filter((seq) => seq > hole);
      before = above.length > 0 ? Math.min(...above) : undefined;
    } while (before !== undefined);
  }

  #firstMissing(): number {
    let seq = 1;
    while (this.stream.has(seq)) seq += 1;
    return seq;
  }

  async #open(): Promise<void> {
    const address = `${this.#originOf().replace("http", "ws")}/v0/channels?apikey=${PUBLIC_API_KEY}`;
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#lastLive = 0;
    socket.on("message", (text) => {
      if (socket === this.#socket) this.#receive(JSON.parse(String(text)) as ChatServerFrame);
    });
    await new Promise<void>((resolve, reject) => {
      socket.once("open", () => resolve());
      socket.on("error", reject);
      socket.once("close", () => {
        reject(new Error("Closed"));
        for (const answer of this.#waiting.values()) answer({ code: 0, text: "closed", ts: "" });
        this.#waiting.clear();
      });
    });
    await this.#ask("hi", { ver: "0.25", ua: "checker" });
  }

  #ask(verb: string, body: Readonly<Record<string, unknown>>): Promise<ChatCtrl> {
    const id = `${++this.#lastId}`;
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => finish({ code: 0, text: "no answer", ts: "" }), ANSWER_MS);
      const finish = (ctrl: ChatCtrl): void => {
        clearTimeout(giveUp);
        this.#waiting.delete(id);
        if (ctrl.code === 0) reject(new Error(ctrl.text));
        else resolve(ctrl);
      };
      this.#waiting.set(id, finish);
      this.#socket?.send(JSON.stringify({ [verb]: { id, ...body } }), (error) => {
        if (error) finish({ code: 0, text: "not sent", ts: "" });
      });
    });
  }

  #receive(frame: ChatServerFrame): void {
    if ("data" in frame) this.#note(frame.data);
    else if ("ctrl" in frame && frame.ctrl.id !== undefined) this.#waiting.get(frame.ctrl.id)?.(frame.ctrl);
  }

  #note({ seq, content }: ChatData): void {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    const known = this.stream.get(seq);
    if (known !== undefined && known !== text) this.complaints.push(`${seq} was ${known} and is ${text} now`);
    this.stream.set(seq, text);
    if (this.#isFetching) return;
    if (seq <= this.#lastLive) this.complaints.push(`${seq} came after ${this.#lastLive}`);
    this.#lastLive = seq;
  }
}
