import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { ChatHub, ChatSession } from "@offhook/chat";
import type { Clock } from "@offhook/kernel";
import { type WebSocket, WebSocketServer } from "ws";
import type { AddressReader } from "../../http/guards/client-address.ts";
import { refuseUpgrade, type UpgradeEndpoint } from "../../http/upgrades.ts";
import type { Logger } from "../../platform/logging/logger.ts";
import type { ChatApiKeys } from "./chat-api-key.ts";
import type { ChatGate, ChatPass } from "./chat-gate.ts";
import { ctrlBody, KEY_REQUIRED } from "./chat-http.ts";
import { apiKeyOf } from "./chat-request.ts";

const PING_EVERY_MS = 50_000;
const PONG_WITHIN_MS = 5_000;
/** A reader this far behind is cut; it comes back and asks for what it missed. */
const MAX_UNSENT_BYTES = 1024 * 1024;
const POLICY_VIOLATION = 1008;

export interface ChatWebsocketDeps {
  readonly hub: ChatHub;
  readonly keys: ChatApiKeys;
  readonly maxMessageBytes: number;
  readonly gate: ChatGate;
  readonly addressOf: AddressReader;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** `/v0/channels`: one JSON object a text frame. Any page may connect: its login authenticates it. */
export function createChatEndpoint(deps: ChatWebsocketDeps): UpgradeEndpoint {
  const { keys, gate, addressOf, maxMessageBytes, clock } = deps;
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
      const pass = gate.enter(addressOf(request));
      if (!pass) return refuseUpgrade(socket, 429, "Too Many Requests");
      // Where the handshake fails the socket closes without ever becoming a connection.
      socket.once("close", () => pass.giveBack());
      server.handleUpgrade(request, socket, head, (websocket) => serve(deps, websocket, pass));
    },
  };
}

function serve({ hub, clock, logger }: ChatWebsocketDeps, websocket: WebSocket, pass: ChatPass): void {
  const session = hub.open(randomUUID(), {
    send(text) {
      if (websocket.readyState !== websocket.OPEN) return;
      if (websocket.bufferedAmount > MAX_UNSENT_BYTES) websocket.terminate();
      else websocket.send(text);
    },
    close: (code) => websocket.close(code),
  });
  pass.watch(session);
  const hear = createListener({ hub, clock, websocket, session, pass });
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
    else hear(String(data));
  });
  websocket.on("close", () => {
    cancel();
    hub.close(session);
  });
  // Breaches of the protocol, such as too large a frame; the library closes the connection by itself.
  websocket.on("error", (error) => logger.debug({ err: error }, "A chat connection broke the protocol"));
}

interface Listening {
  readonly hub: ChatHub;
  readonly clock: Clock;
  readonly websocket: WebSocket;
  readonly session: ChatSession;
  readonly pass: ChatPass;
}

/** Hands on what is said, no faster than its user may speak: meanwhile nothing more is read from the socket. */
function createListener({ hub, clock, websocket, session, pass }: Listening): (text: string) => void {
  const waiting: string[] = [];
  const take = (): void => {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      const answer = session.isClosed ? "end" : pass.ask(session);
      if (answer === "end") {
        waiting.length = 0;
        websocket.close(POLICY_VIOLATION);
        return;
      }
      if (answer !== "go") {
        websocket.pause();
        clock.schedule(answer.waitMs, take);
        return;
      }
      waiting.shift();
      hub.receive(session, next);
    }
    if (websocket.isPaused) websocket.resume();
  };
  return (text) => {
    // Frames of the packet that was being read when the socket was paused come all the same.
    if (waiting.push(text) === 1) take();
  };
}
