import {
  type AnyPushEvent,
  PUSH_CLOSE,
  type PushChannel,
  type PushClientFrame,
  type PushEvent,
  type PushEventOf,
  type PushEventType,
  type PushServerFrame,
} from "@offhook/contract";
import { type CancelTimer, type Clock, Emitter, Scope } from "@offhook/kernel";
import { EventLog } from "../live/event-log.ts";
import { isKnownEvent, isPushEvent } from "./push-event-check.ts";
import {
  type PushProblem,
  type PushState,
  type PushStateEvent,
  retryWaitMs,
  stepPush,
} from "./push-state.ts";

export interface PushSocket {
  send(text: string): void;
  close(): void;
}

export interface PushSocketListener {
  opened(): void;
  received(text: string): void;
  closed(code: number): void;
}

/** Where the client has got to, kept per account beyond the life of the page. */
export interface PushCursor {
  load(): number | undefined;
  save(lastEventId: number): void;
}

export interface PushClientOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly openSocket: (listener: PushSocketListener) => PushSocket;
  /** The token for `hello`; `renew` when the last one was denied. */
  readonly token: (renew: boolean) => Promise<string>;
  readonly cursor: PushCursor;
  readonly isOnline: () => boolean;
  /** A handler threw, or an event was not what the contract says: a bug there must not cost others their events. */
  readonly onHandlerFailed: (failure: unknown) => void;
}

export interface PushClientEvents {
  readonly state: { readonly before: PushState; readonly now: PushState };
  /** Events may have been missed for good: whatever was loaded before has to be loaded anew. */
  readonly reset: undefined;
  readonly channels: readonly PushChannel[];
  /** The service says that the session is over. */
  readonly sessionEnded: undefined;
}

const WELCOME_TIMEOUT_MS = 10_000;
const PING_EVERY_MS = 25_000;
const PONG_TIMEOUT_MS = 10_000;

/** One live line to the service: every event exactly once and in order, whatever happens to the connection. */
export class PushClient {
  /** What was told lately, for whoever loads something that events change. */
  readonly log: EventLog;
  readonly #options: PushClientOptions;
  readonly #emitter = new Emitter<PushClientEvents>();
  readonly #handlers = new Map<string, Set<(event: PushEvent) => void>>();
  #state: PushState = { name: "stopped" };
  #connection: Connection | undefined;
  #cancelRetry: CancelTimer | undefined;
  #lastEventId: number | undefined;
  #tokenWasDenied = false;

  constructor(options: PushClientOptions) {
    this.#options = options;
    this.log = new EventLog(options.onHandlerFailed);
  }

  get state(): PushState {
    return this.#state;
  }

  /** Calls `handler` for each event of this type. */
  on<Type extends PushEventType>(type: Type, handler: (event: PushEventOf<Type>) => void): () => void {
    const handlers = this.#handlers.get(type) ?? new Set();
    const hear = (event: PushEvent): void => {
      if (isOfType(event, type)) handler(event);
    };
    this.#handlers.set(type, handlers.add(hear));
    return () => handlers.delete(hear);
  }

  listen<Name extends keyof PushClientEvents>(
    name: Name,
    listener: (payload: PushClientEvents[Name]) => void,
  ): () => void {
    return this.#emitter.on(name, listener);
  }

  start(): void {
    if (this.#state.name !== "stopped") return;
    this.#lastEventId = this.#options.cursor.load();
    this.log.begin(this.#lastEventId ?? 0);
    this.#handle({ type: "start" });
  }

  stop(): void {
    this.#handle({ type: "stop" });
  }

  /** Something says that it is worth trying: the network is back, the tab in front, the user asked. */
  wake(): void {
    if (this.#state.name === "connected") this.#connection?.probe();
    else this.#handle({ type: "retryDue" });
  }

  /** Connects anew, for another set of channels say. What happens meanwhile is caught up on. */
  reconnect(): void {
    if (this.#state.name === "stopped") return;
    this.#handle({ type: "stop" });
    // Not by way of the cursor: another tab shares it and may be ahead of what this one has applied.
    this.#handle({ type: "start" });
  }

  #handle(event: PushStateEvent): void {
    const before = this.#state;
    const now = stepPush(before, event);
    if (now === before) return;
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    if (now.name === "waiting" || now.name === "stopped") this.#dropConnection();
    this.#state = now;
    if (now.name === "connecting") this.#connect();
    if (now.name === "waiting") this.#scheduleRetry(now.attempt);
    this.#emitter.emit("state", { before, now });
  }

  #dropConnection(): void {
    this.#connection?.close();
    this.#connection = undefined;
  }

  #scheduleRetry(attempt: number): void {
    const { clock, random } = this.#options;
    this.#cancelRetry = clock.schedule(retryWaitMs(attempt, random), () =>
      this.#handle({ type: "retryDue" }),
    );
  }

  #connect(): void {
    const connection = new Connection(this.#options, {
      hello: (token) => this.#hello(token),
      received: (frame) => this.#receive(frame),
      // A connection that was given up may still report its end: that is news of the past.
      lost: (problem, code) => {
        if (this.#connection === connection) this.#lose(problem, code);
      },
    });
    this.#connection = connection;
    const renew = this.#tokenWasDenied;
    this.#tokenWasDenied = false;
    connection.open(renew);
  }

  #hello(token: string): PushClientFrame {
    const lastEventId = this.#lastEventId;
    return { type: "hello", token, ...(lastEventId === undefined ? {} : { lastEventId }) };
  }

  #lose(problem: PushProblem, code: number | undefined): void {
    if (code === PUSH_CLOSE.accessDenied) this.#tokenWasDenied = true;
    this.#handle({ type: "lost", problem });
    if (code === PUSH_CLOSE.sessionEnded) this.#emitter.emit("sessionEnded", undefined);
  }

  #receive(frame: PushServerFrame): void {
    switch (frame.type) {
      case "welcome":
        this.#welcome(frame.lastEventId);
        this.#emitter.emit("channels", frame.channels);
        break;
      case "channels":
        this.#emitter.emit("channels", frame.channels);
        break;
      case "event":
        if (isPushEvent(frame.event)) this.#deliver(frame.id, frame.event);
        else this.#passOver(frame.id, frame.event);
        break;
      case "caughtUp":
        this.#advance(Math.max(frame.lastEventId, this.#lastEventId ?? 0));
        this.log.reached(frame.lastEventId);
        break;
      case "reset":
        this.#reset(frame.lastEventId);
        break;
      case "denied":
      case "pong":
        break;
    }
  }

  #welcome(lastEventId: number): void {
    const isFirst = this.#lastEventId === undefined;
    // Only who has no place yet begins with what is new; everyone else is owed what lies between.
    if (isFirst) this.#advance(lastEventId);
    this.#handle({ type: "welcomed" });
    // Screens that loaded before this moment may have missed what happened in between.
    if (isFirst) this.#reset(lastEventId);
  }

  #reset(lastEventId: number): void {
    this.#advance(lastEventId);
    this.log.reset(lastEventId);
    this.#emitter.emit("reset", undefined);
  }

  #deliver(id: number, event: PushEvent): void {
    if (this.#lastEventId !== undefined && id <= this.#lastEventId) return;
    this.log.add(id, event);
    for (const handler of this.#handlers.get(event.type) ?? []) {
      try {
        handler(event);
      } catch (failure) {
        this.#options.onHandlerFailed(failure);
      }
    }
    // After the handlers: a page that dies in one of them is told of the event again.
    this.#advance(id);
  }

  /** A newer service tells of things unknown here, which is as it should be; a wrong field is not. */
  #passOver(id: number, event: AnyPushEvent): void {
    if (isKnownEvent(event))
      this.#options.onHandlerFailed(new Error(`Event ${id} is no ${event.type} of the contract`));
    this.#advance(Math.max(id, this.#lastEventId ?? 0));
    this.log.reached(id);
  }

  #advance(lastEventId: number): void {
    if (lastEventId === this.#lastEventId) return;
    this.#lastEventId = lastEventId;
    this.#options.cursor.save(lastEventId);
  }
}

interface ConnectionCallbacks {
  hello(token: string): PushClientFrame;
  received(frame: PushServerFrame): void;
  lost(problem: PushProblem, code?: number): void;
}

/** One socket from its opening to its end, with the timers that prove it alive. */
class Connection {
  readonly #options: PushClientOptions;
  readonly #callbacks: ConnectionCallbacks;
  readonly #scope = new Scope();
  #socket: PushSocket | undefined;
  #cancelTimer: CancelTimer = () => {};
  #isWelcome = false;

  constructor(options: PushClientOptions, callbacks: ConnectionCallbacks) {
    this.#options = options;
    this.#callbacks = callbacks;
    this.#scope.add(() => this.#cancelTimer());
  }

  open(renewToken: boolean): void {
    this.#options.token(renewToken).then(
      (token) => this.#openSocket(token),
      () => this.#end("initFailed"),
    );
  }

  close(): void {
    this.#scope.close();
  }

  /** Asks for a sign of life now instead of at the next turn. */
  probe(): void {
    this.#send({ type: "ping" });
    this.#after(PONG_TIMEOUT_MS, () => this.#end("timeout"));
  }

  #openSocket(token: string): void {
    if (this.#scope.isClosed) return;
    this.#after(WELCOME_TIMEOUT_MS, () => this.#end("timeout"));
    const socket = this.#options.openSocket({
      opened: () => this.#send(this.#callbacks.hello(token)),
      received: (text) => this.#receive(text),
      closed: (code) => this.#end(this.#problemOf(code), code),
    });
    this.#socket = socket;
    this.#scope.add(() => socket.close());
  }

  #receive(text: string): void {
    if (this.#scope.isClosed) return;
    const frame = frameFrom(text);
    if (!frame) return;
    if (frame.type === "welcome") this.#isWelcome = true;
    // Any frame proves the line alive, so the next ping can wait.
    if (this.#isWelcome) this.#after(PING_EVERY_MS, () => this.probe());
    this.#callbacks.received(frame);
  }

  #problemOf(code: number): PushProblem {
    if (code === PUSH_CLOSE.accessDenied || code === PUSH_CLOSE.sessionEnded) return "accessDenied";
    if (code === PUSH_CLOSE.helloTimeout) return "timeout";
    if (code === PUSH_CLOSE.badFrame) return "unknown";
    return this.#isWelcome || !this.#options.isOnline() ? "networkDown" : "issues";
  }

  #end(problem: PushProblem, code?: number): void {
    if (this.#scope.isClosed) return;
    this.#scope.close();
    this.#callbacks.lost(problem, code);
  }

  #after(delayMs: number, task: () => void): void {
    this.#cancelTimer();
    if (!this.#scope.isClosed) this.#cancelTimer = this.#options.clock.schedule(delayMs, task);
  }

  #send(frame: PushClientFrame): void {
    if (!this.#scope.isClosed) this.#socket?.send(JSON.stringify(frame));
  }
}

function isOfType<Type extends PushEventType>(event: PushEvent, type: Type): event is PushEventOf<Type> {
  return event.type === type;
}

function frameFrom(text: string): PushServerFrame | undefined {
  try {
    // The service speaks our contract; only a broken line could say something else.
    return JSON.parse(text) as PushServerFrame;
  } catch {
    return undefined;
  }
}
