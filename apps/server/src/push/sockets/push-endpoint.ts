import type { Duplex } from "node:stream";
import { PUSH_CLOSE } from "@offhook/contract";
import { type WebSocket, WebSocketServer } from "ws";
import type { AddressReader } from "../../http/guards/client-address.ts";
import { createOriginCheck, type OriginOptions } from "../../http/guards/origin-check.ts";
import type { RateLimiter } from "../../http/guards/rate-limiter.ts";
import { refuseUpgrade, type UpgradeEndpoint } from "../../http/upgrades.ts";
import type { Logger } from "../../platform/logging/logger.ts";
import { addressKey } from "../../platform/network.ts";
import type { PushHub } from "../push-hub.ts";
import type { PushSocket } from "../push-ports.ts";

/** The largest hello (its list of channels) is far smaller. */
const MAX_FRAME_BYTES = 64 * 1024;

export interface PushEndpointDeps extends OriginOptions {
  readonly hub: PushHub;
  readonly limiter: RateLimiter;
  /** Connections a minute and address; 0 switches the limit off. */
  readonly ratePerMinute: number;
  readonly addressOf: AddressReader;
  readonly logger: Logger;
}

export function createPushEndpoint(deps: PushEndpointDeps): UpgradeEndpoint {
  const { hub, limiter, ratePerMinute, addressOf, logger } = deps;
  const isKnownOrigin = createOriginCheck(deps);
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
  });
  return {
    path: "/push",
    why: "checks the origin, then waits five seconds for a token",
    upgrade(request, socket, head) {
      if (!isKnownOrigin(request)) return refuseUpgrade(socket, 403, "Forbidden");
      const client = `push ${addressKey(addressOf(request))}`;
      if (ratePerMinute > 0 && limiter.hit(client, ratePerMinute) > 0)
        return refuseUpgrade(socket, 429, "Too Many Requests");
      server.handleUpgrade(request, socket, head, (websocket) => serve(hub, websocket, socket, logger));
    },
  };
}

function serve(hub: PushHub, websocket: WebSocket, socket: Duplex, logger: Logger): void {
  const connection = hub.accept(toPushSocket(websocket, socket));
  websocket.on("message", (data, isBinary) => {
    if (isBinary) connection.close(PUSH_CLOSE.badFrame, "Frames are text");
    else connection.receive(String(data));
  });
  websocket.on("pong", () => connection.noteLife());
  websocket.on("close", () => connection.closed());
  // Breaches of the protocol, such as too large a frame; the library closes the connection by itself.
  websocket.on("error", (error) => logger.debug({ err: error }, "A push connection broke the protocol"));
}

function toPushSocket(websocket: WebSocket, socket: Duplex): PushSocket {
  return {
    get bufferedBytes() {
      return websocket.bufferedAmount;
    },
    send(text, sent) {
      if (sent) websocket.send(text, (error) => !error && sent());
      else websocket.send(text);
    },
    gather(work) {
      socket.cork();
      try {
        work();
      } finally {
        socket.uncork();
      }
    },
    ping: () => {
      if (websocket.readyState === websocket.OPEN) websocket.ping();
    },
    close: (code, reason) => websocket.close(code, reason),
    terminate: () => websocket.terminate(),
  };
}
