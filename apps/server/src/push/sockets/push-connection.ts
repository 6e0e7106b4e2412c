import {
  NOT_AUTHENTICATED,
  PUSH_CLOSE,
  PushClientFrame,
  type PushServerFrame,
  TOKEN_EXPIRED,
} from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { Actor } from "../../platform/actor.ts";
import { DomainError } from "../../platform/domain-error.ts";
import type { Logger } from "../../platform/logging/logger.ts";
import type { Metrics } from "../../platform/metrics.ts";
import { ChannelSubscription } from "../feed/channel-subscription.ts";
import type { CompanyFeed } from "../feed/company-feed.ts";
import type { DeliveryTurns } from "../feed/delivery-turns.ts";
import { writeFrame } from "../feed/event-frame.ts";
import { EventStream } from "../feed/event-stream.ts";
import type { ChannelDirectory, EventLog, PushSocket, SessionLookup } from "../push-ports.ts";

const HELLO_TIMEOUT_MS = 5_000;
const SILENCE_LIMIT_MS = 60_000;
const SESSION_CHECK_MS = 600_000;
const FRAME_WINDOW_MS = 10_000;
const FRAMES_PER_WINDOW = 50;
/** Past this many it is quicker for a client to load everything anew. */
const MAX_REPLAY = 10_000;

type Hello = Extract<PushClientFrame, { type: "hello" }>;

type ConnectionState =
  | { readonly name: "expectingHello"; readonly cancelTimeout: CancelTimer }
  | { readonly name: "joining" }
  | { readonly name: "live"; readonly actor: Actor; readonly stream: EventStream }
  | { readonly name: "closed" };

export interface PushConnectionDeps {
  readonly log: EventLog;
  readonly turns: DeliveryTurns;
  readonly directory: ChannelDirectory;
  readonly sessions: SessionLookup;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  authenticate(token: string): Promise<Actor>;
  /** Makes the connection known as this user's; undefined when the user has too many. The result takes it back. */
  enroll(connection: PushConnection, actor: Actor): (() => void) | undefined;
  feedOf(customerId: number): Promise<CompanyFeed>;
  onEnded(connection: PushConnection): void;
}

/** One client's push connection: greets it, follows its wishes, and ends it when it must. */
export class PushConnection {
  /** Resolves when the socket has gone, which takes a round trip after `close`. */
  readonly gone: Promise<void>;
  readonly #socket: PushSocket;
  readonly #deps: PushConnectionDeps;
  readonly #subscription = new ChannelSubscription();
  #state: ConnectionState;
  #leave: () => void = () => {};
  #resolveGone: () => void = () => {};
  /** Frames are handled one after the other, also where one has to wait for the database. */
  #queue: Promise<void> = Promise.resolve();
  #frames = 0;
  #framesSince: number;
  #heardAt: number;
  #checkedAt: number;
  #bufferedBefore = 0;

  constructor(socket: PushSocket, deps: PushConnectionDeps) {
    this.#socket = socket;
    this.#deps = deps;
    this.gone = new Promise((resolve) => {
      this.#resolveGone = resolve;
    });
    this.#framesSince = this.#heardAt = this.#checkedAt = deps.clock.now();
    const cancelTimeout = deps.clock.schedule(HELLO_TIMEOUT_MS, () =>
      this.close(PUSH_CLOSE.helloTimeout, "No hello came"),
    );
    this.#state = { name: "expectingHello", cancelTimeout };
  }

  receive(text: string): void {
    if (this.#state.name === "closed") return;
    this.noteLife();
    if (this.#isFlooding()) {
      this.close(PUSH_CLOSE.tooMany, "Too many frames");
      return;
    }
    const frame = readFrame(text);
    if (!frame) {
      this.close(PUSH_CLOSE.badFrame, "Not a frame of this protocol");
      return;
    }
    this.#queue = this.#queue.then(() => this.#handle(frame)).catch((error: unknown) => this.#fail(error));
  }

  /** The other side has shown that it is there. */
  noteLife(): void {
    this.#heardAt = this.#deps.clock.now();
  }

  close(code: number, reason: string): void {
    if (this.#state.name === "closed") return;
    this.#end();
    this.#socket.close(code, reason);
  }

  terminate(): void {
    this.#end();
    this.#socket.terminate();
  }

  /** The socket has gone. */
  closed(): void {
    this.#end();
    this.#resolveGone();
  }

  /**
   * Called every now and then: drops who is gone or reads nothing, keeps the others awake. `lateMs`: how long this
   * machine slept over the call. In that time nobody could be heard, which is nobody's silence.
   */
  beat(lateMs: number): void {
    const now = this.#deps.clock.now();
    this.#heardAt += lateMs;
    const buffered = this.#socket.bufferedBytes;
    if (buffered < this.#bufferedBefore) this.#heardAt = now;
    this.#bufferedBefore = buffered;
    if (now - this.#heardAt >= SILENCE_LIMIT_MS) {
      this.terminate();
      return;
    }
    if (this.#state.name !== "live") return;
    const { actor, stream } = this.#state;
    if (stream.isFull) return;
    this.#socket.ping();
    stream.refreshPlace();
    if (now - this.#checkedAt < SESSION_CHECK_MS) return;
    this.#checkedAt = now;
    this.#deps.sessions.actorOf(actor.sessionId).catch((error: unknown) => {
      // A database that does not answer says nothing about the session.
      if (error instanceof DomainError && error.code === NOT_AUTHENTICATED) this.#fail(error);
    });
  }

  #end(): void {
    const state = this.#state;
    if (state.name === "closed") return;
    this.#state = { name: "closed" };
    if (state.name === "expectingHello") state.cancelTimeout();
    if (state.name === "live") state.stream.stop();
    this.#leave();
    this.#deps.onEnded(this);
  }

  #send(frame: PushServerFrame): void {
    if (this.#state.name !== "closed") this.#socket.send(writeFrame(frame));
  }

  #isFlooding(): boolean {
    const now = this.#deps.clock.now();
    if (now - this.#framesSince >= FRAME_WINDOW_MS) {
      this.#framesSince = now;
      this.#frames = 0;
    }
    this.#frames += 1;
    return this.#frames > FRAMES_PER_WINDOW;
  }

  async #handle(frame: PushClientFrame): Promise<void> {
    const state = this.#state;
    if (state.name === "closed") return;
    if (state.name === "expectingHello" && frame.type === "hello") return this.#join(frame);
    if (state.name !== "live" || frame.type === "hello") {
      this.close(PUSH_CLOSE.badFrame, "A connection begins with one hello");
      return;
    }
    switch (frame.type) {
      case "ping":
        return this.#send({ type: "pong" });
      case "subscribe":
        return this.#tellDenied(this.#subscription.add(frame.channels));
      case "unsubscribe":
        return this.#subscription.remove(frame.channels);
      case "token":
        return this.#renewToken(frame.token, state.actor);
    }
  }

  #tellDenied(channels: readonly string[]): void {
    if (channels.length > 0) this.#send({ type: "denied", channels: [...channels] });
  }

  async #renewToken(token: string, actor: Actor): Promise<void> {
    const renewed = await this.#deps.authenticate(token);
    if (renewed.sessionId !== actor.sessionId)
      this.close(PUSH_CLOSE.accessDenied, "This token belongs to another session");
  }

  async #join(hello: Hello): Promise<void> {
    const { authenticate, enroll, feedOf, log, directory, sessions } = this.#deps;
    if (this.#state.name === "expectingHello") this.#state.cancelTimeout();
    this.#state = { name: "joining" };
    const claimed = await authenticate(hello.token);
    if (this.#isGone()) return;
    const leave = enroll(this, claimed);
    if (!leave) {
      this.close(PUSH_CLOSE.tooMany, "Too many connections");
      return;
    }
    this.#leave = leave;
    // From here on the end of the session closes the connection. It may have ended just before: hence this look.
    const actor = await sessions.actorOf(claimed.sessionId);
    const feed = await feedOf(actor.customerId);
    const head = await log.lastId(actor.customerId);
    feed.wake(head);
    const channels = await directory.channelsOf(actor);
    if (this.#isGone()) return;

    this.#subscription.allow(channels);
    const denied = hello.channels ? this.#subscription.choose(hello.channels) : [];
    const cursor = placeOf(hello.lastEventId, head);
    const readChannels = async () => directory.channelsOf(await sessions.actorOf(actor.sessionId));
    const stream = new EventStream(
      { ...this.#deps, feed, socket: this.#socket, subscription: this.#subscription, readChannels },
      { cursor, channelsAsOf: head },
    );
    this.#state = { name: "live", actor, stream };
    this.#send({ type: "welcome", lastEventId: cursor, channels });
    this.#tellDenied(denied);
    if (hello.lastEventId !== undefined && hello.lastEventId !== cursor)
      this.#send({ type: "reset", lastEventId: cursor });
    stream.start();
  }

  #isGone(): boolean {
    return this.#state.name === "closed";
  }

  #fail(error: unknown): void {
    const code = error instanceof DomainError ? error.code : undefined;
    if (code === NOT_AUTHENTICATED) this.close(PUSH_CLOSE.sessionEnded, "The session has ended");
    else if (code === TOKEN_EXPIRED) this.close(PUSH_CLOSE.accessDenied, "The token is not valid");
    else {
      this.#deps.logger.warn({ err: error }, "A push connection failed");
      this.close(PUSH_CLOSE.tryAgainLater, "Try again later");
    }
  }
}

/** Where to go on. A place in the future belongs to another database, one far back is too much to repeat. */
function placeOf(lastEventId: number | undefined, head: number): number {
  if (lastEventId === undefined || lastEventId > head || head - lastEventId > MAX_REPLAY) return head;
  return lastEventId;
}

function readFrame(text: string): PushClientFrame | undefined {
  try {
    return PushClientFrame.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
