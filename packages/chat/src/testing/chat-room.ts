import type { ChatInfo, ChatPres, ChatServerFrame } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import { NONE } from "../access/access-mode.ts";
import { ME_MODE, USER_DEFAULT } from "../access/access-policy.ts";
import { ChatHub } from "../hub/chat-hub.ts";
import type { ChatSession } from "../hub/chat-session.ts";
import { DEFAULT_LIMITS, type WrittenMessage } from "../hub/chat-world.ts";
import type { ChatStore, StoredUser } from "../ports/chat-store.ts";
import type { CredentialBook } from "../ports/credential-book.ts";
import { type UserId, userIdFrom } from "../topics/names/topic-name.ts";

export function aUser(number: number, change: Partial<StoredUser> = {}): StoredUser {
  return {
    id: userIdFrom([number, 0, 0, 0, 0, 0, 0, 1]),
    customerId: 1,
    state: "ok",
    defacs: { auth: USER_DEFAULT, anon: NONE },
    meWant: ME_MODE,
    public: { fn: `User ${number}` },
    trusted: undefined,
    private: undefined,
    findPrivate: undefined,
    tags: [],
    userAgent: "",
    seenAt: undefined,
    createdAt: 1_000,
    updatedAt: 1_000,
    ...change,
  };
}

/** A client that keeps what it was sent, and finds its answers by id. */
export class ScriptedClient {
  readonly received: ChatServerFrame[] = [];
  readonly session: ChatSession;
  readonly #hub: ChatHub;
  #lastId = 0;

  constructor(hub: ChatHub, id: string) {
    this.#hub = hub;
    this.session = hub.open(id, {
      send: (text) => {
        if (text !== "0") this.received.push(JSON.parse(text));
      },
      close: () => hub.close(this.session),
    });
  }

  /** The first answer to it. */
  async ask(
    verb: string,
    body: Readonly<Record<string, unknown>>,
    extra?: unknown,
  ): Promise<ChatServerFrame> {
    const id = `${++this.#lastId}`;
    this.send(verb, { id, ...body }, extra);
    for (let turn = 0; turn < 500; turn++) {
      const answer = this.received.find(
        (frame) => ("ctrl" in frame && frame.ctrl.id === id) || ("meta" in frame && frame.meta.id === id),
      );
      if (answer) return answer;
      await Promise.resolve();
    }
    throw new Error(`Nothing answers ${verb} ${JSON.stringify(body)}`);
  }

  /** The code of the answer. */
  async code(verb: string, body: Readonly<Record<string, unknown>>, extra?: unknown): Promise<number> {
    const answer = await this.ask(verb, body, extra);
    return "ctrl" in answer ? answer.ctrl.code : 200;
  }

  send(verb: string, body: Readonly<Record<string, unknown>>, extra?: unknown): void {
    this.#hub.receive(
      this.session,
      JSON.stringify({ [verb]: body, ...(extra === undefined ? {} : { extra }) }),
    );
  }

  /** What it was sent since the last time it was asked. */
  take(): ChatServerFrame[] {
    return this.received.splice(0);
  }
}

export interface HubOptions {
  readonly maxSubscriberCount?: number;
  /** Nobody can be reached where it is left out. */
  readonly credentials?: CredentialBook;
  /** The users who may act for everybody; looked at whenever somebody does. */
  readonly roots?: ReadonlySet<UserId>;
  readonly onWritten?: (message: WrittenMessage) => void;
}

/** A hub whose users sign in with their own id as their secret. */
export function aHub(store: ChatStore, clock: Clock, options: HubOptions = {}): ChatHub {
  const { credentials = UNREACHABLE, roots = new Set(), onWritten, ...change } = options;
  let lastGroup = 0;
  return new ChatHub({
    store,
    credentials,
    clock,
    limits: { ...DEFAULT_LIMITS, ...change },
    params: { ver: "0.25", build: "test" },
    onWritten,
    randomId: () => [++lastGroup, 0, 0, 0, 0, 0, 0, 2],
    reportError: (failure) => {
      throw failure;
    },
    authenticator: {
      login: async (_scheme, secret) => {
        const [user] = await store.findUsers([
          secret.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""),
        ]);
        if (!user) return { kind: "failed" };
        const level = roots.has(user.id) ? "root" : "auth";
        return { kind: "ok", identity: { user: user.id, level, token: "t", expiresAt: 0, missing: [] } };
      },
      createAccount: async () => ({ kind: "forbidden" }),
      changeSecret: async () => ({ kind: "forbidden" }),
      userOfOneTimeSecret: async () => "unknownScheme",
      requestReset: async () => "unsupported",
      isRoot: async (user) => roots.has(user),
    },
  });
}

const UNREACHABLE: CredentialBook = {
  list: async () => [],
  request: async () => ({ kind: "nothing" }),
  confirm: async () => ({ kind: "nothing" }),
  remove: async () => ({ kind: "nothing" }),
};

export async function signedInClient(hub: ChatHub, user: StoredUser, id: string): Promise<ScriptedClient> {
  const client = new ScriptedClient(hub, id);
  await client.ask("hi", { ver: "0.25.3", ua: "test" });
  const secret = user.id.replaceAll("-", "+").replaceAll("_", "/");
  await client.ask("login", { scheme: "test", secret });
  return client;
}

/** Lets everything that is under way finish. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 200; turn++) await Promise.resolve();
}

/** The name of a group somebody has just made. */
export async function aGroup(owner: ScriptedClient, set: object = {}): Promise<string> {
  const answer = await owner.ask("sub", {
    topic: "new1",
    set: { desc: { public: { fn: "Nurses" } }, ...set },
  });
  if (!("ctrl" in answer) || answer.ctrl.code !== 200) throw new Error(JSON.stringify(answer));
  return answer.ctrl.topic ?? "";
}

export function datas(frames: readonly ChatServerFrame[]): unknown[] {
  return frames.flatMap((frame) => ("data" in frame ? [frame.data.content] : []));
}

export function presences(frames: readonly ChatServerFrame[]): ChatPres[] {
  return frames.flatMap((frame) => ("pres" in frame ? [frame.pres] : []));
}

export function infos(frames: readonly ChatServerFrame[]): ChatInfo[] {
  return frames.flatMap((frame) => ("info" in frame ? [frame.info] : []));
}

/** The codes of the answers, in the order in which they came. */
export function codes(frames: readonly ChatServerFrame[]): number[] {
  return frames.flatMap((frame) => ("ctrl" in frame ? [frame.ctrl.code] : []));
}
