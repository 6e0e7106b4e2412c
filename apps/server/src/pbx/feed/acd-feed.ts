import {
  ACD_CLOSE,
  ACD_FEED_PATH,
  AcdClientFrame,
  type AcdServerFrame,
  type AcdTopic,
  type LiveCall,
  type QueueStatus,
} from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import { type WebSocket, WebSocketServer } from "ws";
import type { AddressReader } from "../../http/guards/client-address.ts";
import { createOriginCheck, type OriginOptions } from "../../http/guards/origin-check.ts";
import type { RateLimiter } from "../../http/guards/rate-limiter.ts";
import { refuseUpgrade, type UpgradeEndpoint } from "../../http/upgrades.ts";
import type { Actor } from "../../platform/actor.ts";
import type { Authenticator } from "../../platform/authenticator.ts";
import type { Logger } from "../../platform/logging/logger.ts";
import { ChangeGatherer } from "../../platform/loops/change-gatherer.ts";
import { addressKey } from "../../platform/network.ts";
import { MessageBudget } from "../transports/message-budget.ts";
import { callsWithin, type FeedScope, seesQueue } from "./feed-scope.ts";
import { queueFrames } from "./queue-frames.ts";

const MAX_FRAME_BYTES = 8 * 1024;
const MAX_UNSENT_BYTES = 1024 * 1024;
const LOGIN_WITHIN_MS = 5_000;
/** A call changes several times within a moment, and a busy company many times a second; nobody reads faster. */
const PACE = { gatherMs: 40, everyMs: 250 };
const FRAMES = { perSecond: 5, burst: 20 };

export interface AcdFeedDeps extends OriginOptions {
  readonly authenticator: Authenticator;
  readonly callsOf: (customerId: number) => readonly LiveCall[];
  readonly scopeOf: (actor: Actor) => FeedScope;
  /** All queues of a company as they now are. */
  readonly statusesOf: (customerId: number) => Promise<readonly QueueStatus[]>;
  readonly limiter: RateLimiter;
  readonly ratePerMinute: number;
  readonly addressOf: AddressReader;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Subscription {
  readonly actor: Actor;
  readonly topics: ReadonlySet<AcdTopic>;
  /** What was sent last of queues and agents: what looks the same is not sent again. */
  readonly told: Map<AcdTopic, string>;
}

/** The queue feed: what goes on in a company's telephones, for wallboards. */
export class AcdFeed {
  readonly #deps: AcdFeedDeps;
  readonly #subscribers = new Map<WebSocket, Subscription>();
  readonly #sockets = new Map<WebSocket, Actor | undefined>();
  readonly #calls: ChangeGatherer<number>;
  readonly #queues: ChangeGatherer<number>;

  constructor(deps: AcdFeedDeps) {
    const { clock, logger } = deps;
    this.#deps = deps;
    const onError = (error: unknown): void =>
      logger.error({ err: error }, "A change could not be told to the feed");
    this.#calls = new ChangeGatherer({
      ...PACE,
      ...{ clock, onError },
      tell: async (customerIds) => this.#tellCalls(customerIds),
    });
    this.#queues = new ChangeGatherer({
      ...PACE,
      ...{ clock, onError },
      tell: (customerIds) => this.#tellQueues(customerIds),
    });
  }

  endpoint(): UpgradeEndpoint {
    const { limiter, ratePerMinute, addressOf } = this.#deps;
    const isKnownOrigin = createOriginCheck(this.#deps);
    const server = new WebSocketServer({
      noServer: true,
      maxPayload: MAX_FRAME_BYTES,
      perMessageDeflate: false,
      clientTracking: false,
    });
    return {
      path: ACD_FEED_PATH,
      why: "checks the origin, then waits five seconds for a token",
      upgrade: (request, socket, head) => {
        if (!isKnownOrigin(request)) return refuseUpgrade(socket, 403, "Forbidden");
        const client = `acd ${addressKey(addressOf(request))}`;
        if (ratePerMinute > 0 && limiter.hit(client, ratePerMinute) > 0)
          return refuseUpgrade(socket, 429, "Too Many Requests");
        server.handleUpgrade(request, socket, head, (websocket) => this.#serve(websocket));
      },
    };
  }

  changed(customerId: number): void {
    this.#calls.add([customerId]);
  }

  /** Somebody waits in a queue of the company or no longer does, or an agent does something else. */
  queuesChanged(customerId: number): void {
    this.#queues.add([customerId]);
  }

  closeSessions(sessionIds: readonly string[]): void {
    for (const [websocket, actor] of this.#sockets) {
      if (actor && sessionIds.includes(actor.sessionId))
        websocket.close(ACD_CLOSE.sessionEnded, "The session has ended");
    }
  }

  close(): void {
    for (const websocket of this.#sockets.keys())
      websocket.close(ACD_CLOSE.serverStopping, "The server stops");
  }

  #tellCalls(customerIds: readonly number[]): void {
    for (const [websocket, subscription] of this.#subscribers)
      if (customerIds.includes(subscription.actor.customerId)) this.#sendCalls(websocket, subscription);
  }

  /** Those who want to hear of queues get all that they may see of them, so that nothing can be missed. */
  async #tellQueues(customerIds: readonly number[]): Promise<void> {
    const { statusesOf, scopeOf } = this.#deps;
    for (const customerId of customerIds) {
      const readers = (): readonly [WebSocket, Subscription][] =>
        [...this.#subscribers].filter(
          ([, { actor, topics }]) =>
            actor.customerId === customerId && (topics.has("queues") || topics.has("agents")),
        );
      if (readers().length === 0) continue;
      const statuses = await statusesOf(customerId);
      for (const [websocket, { actor, topics, told }] of readers())
        for (const frame of queueFrames(scopeOf(actor), statuses)) {
          const text = JSON.stringify(frame);
          if (!topics.has(frame.type) || told.get(frame.type) === text) continue;
          told.set(frame.type, text);
          sendText(websocket, text);
        }
    }
  }

  #serve(websocket: WebSocket): void {
    const { clock, logger } = this.#deps;
    const budget = new MessageBudget(clock, FRAMES);
    this.#sockets.set(websocket, undefined);
    const cancelLogin = clock.schedule(LOGIN_WITHIN_MS, () => {
      if (!this.#sockets.get(websocket)) websocket.close(ACD_CLOSE.loginTimeout, "No login came");
    });
    websocket.on("message", (data) => {
      if (!budget.spend()) return websocket.close(ACD_CLOSE.tooMany, "Too many frames");
      const frame = readFrame(String(data));
      if (frame)
        this.#receive(websocket, frame).catch((error: unknown) => {
          logger.error({ err: error }, "A frame of the queue feed could not be answered");
          websocket.terminate();
        });
      else websocket.close(ACD_CLOSE.badFrame, "This is no frame of the feed");
    });
    websocket.on("close", () => {
      cancelLogin();
      this.#sockets.delete(websocket);
      this.#subscribers.delete(websocket);
    });
    websocket.on("error", (error) => logger.debug({ err: error }, "A feed connection broke the protocol"));
  }

  async #receive(websocket: WebSocket, frame: AcdClientFrame): Promise<void> {
    if (frame.action === "ping") return send(websocket, { type: "pong" });
    if (frame.action === "login") return this.#login(websocket, frame);
    const actor = this.#sockets.get(websocket);
    if (!actor) return websocket.close(ACD_CLOSE.accessDenied, "Log in first");
    if (frame.action === "unsubscribe") {
      this.#subscribers.delete(websocket);
      return;
    }
    if (frame.action === "message") return this.#pass(actor, frame, websocket);
    const subscription = { actor, topics: new Set(frame.to), told: new Map() };
    this.#subscribers.set(websocket, subscription);
    this.#sendCalls(websocket, subscription);
    this.#queues.tellNow([actor.customerId]);
  }

  async #login(websocket: WebSocket, frame: Extract<AcdClientFrame, { action: "login" }>): Promise<void> {
    const actor = await this.#authenticate(frame.token);
    const isOwn = frame.customer_id === undefined || frame.customer_id === actor?.customerId;
    if (!actor || !isOwn) return websocket.close(ACD_CLOSE.accessDenied, "Access denied");
    if (!this.#sockets.has(websocket)) return;
    this.#sockets.set(websocket, actor);
    send(websocket, { type: "login", data: { customer_id: actor.customerId } });
  }

  async #authenticate(token: string): Promise<Actor | undefined> {
    try {
      return await this.#deps.authenticator.verify(token);
    } catch (error) {
      this.#deps.logger.debug({ err: error }, "A token of the feed was refused");
      return undefined;
    }
  }

  /** Asked anew each time: an agent who leaves a queue no longer sees its calls. */
  #sendCalls(websocket: WebSocket, { actor, topics }: Subscription): void {
    const { callsOf, scopeOf } = this.#deps;
    if (!topics.has("calls")) return;
    const calls = callsWithin(scopeOf(actor), callsOf(actor.customerId));
    send(websocket, { type: "calls", data: { calls: [...calls] } });
  }

  /** Hands somebody's words to all who see the queue. */
  #pass(
    actor: Actor,
    { queue_id, text }: Extract<AcdClientFrame, { action: "message" }>,
    from: WebSocket,
  ): void {
    const { scopeOf, clock } = this.#deps;
    const sees = (each: Actor): boolean =>
      each.customerId === actor.customerId && seesQueue(scopeOf(each), queue_id);
    if (!sees(actor)) {
      from.close(ACD_CLOSE.accessDenied, "Not your queue");
      return;
    }
    const data = { queue_id, user_id: actor.userId, text, at: Math.floor(clock.now() / 1000) };
    for (const [websocket, subscription] of this.#subscribers)
      if (sees(subscription.actor)) send(websocket, { type: "message", data });
  }
}

function readFrame(text: string): AcdClientFrame | undefined {
  try {
    return AcdClientFrame.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const send = (websocket: WebSocket, frame: AcdServerFrame): void =>
  sendText(websocket, JSON.stringify(frame));

function sendText(websocket: WebSocket, text: string): void {
  if (websocket.readyState !== websocket.OPEN) return;
  // A client that does not read is gone, or wants our memory.
  if (websocket.bufferedAmount > MAX_UNSENT_BYTES) websocket.terminate();
  else websocket.send(text);
}
