import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { aHub, MemoryChatStore } from "@offhook/chat/testing";
import { FakeClock } from "@offhook/testkit";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { RateLimiter } from "../../http/guards/rate-limiter.ts";
import { createChatApiKeys } from "./chat-api-key.ts";
import { ChatGate } from "./chat-gate.ts";
import { createChatEndpoint } from "./chat-websocket.ts";

const MAX_MESSAGE_BYTES = 1_000;
const clock = new FakeClock(1_700_000_000_000);
const keys = createChatApiKeys(new Uint8Array(32), false);
let server: Server;
let address: string;

beforeAll(async () => {
  const endpoint = createChatEndpoint({
    hub: aHub(new MemoryChatStore(), clock),
    keys,
    clock,
    maxMessageBytes: MAX_MESSAGE_BYTES,
    gate: new ChatGate({ clock, limiter: new RateLimiter(clock), ratePerMinute: 0 }),
    addressOf: () => "127.0.0.1",
    logger: pino({ level: "silent" }),
  });
  server = createServer();
  server.on("upgrade", (request, socket, head) => endpoint.upgrade(request, socket, head));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/v0/channels`;
});
afterAll(() => server.close());

async function connect(options: { autoPong?: boolean } = {}): Promise<WebSocket> {
  const socket = new WebSocket(`${address}?apikey=${keys.own}`, options);
  await once(socket, "open");
  return socket;
}

test("[CHAT-H6] without a key the reason stands in the answer", async () => {
  const socket = new WebSocket(`${address}?apikey=wrong`);
  socket.on("error", () => {});
  const [, response] = (await once(socket, "unexpected-response")) as [unknown, IncomingMessage];
  expect(response.statusCode).toBe(403);
  let body = "";
  for await (const chunk of response) body += String(chunk);
  expect(JSON.parse(body)).toMatchObject({ ctrl: { code: 403, text: "valid API key required" } });
});

test("[CHAT-H7] a client that does not answer a ping within five seconds is cut", async () => {
  const socket = await connect({ autoPong: false });
  const pinged = once(socket, "ping");
  clock.advance(50_000);
  await pinged;
  const closed = once(socket, "close");
  clock.advance(5_000);
  expect(await closed).toEqual([1006, expect.anything()]);
});

test("[CHAT-H8] a probe is answered, and too large a frame ends the connection", async () => {
  const socket = await connect();
  const answered = once(socket, "message");
  socket.send("1");
  expect(String((await answered)[0])).toBe("0");
  const closed = once(socket, "close");
  socket.send("x".repeat(MAX_MESSAGE_BYTES + 1));
  expect((await closed)[0]).toBe(1009);
});
