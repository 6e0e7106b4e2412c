import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";

/** One message of a conversation, as far as two people can compare it. */
export interface SeenText {
  readonly id: string;
  readonly text: string;
  readonly status: string | null;
}

interface WireMessage {
  readonly id: string;
  readonly text: string;
  readonly direction: string;
  readonly dlr_status: string | null;
}

interface PushFrame {
  readonly type: string;
  readonly id?: number;
  readonly lastEventId?: number;
  readonly event?: { readonly type: string; readonly message?: WireMessage };
}

const RETRY_MS = 50;
const PAGE = 200;

/** Somebody who texts without a browser, and never gives up: what was not answered is asked again, under the same id. */
export class TextingClient {
  /** What the server has said it will send. */
  readonly acknowledged: string[] = [];
  /** By id: what was heard over the push socket, in whatever state it was last. */
  readonly heard = new Map<string, SeenText>();
  resets = 0;
  readonly #origin: string;
  readonly #headers: Readonly<Record<string, string>>;
  #token = "";
  #socket: WebSocket | undefined;
  #lastEventId: number | undefined;
  #isOver = false;

  private constructor(origin: string, headers: Readonly<Record<string, string>>) {
    this.#origin = origin;
    this.#headers = headers;
  }

  static async signIn(origin: string, username: string): Promise<TextingClient> {
    const { appKey } = (await (await fetch(`${origin}/config.json`)).json()) as { appKey: string };
    const client = new TextingClient(origin, { "x-app-key": appKey, "content-type": "application/json" });
    const body = { username, passhash: "offhook-demo", rrt: true };
    const { token } = (await client.#ask("POST", "/login", body)) as { token: string };
    client.#token = token;
    await client.#listen();
    return client;
  }

  async send(line: string, receiver: string, msgdata: string): Promise<void> {
    const body = { sms_line: line, receiver, msgdata, mId: randomUUID() };
    await this.#ask("POST", "/send/sms", body);
    this.acknowledged.push(msgdata);
  }

  /** The whole conversation, oldest first, as the server tells it now. */
  async history(line: string, conversation: string): Promise<SeenText[]> {
    const messages: SeenText[] = [];
    for (let after = ""; ; ) {
      const place = after === "" ? "" : `&after=${after}`;
      // From the beginning on: nothing has a smaller id.
      const query = `sms_line=${line}&conversation=${conversation}&limit=${PAGE}${place || "&after=1"}`;
      const page = (await this.#ask("GET", `/sms/conversation/page?${query}`)) as {
        messages: WireMessage[];
        hasAfter: boolean;
      };
      messages.push(...page.messages.map(seen));
      after = page.messages.at(-1)?.id ?? "";
      if (!page.hasAfter || after === "") return messages;
    }
  }

  end(): void {
    this.#isOver = true;
    this.#socket?.terminate();
  }

  async #ask(method: string, path: string, body?: object): Promise<unknown> {
    for (;;) {
      const answer = await this.#attempt(method, path, body);
      if (answer) return answer.result;
      await sleep(RETRY_MS);
    }
  }

  /** Undefined: nobody knows what became of it. A refusal is an error of the test. */
  async #attempt(method: string, path: string, body?: object): Promise<{ result: unknown } | undefined> {
    const authorization = this.#token === "" ? {} : { authorization: `Bearer ${this.#token}` };
    const response = await fetch(`${this.#origin}/api${path}`, {
      method,
      headers: { ...this.#headers, ...authorization },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => undefined);
    if (!response || response.status >= 500) return undefined;
    const text = await response.text().catch(() => "");
    if (response.ok && text !== "") return JSON.parse(text) as { result: unknown };
    if (response.ok) return undefined;
    throw new Error(`${method} ${path}: ${response.status} ${text}`);
  }

  /** Comes back after every cut and asks for what was missed. Resolves when it was welcomed for the first time. */
  #listen(): Promise<void> {
    return new Promise((resolve) => {
      const socket = new WebSocket(`${this.#origin.replace("http", "ws")}/push`);
      this.#socket = socket;
      socket.on("error", () => {});
      socket.on("open", () => {
        const place = this.#lastEventId === undefined ? {} : { lastEventId: this.#lastEventId };
        socket.send(JSON.stringify({ type: "hello", token: this.#token, ...place }));
      });
      socket.on("message", (data) => {
        const frame = JSON.parse(String(data)) as PushFrame;
        this.#hear(frame);
        if (frame.type === "welcome") resolve();
      });
      socket.on("close", () => {
        if (!this.#isOver) void sleep(RETRY_MS).then(() => this.#listen().then(resolve));
      });
    });
  }

  #hear({ type, id, lastEventId, event }: PushFrame): void {
    if (type === "reset") this.resets += 1;
    this.#lastEventId = id ?? lastEventId ?? this.#lastEventId;
    if (event?.message) this.heard.set(event.message.id, seen(event.message));
  }
}

const seen = ({ id, text, dlr_status }: WireMessage): SeenText => ({ id, text, status: dlr_status });
