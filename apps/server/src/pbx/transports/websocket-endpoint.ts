import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Clock } from "@offhook/kernel";
import type { SessionFlow } from "@offhook/pbx";
import type { Flow } from "@offhook/sip";
import { type WebSocket, WebSocketServer } from "ws";
import type { AddressReader } from "../../http/guards/client-address.ts";
import { createOriginCheck, type OriginOptions } from "../../http/guards/origin-check.ts";
import type { RateLimiter } from "../../http/guards/rate-limiter.ts";
import { refuseUpgrade, type UpgradeEndpoint } from "../../http/upgrades.ts";
import type { Logger } from "../../platform/logging/logger.ts";
import { addressKey } from "../../platform/network.ts";
import type { EdgeGuard } from "./edge-guard.ts";
import { MessageBudget } from "./message-budget.ts";
import { hostOf, type SipListener } from "./sip-listener.ts";

/** The largest offer of a browser has a tenth of it. */
const MAX_MESSAGE_BYTES = 64 * 1024;
const MAX_UNSENT_BYTES = 1024 * 1024;
const MESSAGES = { perSecond: 50, burst: 200 };
const MAX_SOCKETS_PER_SESSION = 10;
const PING_EVERY_MS = 20_000;

export interface WebsocketEndpointDeps extends OriginOptions {
  readonly listener: SipListener;
  /** The session a ticket was handed out to; undefined for one that is not ours any more. */
  readonly sessionOf: (ticket: string) => string | undefined;
  readonly limiter: RateLimiter;
  /** Connections a minute and address; 0 switches the limit off. */
  readonly ratePerMinute: number;
  readonly addressOf: AddressReader;
  /** As it stands in our Via. */
  readonly domain: string;
  readonly clock: Clock;
  readonly guard: EdgeGuard;
  readonly logger: Logger;
}

export interface SipWebsockets {
  readonly endpoint: UpgradeEndpoint;
  closeSessions(sessionIds: readonly string[]): void;
  close(): void;
}

interface OpenSocket {
  readonly websocket: WebSocket;
  readonly sessionId: string;
}

/** SIP over websocket (RFC 7118) for the browsers of people who are signed in. */
export function createSipWebsockets(deps: WebsocketEndpointDeps): SipWebsockets {
  const { sessionOf, limiter, ratePerMinute, addressOf } = deps;
  const isKnownOrigin = createOriginCheck(deps);
  const open = new Map<string, OpenSocket>();
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
    handleProtocols: (protocols) => (protocols.has("sip") ? "sip" : false),
  });
  const isCrowded = (sessionId: string): boolean => {
    const own = [...open.values()].filter((socket) => socket.sessionId === sessionId);
    return own.length >= MAX_SOCKETS_PER_SESSION;
  };
  return {
    endpoint: {
      path: "/sip",
      why: "checks the origin and the ticket of a signed-in session; whoever registers and calls over it proves a password besides",
      upgrade(request, socket, head) {
        if (!isKnownOrigin(request)) return refuseUpgrade(socket, 403, "Forbidden");
        const client = `sip ${addressKey(addressOf(request))}`;
        if (ratePerMinute > 0 && limiter.hit(client, ratePerMinute) > 0)
          return refuseUpgrade(socket, 429, "Too Many Requests");
        const offered = request.headers["sec-websocket-protocol"] ?? "";
        if (!offered.split(",").some((name) => name.trim() === "sip"))
          return refuseUpgrade(socket, 400, "Bad Request");
        const sessionId = sessionOf(ticketOf(request));
        if (sessionId === undefined) return refuseUpgrade(socket, 401, "Unauthorized");
        if (isCrowded(sessionId)) return refuseUpgrade(socket, 429, "Too Many Requests");
        server.handleUpgrade(request, socket, head, (websocket) => {
          const flow = flowOf(deps, websocket, request, sessionId);
          open.set(flow.id, { websocket, sessionId });
          serve(deps, websocket, flow, () => open.delete(flow.id));
        });
      },
    },
    closeSessions(sessionIds) {
      for (const { websocket, sessionId } of open.values())
        if (sessionIds.includes(sessionId)) websocket.close(4433, "The session has ended");
    },
    close() {
      for (const { websocket } of open.values()) websocket.close(1012, "The server stops");
    },
  };
}

function ticketOf(request: IncomingMessage): string {
  const query = request.url?.split("?", 2)[1] ?? "";
  return new URLSearchParams(query).get("ticket") ?? "";
}

function flowOf(
  deps: WebsocketEndpointDeps,
  websocket: WebSocket,
  request: IncomingMessage,
  sessionId: string,
): SessionFlow {
  const isSecure = deps.publicUrl.startsWith("https:");
  return {
    id: `ws-${randomUUID()}`,
    context: sessionId,
    transport: isSecure ? "WSS" : "WS",
    local: { host: hostOf(deps.domain), port: undefined },
    remote: { address: deps.addressOf(request), port: request.socket.remotePort ?? 0 },
    send(bytes) {
      if (websocket.readyState !== websocket.OPEN) return false;
      // A client that does not read is gone, or wants our memory.
      if (websocket.bufferedAmount > MAX_UNSENT_BYTES) {
        websocket.terminate();
        return false;
      }
      websocket.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"));
      return true;
    },
  };
}

function serve(deps: WebsocketEndpointDeps, websocket: WebSocket, flow: Flow, forget: () => void): void {
  const { listener, guard, logger } = deps;
  const clock = guard.clock();
  const budget = new MessageBudget(clock, MESSAGES);
  let isAlive = true;
  const beat = (): void => {
    if (!isAlive) {
      websocket.terminate();
      return;
    }
    isAlive = false;
    websocket.ping();
    cancelBeat = clock.schedule(PING_EVERY_MS, beat);
  };
  let cancelBeat = clock.schedule(PING_EVERY_MS, beat);
  websocket.on("pong", () => {
    isAlive = true;
  });
  websocket.on("message", (data: Buffer) => {
    isAlive = true;
    if (budget.spend()) listener.receive(flow, data);
    else websocket.close(4429, "Too many messages");
  });
  websocket.on("close", () => {
    cancelBeat();
    forget();
    listener.flowClosed(flow);
  });
  // Breaches of the protocol, such as too large a message; the library closes the connection by itself.
  websocket.on("error", (error) => logger.debug({ err: error }, "A SIP websocket broke the protocol"));
}
