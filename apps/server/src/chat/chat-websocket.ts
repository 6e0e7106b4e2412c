import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { ChatHub } from "@offhook/chat";
import type { Clock } from "@offhook/kernel";
import { type WebSocket, WebSocketServer } from "ws";
import type { AddressReader } from "../http/client-address.ts";
import type { RateLimiter } from "../http/rate-limiter.ts";
import { refuseUpgrade, type UpgradeEndpoint } from "../http/upgrades.ts";
import type { Logger } from "../platform/logger.ts";
import { addressKey } from "../platform/network.ts";
import type { ChatApiKeys } from "./chat-api-key.ts";
import { ctrlBody, KEY_REQUIRED } from "./chat-http.ts";
import { apiKeyOf } from "./chat-request.ts";

const PING_EVERY_MS = 50_000;
const PONG_WITHIN_MS = 5_000;
/** A reader this far behind is cut; it comes back and asks for what it missed. */
const MAX_UNSENT_BYTES = 1024 * 1024;

export interface ChatWebsocketDeps {
  readonly hub: ChatHub;
  readonly keys: ChatApiKeys;
  readonly maxMessageBytes: number;
  readonly limiter: RateLimiter;
  /** Connections a minute and address; 0 switches the limit off. */
  readonly ratePerMinute: number;
  readonly addressOf: AddressReader;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** `/v0/channels`: one JSON object a text frame. Any page may connect: who it is, its login says. */
export function createChatEndpoint(deps: ChatWebsocketDeps): UpgradeEndpoint {
  const { keys, limiter, ratePerMinute, addressOf, maxMessageBytes, clock } = deps;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    clientTracking: false,
  });
  return {
    path: "/v0/channels",
    why: "needs the key of an application; everything but the greeting needs a login",
    upgrade(request: IncomingMessage, socket, head) {
      if (!keys.isValid(apiKeyOf(request)))
        return refuseUpgrade(socket, 403, "Forbidden", JSON.stringify(ctrlBody(KEY_REQUIRED, clock.now())));
      const client = `chat ${addressKey(addressOf(request))}`;
      if (ratePerMinute > 0 && limiter.hit(client, ratePerMinute) > 0)
        return refuseUpgrade(socket, 429, "Too Many Requests");
      server.handleUpgrade(request, socket, head, (websocket) => serve(deps, websocket));
    },
  };
}

function serve({ hub, clock, logger }: ChatWebsocketDeps, websocket: WebSocket): void {
  const session = hub.open(randomUUID(), {
    send(text) {
      if (websocket.readyState !== websocket.OPEN) return;
      if (websocket.bufferedAmount > MAX_UNSENT_BYTES) websocket.terminate();
      else websocket.send(text);
    },
    close: () => websocket.close(),
  });
  let isAlive = true;
  const ask = (): void => {
    isAlive = false;
    websocket.ping();
    cancel = clock.schedule(PONG_WITHIN_MS, check);
  };
  const check = (): void => {
    if (isAlive) cancel = clock.schedule(PING_EVERY_MS - PONG_WITHIN_MS, ask);
    else websocket.terminate();
  };
  let cancel = clock.schedule(PING_EVERY_MS, ask);
  websocket.on("pong", () => {
    isAlive = true;
  });
  websocket.on("message", (data, isBinary) => {
    isAlive = true;
    if (isBinary) websocket.close(1003);
    else hub.receive(session, String(data));
  });
  websocket.on("close", () => {
    cancel();
    hub.close(session);
  });
  // Breaches of the protocol, such as too large a frame; the library closes the connection by itself.
  websocket.on("error", (error) => logger.debug({ err: error }, "A chat connection broke the protocol"));
}
