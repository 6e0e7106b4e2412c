import type { ChatServerFrame } from "@offhook/contract";
import type { AuthLevel } from "../ports/authenticator.ts";
import type { LiveTopic, TopicListener } from "../topics/live-topic.ts";
import type { UserId } from "../topics/names/topic-name.ts";
import type { ChatRefusal } from "../wire/refusal.ts";
import type { RequestName } from "../wire/request-name.ts";
import { timestamp, writeFrame } from "../wire/server-text.ts";

/** The line to one client. It decides itself when a reader is too slow, and is closed then. */
export interface ChatConnection {
  send(text: string): void;
  /** `code`: why, as websockets number it. */
  close(code?: number): void;
}

/** How a session differs from that of a websocket. */
export interface SessionOptions {
  /** Over long polling the session was created before its first word. */
  readonly isCreatedBefore?: boolean;
}

export interface SignedInUser {
  readonly id: UserId;
  readonly level: AuthLevel;
}

/** One connected client: who it is, and which topics it listens to. */
export class ChatSession implements TopicListener {
  readonly id: string;
  /** By their stored names: a client that acts for several people may know one topic by two names. */
  readonly attached = new Map<string, LiveTopic>();
  version: string | undefined;
  user: SignedInUser | undefined;
  /** The session of the product its user came with. */
  accountSession: string | undefined;
  /** Its user is authenticated, but has an address to confirm. */
  isConfirming = false;
  failedLogins = 0;
  userAgent = "";
  /** A client that only fetches: it does not make its user look online. */
  isBackground = false;
  /** Whose `me` it listens to: its own user's, and of root also that of those it acts for. */
  readonly onMe = new Set<UserId>();
  /** Its query on `fnd`, by the user it asks for; only while it listens there. */
  readonly findQueries = new Map<UserId, string>();
  isClosed = false;
  readonly isCreatedBefore: boolean;
  readonly #connection: ChatConnection;
  readonly #now: () => number;
  /** What was asked before, and must be done before the next thing. */
  #turn: Promise<void> = Promise.resolve();

  constructor(id: string, connection: ChatConnection, now: () => number, options: SessionOptions = {}) {
    this.id = id;
    this.isCreatedBefore = options.isCreatedBefore ?? false;
    this.#connection = connection;
    this.#now = now;
  }

  send(frame: ChatServerFrame): void {
    this.sendText(writeFrame(frame));
  }

  sendText(text: string): void {
    if (!this.isClosed) this.#connection.send(text);
  }

  reply(request: RequestName, code: number, text: string, params?: Readonly<Record<string, unknown>>): void {
    const { id, topic } = request;
    this.send({ ctrl: { id, topic, code, text, params, ts: timestamp(this.#now()) } });
  }

  refuse(request: RequestName, refusal: ChatRefusal): void {
    this.reply(request, refusal.code, refusal.message, refusal.params);
  }

  /**
   * Runs `work` when everything before it has begun, and, where it changes who or where this client is, holds back what
   * comes after it until it is done.
   */
  inTurn(work: () => Promise<void>, holdsBackOthers: boolean): void {
    this.#turn = this.#turn.then(() => {
      const done = work();
      return holdsBackOthers ? done : undefined;
    });
  }

  close(code?: number): void {
    this.#connection.close(code);
  }
}
