import { rm } from "node:fs/promises";
import { type ServerProcess, startServerProcess, temporaryDataDir } from "../server-process.ts";
import type { ChatMember, ChatUnderLoad } from "./chat-under-load.ts";
import { PlainWebsocket } from "./plain-websocket.ts";

/** The key stock clients carry; a demo takes it. */
const API_KEY = "AQEAAAABAAD_rAp4DJh05a1HAwFT3A6K";

interface Ctrl {
  readonly code: number;
  readonly topic?: string;
  readonly params?: { readonly token?: string };
}

/** The built server as it is, with its database: what it confirms is committed and flushed. */
export class OwnChatServer implements ChatUnderLoad {
  readonly name = "ours";
  readonly #server: ServerProcess;
  readonly #dataDir: string;
  readonly #tokens: string[] = [];
  #topic: string | undefined;

  private constructor(server: ServerProcess, dataDir: string) {
    this.#server = server;
    this.#dataDir = dataDir;
  }

  static async start(): Promise<OwnChatServer> {
    const dataDir = await temporaryDataDir();
    return new OwnChatServer(await startServerProcess(dataDir, { env: { RATE_PER_MINUTE: "0" } }), dataDir);
  }

  get pids(): readonly number[] {
    return [this.#server.pid];
  }

  async gather(count: number): Promise<readonly ChatMember[]> {
    const members: ChatMember[] = [];
    for (let index = 0; index < count; index++) {
      const client = await ChatClient.open(this.#server.url);
      const secret = Buffer.from(`load${index}:a-bench-password`).toString("base64");
      const made = await client.ask("acc", { user: "new", scheme: "basic", secret, login: true });
      this.#tokens.push(made.params?.token ?? "");
      const joined = await client.ask("sub", { topic: this.#topic ?? "new1" });
      if (joined.code >= 300) throw new Error(`Could not join: ${joined.code}`);
      this.#topic ??= joined.topic;
      members.push(client.memberOf(this.#topic ?? ""));
    }
    return members;
  }

  async addIdle(count: number): Promise<void> {
    for (let index = 0; index < count; index++) {
      const client = await ChatClient.open(this.#server.url);
      const secret = this.#tokens[index % this.#tokens.length];
      const { code } = await client.ask("login", { scheme: "token", secret });
      if (code >= 300) throw new Error(`Not let in: ${code}`);
      await client.ask("sub", { topic: "me" });
    }
  }

  async stop(): Promise<void> {
    await this.#server.stop();
    await rm(this.#dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

class ChatClient {
  readonly #socket: PlainWebsocket;
  readonly #waiting = new Map<string, (ctrl: Ctrl) => void>();
  #lastId = 0;

  private constructor(socket: PlainWebsocket) {
    this.#socket = socket;
    socket.onText = (text) => this.#answer(text);
  }

  static async open(url: string): Promise<ChatClient> {
    const client = new ChatClient(await PlainWebsocket.open(`${url}/v0/channels?apikey=${API_KEY}`));
    await client.ask("hi", { ver: "0.25", ua: "load" });
    return client;
  }

  ask(verb: string, body: object): Promise<Ctrl> {
    const id = `${++this.#lastId}`;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ [verb]: { id, ...body } }));
    });
  }

  memberOf(topic: string): ChatMember {
    const socket = this.#socket;
    const member: ChatMember = {
      send: (content) => socket.send(JSON.stringify({ pub: { id: `${++this.#lastId}`, topic, content } })),
      onReceived: () => {},
    };
    socket.onText = (text) => member.onReceived(text);
    return member;
  }

  #answer(text: string): void {
    const { ctrl } = JSON.parse(text) as { readonly ctrl?: Ctrl & { readonly id?: string } };
    if (ctrl?.id !== undefined) this.#waiting.get(ctrl.id)?.(ctrl);
  }
}
