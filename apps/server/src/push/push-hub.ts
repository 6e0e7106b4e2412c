import { PUSH_CLOSE } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { Actor } from "../platform/actor.ts";
import type { Authenticator } from "../platform/authenticator.ts";
import type { Logger } from "../platform/logging/logger.ts";
import type { Metrics } from "../platform/metrics.ts";
import { CompanyFeed, type WrittenEvent } from "./feed/company-feed.ts";
import { DeliveryTurns } from "./feed/delivery-turns.ts";
import { LivePresence } from "./live-presence.ts";
import type { ChannelDirectory, EventLog, PushSocket, SessionLookup } from "./push-ports.ts";
import { PushConnection } from "./sockets/push-connection.ts";
import { PushTickets } from "./sockets/push-tickets.ts";

const BEAT_MS = 25_000;
const MAX_CONNECTIONS_PER_USER = 50;
/** How long a client gets to answer that the server stops. */
const FAREWELL_MS = 1_000;

export interface PushHubDeps {
  readonly authenticator: Authenticator;
  readonly tickets: PushTickets;
  readonly sessions: SessionLookup;
  readonly directory: ChannelDirectory;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** All push connections of this server. */
export class PushHub {
  readonly presence = new LivePresence();
  readonly #deps: PushHubDeps;
  readonly #connections = new Set<PushConnection>();
  readonly #bySession = new Groups<string>();
  readonly #byUser = new Groups<number>();
  readonly #byCompany = new Groups<number>();
  readonly #turns = new DeliveryTurns();
  readonly #feeds = new Map<number, { readonly feed: CompanyFeed; readonly opened: Promise<CompanyFeed> }>();
  #cancelBeat: CancelTimer = () => {};
  #isClosing = false;

  constructor(deps: PushHubDeps) {
    this.#deps = deps;
  }

  start(): void {
    const { clock } = this.#deps;
    const dueAt = clock.now() + BEAT_MS;
    this.#cancelBeat = clock.schedule(BEAT_MS, () => {
      this.#beat(clock.now() - dueAt);
      this.start();
    });
  }

  accept(socket: PushSocket): PushConnection {
    const { metrics } = this.#deps;
    const connection = new PushConnection(socket, {
      ...this.#deps,
      turns: this.#turns,
      authenticate: (token) => this.#authenticate(token),
      enroll: (enrolled, actor) => this.#enroll(enrolled, actor),
      feedOf: (customerId) => this.#feedOf(customerId),
      onEnded: (ended) => {
        this.#connections.delete(ended);
        metrics.pushConnections.set(this.#connections.size);
      },
    });
    this.#connections.add(connection);
    metrics.pushConnections.set(this.#connections.size);
    if (this.#isClosing) connection.close(PUSH_CLOSE.serverStopping, "The server stops");
    return connection;
  }

  /** The log of this company now reaches to `lastEventId`; these are its last, if they are at hand. */
  wake(customerId: number, lastEventId: number, events: readonly WrittenEvent[] = []): void {
    this.#feeds.get(customerId)?.feed.wake(lastEventId, events);
  }

  /** Whether this session has a page open. */
  isOpen(sessionId: string): boolean {
    return this.#bySession.sizeOf(sessionId) > 0;
  }

  closeSession(sessionId: string): void {
    for (const connection of this.#bySession.of(sessionId)) endSession(connection);
  }

  closeUser(userId: number): void {
    for (const connection of this.#byUser.of(userId)) endSession(connection);
  }

  /** Says goodbye to everyone; resolves when nobody is left. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#cancelBeat();
    const leaving = [...this.#connections];
    for (const connection of leaving) connection.close(PUSH_CLOSE.serverStopping, "The server stops");
    for (const { feed } of this.#feeds.values()) feed.close();
    let cancel: CancelTimer = () => {};
    const patience = new Promise<void>((resolve) => {
      cancel = this.#deps.clock.schedule(FAREWELL_MS, resolve);
    });
    await Promise.race([patience, Promise.all(leaving.map((connection) => connection.gone))]);
    cancel();
    for (const connection of leaving) connection.terminate();
  }

  #beat(lateMs: number): void {
    for (const connection of [...this.#connections]) connection.beat(lateMs);
    for (const [customerId, { feed }] of this.#feeds) {
      feed.forgetOldPages();
      if (this.#byCompany.sizeOf(customerId) > 0) void feed.check();
      else this.#drop(customerId, feed);
    }
  }

  #drop(customerId: number, feed: CompanyFeed): void {
    feed.close();
    this.#feeds.delete(customerId);
  }

  async #authenticate(token: string): Promise<Actor> {
    const { authenticator, tickets } = this.#deps;
    if (PushTickets.isTicket(token)) return tickets.verify(token);
    return authenticator.cached(token) ?? authenticator.verify(token);
  }

  #enroll(connection: PushConnection, actor: Actor): (() => void) | undefined {
    if (this.#byUser.sizeOf(actor.userId) >= MAX_CONNECTIONS_PER_USER) return undefined;
    this.#bySession.add(actor.sessionId, connection);
    this.#byUser.add(actor.userId, connection);
    this.#byCompany.add(actor.customerId, connection);
    const leavePresence = this.presence.enter(actor);
    return () => {
      this.#bySession.remove(actor.sessionId, connection);
      this.#byUser.remove(actor.userId, connection);
      this.#byCompany.remove(actor.customerId, connection);
      leavePresence();
    };
  }

  #feedOf(customerId: number): Promise<CompanyFeed> {
    const known = this.#feeds.get(customerId);
    if (known) return known.opened;
    const feed = new CompanyFeed(customerId, this.#deps);
    const opened = feed.open().then(
      () => feed,
      (error: unknown) => {
        this.#drop(customerId, feed);
        throw error;
      },
    );
    this.#feeds.set(customerId, { feed, opened });
    return opened;
  }
}

function endSession(connection: PushConnection): void {
  connection.close(PUSH_CLOSE.sessionEnded, "The session has ended");
}

class Groups<Key> {
  readonly #groups = new Map<Key, Set<PushConnection>>();

  /** A copy: ending a connection takes it out of its groups. */
  of(key: Key): PushConnection[] {
    return [...(this.#groups.get(key) ?? [])];
  }

  sizeOf(key: Key): number {
    return this.#groups.get(key)?.size ?? 0;
  }

  add(key: Key, connection: PushConnection): void {
    const group = this.#groups.get(key);
    if (group) group.add(connection);
    else this.#groups.set(key, new Set([connection]));
  }

  remove(key: Key, connection: PushConnection): void {
    const group = this.#groups.get(key);
    group?.delete(connection);
    if (group?.size === 0) this.#groups.delete(key);
  }
}
