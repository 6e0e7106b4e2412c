import { FEATURES, type PushChannel, type PushClientFrame, type PushServerFrame } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { pino } from "pino";
import type { LoggedEvent } from "../../database/events/event-log.ts";
import { sessionEnded, tokenMissing } from "../../http/errors/request-errors.ts";
import type { Actor } from "../../platform/actor.ts";
import { createMetrics } from "../../platform/metrics.ts";
import { PushHub } from "../push-hub.ts";
import type { EventLog, PushSocket } from "../push-ports.ts";
import type { PushConnection } from "../sockets/push-connection.ts";
import { PushTickets } from "../sockets/push-tickets.ts";

/** The other end of a connection, as a client sees it. */
export class MemorySocket implements PushSocket {
  readonly frames: PushServerFrame[] = [];
  /** A slow client lets bytes pile up until the test reads them. */
  isSlow = false;
  bufferedBytes = 0;
  pings = 0;
  closing: { code: number; reason: string } | undefined;
  isTerminated = false;
  #onSent: (() => void)[] = [];

  send(text: string, sent?: () => void): void {
    this.frames.push(JSON.parse(text));
    if (this.isSlow) {
      this.bufferedBytes += text.length;
      if (sent) this.#onSent.push(sent);
    } else if (sent) queueMicrotask(sent);
  }

  gather(work: () => void): void {
    work();
  }

  /** The client reads all that waits for it. */
  drain(): void {
    this.bufferedBytes = 0;
    const waiting = this.#onSent;
    this.#onSent = [];
    for (const sent of waiting) sent();
  }

  ping(): void {
    this.pings += 1;
  }

  close(code: number, reason: string): void {
    this.closing = { code, reason };
  }

  terminate(): void {
    this.isTerminated = true;
  }

  get eventIds(): number[] {
    return this.frames.flatMap((frame) => (frame.type === "event" ? [frame.id] : []));
  }

  last<Type extends PushServerFrame["type"]>(
    type: Type,
  ): Extract<PushServerFrame, { type: Type }> | undefined {
    return this.frames.findLast(
      (frame): frame is Extract<PushServerFrame, { type: Type }> => frame.type === type,
    );
  }
}

/** A log that counts how often it is asked, and can be made to fail. */
class MemoryLog implements EventLog {
  readonly events: LoggedEvent[] = [];
  reads = 0;
  isDown = false;
  #lastId = 0;

  append(channel: string, event: LoggedEvent["event"] = { type: "TEST" }): number {
    this.#lastId += 1;
    this.events.push({ id: this.#lastId, channel, event });
    return this.#lastId;
  }

  prune(count: number): void {
    this.events.splice(0, count);
  }

  async read(_customerId: number, afterId: number, limit: number): Promise<LoggedEvent[]> {
    this.reads += 1;
    if (this.isDown) throw new Error("The database is down");
    return this.events.filter((event) => event.id > afterId).slice(0, limit);
  }

  async lastId(): Promise<number> {
    if (this.isDown) throw new Error("The database is down");
    return this.#lastId;
  }
}

export const SHARED = "customer.1";

/** A hub over memory alone: tokens are user ids, all users hear their own channel and the company's. */
export class MemoryPush {
  readonly clock = new FakeClock();
  readonly log = new MemoryLog();
  readonly metrics = createMetrics({ withProcess: false });
  readonly lines = new Map<number, string[]>();
  readonly endedSessions = new Set<string>();
  readonly hub: PushHub;
  readonly tickets: PushTickets;

  constructor() {
    const sessions = { actorOf: async (sessionId: string) => this.#actorOf(sessionId) };
    this.tickets = new PushTickets({ key: Buffer.alloc(32, 1), clock: this.clock, sessions });
    this.hub = new PushHub({
      authenticator: { cached: () => undefined, verify: async (token) => this.#verify(token) },
      tickets: this.tickets,
      sessions,
      directory: { channelsOf: async (actor) => this.#channelsOf(actor) },
      log: this.log,
      clock: this.clock,
      logger: pino({ level: "silent" }),
      metrics: this.metrics,
    });
    this.hub.start();
  }

  /** Appends an event and wakes the hub, as a commit does. */
  publish(channel: string = SHARED, event?: LoggedEvent["event"]): number {
    const id = this.log.append(channel, event);
    this.hub.wake(1, id);
    return id;
  }

  open(): { socket: MemorySocket; connection: PushConnection; say: (frame: PushClientFrame) => void } {
    const socket = new MemorySocket();
    const connection = this.hub.accept(socket);
    return { socket, connection, say: (frame) => connection.receive(JSON.stringify(frame)) };
  }

  /** Opens a connection and waits until the server has nothing more to say to it. */
  async join(userId = 7, hello: Partial<Extract<PushClientFrame, { type: "hello" }>> = {}) {
    const client = this.open();
    client.say({ type: "hello", token: String(userId), ...hello });
    await settle();
    return client;
  }

  #verify(token: string): Actor {
    if (!/^\d+$/.test(token)) throw tokenMissing();
    return this.#actorOf(`session-${token}`);
  }

  #actorOf(sessionId: string): Actor {
    if (this.endedSessions.has(sessionId)) throw sessionEnded();
    return { userId: Number(sessionId.slice(8)), customerId: 1, sessionId, features: new Set(FEATURES) };
  }

  #channelsOf({ userId }: Actor): PushChannel[] {
    const own = this.lines.get(userId) ?? [];
    return [
      { type: "user", name: String(userId), channel: `user.${userId}` },
      { type: "customer", name: "1", channel: SHARED },
      ...own.map((name): PushChannel => ({ type: "sms", name, channel: `sms.${name}` })),
    ];
  }
}

/** Lets everything that was started by now, and what that starts in turn, come to rest. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}
