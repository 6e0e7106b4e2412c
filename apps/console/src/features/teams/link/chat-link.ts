import type {
  ChatCtrl,
  ChatDel,
  ChatExtra,
  ChatGet,
  ChatLeave,
  ChatMeta,
  ChatNote,
  ChatPub,
  ChatServerFrame,
  ChatSet,
  ChatSub,
} from "@offhook/contract";
import { type CancelTimer, type Clock, Emitter } from "@offhook/kernel";
import { ChatFailure, noAnswer, notConnected, tooLarge } from "./chat-failure.ts";
import { type LinkState, RECONNECTED_MS, reconnectWaitMs, stepLink } from "./link-state.ts";
import { readFrame } from "./read-frame.ts";

export interface ChatSocket {
  send(text: string): void;
  close(code?: number): void;
}

export interface ChatSocketListener {
  opened(): void;
  received(text: string): void;
  closed(): void;
}

/** What the service says of itself in the answer to `hi`. */
type ChatServerParams = Readonly<Record<string, unknown>>;

/** The user's identity there, and the token that opens its files. */
export interface ChatIdentity {
  readonly user: string;
  readonly token: string;
  /** `auth` for people of the company, `root` for whoever acts for all, `anon` for guests. */
  readonly authlvl: string;
  readonly params: ChatServerParams;
}

export interface ChatLinkOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly openSocket: (listener: ChatSocketListener) => ChatSocket;
  /** Secret of the login, already in base64; `renew` when the last one was refused. */
  readonly secret: (renew: boolean) => Promise<string>;
  readonly userAgent: string;
  readonly language: string;
  readonly reportError: (failure: unknown) => void;
  /** The service said no to what was asked. */
  readonly onRefused?: (verb: string, failure: ChatFailure) => void;
}

interface ChatRequests {
  readonly sub: ChatSub;
  readonly leave: ChatLeave;
  readonly pub: ChatPub;
  readonly get: ChatGet;
  readonly set: ChatSet;
  readonly del: ChatDel;
}

export interface ChatAnswer {
  readonly ctrl?: ChatCtrl;
  readonly meta?: ChatMeta;
}

export interface ChatLinkEvents {
  readonly state: LinkState;
  readonly ready: ChatIdentity;
  readonly frame: ChatServerFrame;
}

interface Waiting {
  readonly verb: string;
  readonly resolve: (answer: ChatAnswer) => void;
  readonly reject: (failure: ChatFailure) => void;
  readonly cancelTimer: CancelTimer;
}

const PROTOCOL_VERSION = "0.20";
const CLOSED_BY_USER = 4001;
const ANSWER_WITHIN_MS = 15_000;
const PROBE_EVERY_MS = 30_000;
const PROBE_WITHIN_MS = 10_000;
const UNAUTHENTICATED = 401;
const FORBIDDEN = 403;

/** The line to the chat service: signs in, asks, hears, and comes back by itself. */
export class ChatLink {
  readonly #options: ChatLinkOptions;
  readonly #events = new Emitter<ChatLinkEvents>();
  readonly #waiting = new Map<string, Waiting>();
  #state: LinkState = { name: "stopped" };
  #socket: ChatSocket | undefined;
  #cancelRetry: CancelTimer = () => {};
  #cancelProbe: CancelTimer = () => {};
  #cancelNotice: CancelTimer = () => {};
  #lastId = 0;
  #maxBytes = Number.POSITIVE_INFINITY;
  #wasRefused = false;

  constructor(options: ChatLinkOptions) {
    this.#options = options;
  }

  get state(): LinkState {
    return this.#state;
  }

  on<Name extends keyof ChatLinkEvents>(name: Name, listener: (payload: ChatLinkEvents[Name]) => void) {
    return this.#events.on(name, listener);
  }

  start(): void {
    this.#handle({ type: "start" });
  }

  /** The user goes: the service is told so, and nothing is tried again. */
  stop(): void {
    this.#handle({ type: "stop" });
  }

  /** Something says that it is worth trying: the network is back, the tab in front. */
  wake(): void {
    if (this.#state.name === "ready") this.#probe();
    else this.#handle({ type: "retryDue" });
  }

  /** The service cannot be reached: a socket that still seems open is closed. It is opened anew by `wake`. */
  disconnect(): void {
    this.#handle({ type: "lost" });
  }

  /** Asks and waits for the answer; a refusal rejects. */
  request<Verb extends keyof ChatRequests>(
    verb: Verb,
    body: ChatRequests[Verb],
    extra?: ChatExtra,
  ): Promise<ChatAnswer> {
    if (this.#state.name !== "ready") return Promise.reject(notConnected());
    return this.#ask(verb, body, extra);
  }

  /** Receipts and typing: nobody answers them, and without a line they are not worth keeping. */
  note(body: ChatNote): void {
    if (this.#state.name === "ready") this.#socket?.send(JSON.stringify({ note: body }));
  }

  #ask(verb: string, body: object, extra?: ChatExtra): Promise<ChatAnswer> {
    this.#lastId += 1;
    const id = `${this.#lastId}`;
    const text = JSON.stringify({ [verb]: { ...body, id }, ...(extra ? { extra } : {}) });
    // The service would hang up on it, and again on every later try.
    if (new TextEncoder().encode(text).length > this.#maxBytes) return Promise.reject(tooLarge());
    return new Promise((resolve, reject) => {
      const cancelTimer = this.#options.clock.schedule(ANSWER_WITHIN_MS, () => {
        this.#waiting.delete(id);
        reject(noAnswer());
      });
      this.#waiting.set(id, { verb, resolve, reject, cancelTimer });
      this.#socket?.send(text);
    });
  }

  #handle(event: Parameters<typeof stepLink>[1]): void {
    const before = this.#state;
    const now = stepLink(before, event);
    if (now === before) return;
    this.#cancelRetry();
    this.#state = now;
    if (now.name === "waiting" || now.name === "stopped" || now.name === "refused") this.#drop(now.name);
    if (now.name === "connecting") this.#connect();
    if (now.name === "waiting") {
      const { clock, random } = this.#options;
      this.#cancelRetry = clock.schedule(reconnectWaitMs(random), () => this.#handle({ type: "retryDue" }));
    }
    if (now.name === "ready" && now.isReconnected) {
      const { clock } = this.#options;
      this.#cancelNotice = clock.schedule(RECONNECTED_MS, () => this.#handle({ type: "noticeOver" }));
    }
    this.#events.emit("state", now);
  }

  #drop(why: "waiting" | "stopped" | "refused"): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#cancelProbe();
    this.#cancelNotice();
    socket?.close(why === "stopped" ? CLOSED_BY_USER : undefined);
    for (const { reject, cancelTimer } of this.#waiting.values()) {
      cancelTimer();
      reject(notConnected());
    }
    this.#waiting.clear();
  }

  #connect(): void {
    const socket: ChatSocket = this.#options.openSocket({
      // A socket that was given up may still have something to say: that is news of the past.
      opened: () => this.#socket === socket && this.#signIn(socket),
      received: (text) => this.#socket === socket && this.#receive(text),
      closed: () => this.#socket === socket && this.#handle({ type: "lost" }),
    });
    this.#socket = socket;
    // Covers an address that never answers; signing in has its own limits.
    this.#cancelProbe = this.#options.clock.schedule(ANSWER_WITHIN_MS, () => this.#handle({ type: "lost" }));
  }

  #signIn(socket: ChatSocket): void {
    this.#cancelProbe();
    this.#introduce().then(
      (identity) => {
        if (this.#socket !== socket) return;
        this.#wasRefused = false;
        this.#handle({ type: "signedIn" });
        this.#scheduleProbe();
        this.#events.emit("ready", identity);
      },
      (failure: unknown) => {
        if (this.#socket !== socket) return;
        const code = failure instanceof ChatFailure ? failure.code : 0;
        // A token that has grown old is no reason to wait: with a new one the service will have us.
        const mayRenew = code === UNAUTHENTICATED && !this.#wasRefused;
        this.#wasRefused = code === UNAUTHENTICATED;
        this.#handle({ type: code === FORBIDDEN ? "refused" : "lost" });
        if (mayRenew) this.#handle({ type: "retryDue" });
      },
    );
  }

  async #introduce(): Promise<ChatIdentity> {
    const { userAgent, language, secret } = this.#options;
    const hello = { ver: PROTOCOL_VERSION, ua: userAgent, lang: language, platf: "web" };
    const { ctrl: greeting } = await this.#ask("hi", hello);
    const limit = greeting?.params?.maxMessageSize;
    this.#maxBytes = typeof limit === "number" ? limit : Number.POSITIVE_INFINITY;
    const login = { scheme: "bearer", secret: await secret(this.#wasRefused) };
    const { ctrl } = await this.#ask("login", login);
    const { user, token, authlvl } = ctrl?.params ?? {};
    if (typeof user !== "string" || typeof token !== "string") throw new ChatFailure(0, "No identity");
    return { user, token, authlvl: String(authlvl ?? ""), params: greeting?.params ?? {} };
  }

  #receive(text: string): void {
    if (this.#state.name === "ready") this.#scheduleProbe();
    if (text === "0") return;
    const frame = readFrame(text);
    if (!frame) return;
    if ("ctrl" in frame || "meta" in frame) this.#settle(frame);
    try {
      this.#events.emit("frame", frame);
    } catch (failure) {
      this.#options.reportError(failure);
    }
  }

  /** A request for a description is answered by it; everything else by a ctrl. */
  #settle(frame: ChatAnswer): void {
    const id = frame.ctrl?.id ?? frame.meta?.id;
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || !waiting) return;
    if (frame.meta && waiting.verb !== "get") return;
    waiting.cancelTimer();
    this.#waiting.delete(id);
    const { ctrl } = frame;
    if (!ctrl || ctrl.code < 400) {
      waiting.resolve(frame);
      return;
    }
    const failure = new ChatFailure(ctrl.code, ctrl.text);
    this.#options.onRefused?.(waiting.verb, failure);
    waiting.reject(failure);
  }

  #scheduleProbe(): void {
    this.#cancelProbe();
    this.#cancelProbe = this.#options.clock.schedule(PROBE_EVERY_MS, () => this.#probe());
  }

  #probe(): void {
    this.#cancelProbe();
    this.#socket?.send("1");
    this.#cancelProbe = this.#options.clock.schedule(PROBE_WITHIN_MS, () => this.#handle({ type: "lost" }));
  }
}
