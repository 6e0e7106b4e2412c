import type { AcdServerFrame, SipSettings } from "@offhook/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { DEMO_PEOPLE } from "../demo/demo-people.ts";
import { APP_KEY, createTestApp, type TestApp } from "../testing/test-app.ts";

const MAYA = DEMO_PEOPLE.find(({ handle }) => handle === "maya")!.id;
let server: TestApp;
let origin: string;

beforeAll(async () => {
  server = await createTestApp();
  origin = await server.listen();
});
afterAll(() => server.close());

async function signIn(): Promise<{ token: string; sip: SipSettings }> {
  const token = await server.signIn(MAYA);
  const response = await fetch(`${origin}/api/myProfile`, { headers: headersOf(token) });
  const { result } = (await response.json()) as { result: { sip: SipSettings } };
  return { token, sip: result.sip };
}

const headersOf = (token: string) => ({ "x-app-key": APP_KEY, authorization: `Bearer ${token}` });

interface Attempt {
  readonly path: string;
  readonly protocols?: string[];
  readonly from?: string;
}

/** The status of a refusal, or the open socket. */
function open({ path, protocols = ["sip"], from }: Attempt): Promise<number | WebSocket> {
  const socket = new WebSocket(`${origin.replace("http", "ws")}${path}`, protocols, {
    ...(from === undefined ? {} : { origin: from }),
  });
  return new Promise((resolve) => {
    socket.once("open", () => resolve(socket));
    socket.once("unexpected-response", (_request, { statusCode }) => {
      socket.terminate();
      resolve(statusCode ?? 0);
    });
    socket.on("error", () => {});
  });
}

async function opened(attempt: Attempt): Promise<WebSocket> {
  const socket = await open(attempt);
  if (typeof socket === "number") return expect.fail(`The socket was refused with ${socket}`);
  return socket;
}

const closed = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => socket.once("close", (code: number) => resolve(code)));
const message = (socket: WebSocket): Promise<string> =>
  new Promise((resolve) => socket.once("message", (data) => resolve(String(data))));

const OPTIONS = [
  "OPTIONS sip:offhook@localhost SIP/2.0",
  "Via: SIP/2.0/WS x.invalid;branch=z9hG4bKtest",
  "Max-Forwards: 70",
  "From: <sip:probe@localhost>;tag=a",
  "To: <sip:offhook@localhost>",
  "Call-ID: probe",
  "CSeq: 1 OPTIONS",
  "Content-Length: 0",
  "",
  "",
].join("\r\n");

test("[SIPW1] a signed-in client opens the websocket with its ticket and is answered", async () => {
  const { sip } = await signIn();
  const socket = await opened({ path: sip.ws_url, from: origin });
  expect(socket.protocol).toBe("sip");
  const answer = message(socket);
  socket.send(OPTIONS);
  expect(await answer).toMatch(/^SIP\/2\.0 200 /);
  socket.close();
});

test("[SIPW2] without a ticket, from a foreign page, or with another protocol it is refused", async () => {
  const { sip } = await signIn();
  expect(await open({ path: "/sip" })).toBe(401);
  expect(await open({ path: `${sip.ws_url}x` })).toBe(401);
  expect(await open({ path: sip.ws_url, from: "https://evil.example" })).toBe(403);
  expect(await open({ path: sip.ws_url, protocols: ["xmpp"] })).toBe(400);
});

test("[SIPW3] signing out closes the socket and ends the ticket", async () => {
  const { token, sip } = await signIn();
  const socket = await opened({ path: sip.ws_url });
  const end = closed(socket);
  await fetch(`${origin}/api/logout`, { method: "POST", headers: headersOf(token) });
  expect(await end).toBe(4433);
  expect(await open({ path: sip.ws_url })).toBe(401);
});

test("[SIPW4] a flood and a message without end are cut off", async () => {
  const { sip } = await signIn();
  const flooding = await opened({ path: sip.ws_url });
  const flooded = closed(flooding);
  for (let count = 0; count < 300; count += 1) flooding.send("noise");
  expect(await flooded).toBe(4429);
  const huge = await opened({ path: sip.ws_url });
  const end = closed(huge);
  huge.send("x".repeat(70_000));
  expect(await end).toBe(1009);
});

test("[FEED1] the feed wants a login, then shows the calls of the own company", async () => {
  const { token } = await signIn();
  const feed = await opened({ path: "/acd/feed", protocols: [] });
  const login = message(feed);
  feed.send(JSON.stringify({ action: "login", token }));
  expect(JSON.parse(await login)).toEqual({ type: "login", data: { customer_id: 1 } });
  const calls = message(feed);
  feed.send(JSON.stringify({ action: "subscribe" }));
  expect(JSON.parse(await calls) as AcdServerFrame).toEqual({ type: "calls", data: { calls: [] } });
  feed.close();
});

test.each([
  ["a wrong token", () => ({ action: "login", token: "wrong" }), 4401],
  ["another company", (token: string) => ({ action: "login", token, customer_id: 2 }), 4401],
  ["a subscription without login", () => ({ action: "subscribe" }), 4401],
  ["nonsense", () => ({ action: "shout" }), 4400],
])("[FEED2] %s is refused", async (_what, frame, code) => {
  const { token } = await signIn();
  const feed = await opened({ path: "/acd/feed", protocols: [] });
  const end = closed(feed);
  feed.send(JSON.stringify(frame(token)));
  expect(await end).toBe(code);
});
