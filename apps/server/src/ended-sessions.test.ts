import type { SipSettings } from "@offhook/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { bearerSecret, type ChatColleague, colleagueOf } from "./chat/testing/chat-colleagues.ts";
import { PUBLIC_API_KEY } from "./chat/testing/tinode-client.ts";
import { WireClient } from "./chat/testing/wire-client.ts";
import { DEMO_PASSWORD, DEMO_PEOPLE } from "./demo/demo-people.ts";
import { PushClient } from "./push/testing/push-client.ts";
import { APP_KEY, createTestApp, type TestApp } from "./testing/test-app.ts";

const [MAYA, INES, DEV] = ["maya", "ines", "dev"].map(
  (name) => DEMO_PEOPLE.find(({ handle }) => handle === name)!.id,
);
let world: TestApp;
let origin: string;

beforeAll(async () => {
  world = await createTestApp({ env: { OFFHOOK_DEMO: "1" } });
  origin = await world.listen();
});
afterAll(() => world.close());

const headersOf = (token: string) => ({ "x-app-key": APP_KEY, authorization: `Bearer ${token}` });

async function api(token: string, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${origin}/api${path}`, {
    method,
    headers: { ...headersOf(token), ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** The open socket, or the status of the refusal. */
function socketAt(path: string, protocols: string[] = []): Promise<WebSocket | number> {
  const socket = new WebSocket(`${origin.replace("http", "ws")}${path}`, protocols);
  socket.on("error", () => {});
  return new Promise((resolve) => {
    socket.once("open", () => resolve(socket));
    socket.once("unexpected-response", (_request, { statusCode }) => {
      socket.terminate();
      resolve(statusCode ?? 0);
    });
  });
}

async function openSocket(path: string, protocols: string[] = []): Promise<WebSocket> {
  const socket = await socketAt(path, protocols);
  if (typeof socket === "number") return expect.fail(`${path} was refused with ${socket}`);
  return socket;
}

const closeOf = (socket: WebSocket): Promise<unknown> =>
  new Promise((resolve) => socket.once("close", resolve));

/** A long poll of chat: one frame a request. */
async function poll(query: string, frame?: object): Promise<Response> {
  const body = frame === undefined ? {} : { body: JSON.stringify(frame) };
  return fetch(`${origin}/v0/channels/lp?apikey=${PUBLIC_API_KEY}${query}`, { method: "POST", ...body });
}

async function openLongPoll(accessToken: string): Promise<string> {
  const { ctrl } = (await (await poll("")).json()) as { ctrl: { params: { sid: string } } };
  const query = `&sid=${ctrl.params.sid}`;
  await poll(query, { hi: { ver: "0.25" } });
  await poll(query);
  await poll(query, { login: { id: "1", scheme: "bearer", secret: bearerSecret(accessToken) } });
  expect(await (await poll(query)).json()).toMatchObject({ ctrl: { code: 200 } });
  return ctrl.params.sid;
}

interface Doors {
  readonly token: string;
  readonly chat: ChatColleague;
  readonly sip: SipSettings;
  readonly sid: string;
  readonly fileUrl: string;
  /** Resolves when every connection has been ended by the server. */
  readonly closed: Promise<unknown>;
}

/** Goes in through every door there is. */
async function openDoors(userId: number, token: string): Promise<Doors> {
  const chat = await colleagueOf(origin, userId, token);
  await chat.wire.ask("sub", { topic: "me" });
  const form = new FormData();
  form.append("file", new Blob(["words"]), "a.txt");
  const upload = await fetch(`${origin}/v0/file/u/`, {
    method: "POST",
    headers: chat.fileHeaders,
    body: form,
  });
  const { ctrl } = (await upload.json()) as { ctrl: { params: { url: string } } };
  const profile = (await (await api(token, "GET", "/myProfile")).json()) as { result: { sip: SipSettings } };
  const { sip } = profile.result;
  const push = new PushClient();
  await push.connect(origin, token);
  const [phone, feed] = [await openSocket(sip.ws_url, ["sip"]), await openSocket("/acd/feed")];
  feed.send(JSON.stringify({ action: "login", token }));
  await new Promise((resolve) => feed.once("message", resolve));
  const sid = await openLongPoll(token);
  const closed = Promise.all([
    push.closed(),
    chat.wire.closed(),
    closeOf(phone),
    closeOf(feed),
    // The request that waits is answered: it need not wait for a message that never comes.
    poll(`&sid=${sid}`),
  ]);
  return { token, chat, sip, sid, fileUrl: ctrl.params.url, closed };
}

async function expectShut({ token, chat, sip, sid, fileUrl }: Doors): Promise<void> {
  expect((await api(token, "GET", "/myProfile")).status, "REST").toBe(401);
  const wire = await WireClient.open(origin);
  for (const [scheme, secret] of [
    ["token", chat.chatToken],
    ["bearer", bearerSecret(token)],
  ])
    expect(await wire.ask("login", { scheme, secret }), `chat by ${scheme}`).toMatchObject({ code: 401 });
  wire.end();
  expect((await poll(`&sid=${sid}`)).status, "long poll").toBe(403);
  expect((await poll(`&sid=${sid}`, { pub: { topic: "sys", content: "x" } })).status).toBe(403);
  const file = await fetch(`${origin}${fileUrl}`, { headers: chat.fileHeaders });
  expect(file.status, "chat file by token").toBe(401);
  const bySession = await fetch(`${origin}${fileUrl}?apikey=${PUBLIC_API_KEY}&sid=${sid}`);
  expect(bySession.status, "chat file by session").toBe(401);
  expect(await socketAt(sip.ws_url, ["sip"]), "SIP").toBe(401);
  const feed = await openSocket("/acd/feed");
  const end = closeOf(feed);
  feed.send(JSON.stringify({ action: "login", token }));
  expect(await end, "queue feed").toBe(4401);
  const push = await openSocket("/push");
  const refused = closeOf(push);
  push.send(JSON.stringify({ type: "hello", token }));
  expect(await refused, "push").toBeGreaterThanOrEqual(4400);
}

async function restart(): Promise<void> {
  await world.restart();
  origin = await world.listen();
}

test("[CHAT-Z1] signing out closes every door at once, and they stay shut after a restart", async () => {
  const doors = await openDoors(MAYA!, await world.signIn(MAYA!));
  const other = await colleagueOf(origin, MAYA!, await world.signIn(MAYA!));
  await api(doors.token, "POST", "/logout");
  await doors.closed;
  expect(doors.chat.wire.frames.at(-1)).toMatchObject({ ctrl: { code: 205, text: "evicted" } });
  await expectShut(doors);
  // Another device of the same person goes on.
  expect(await other.wire.ask("sub", { topic: "me" })).toMatchObject({ code: 200 });
  other.wire.end();
  await restart();
  await expectShut(doors);
  const again = await WireClient.open(origin, { scheme: "token", secret: other.chatToken });
  expect(await again.ask("sub", { topic: "me" })).toMatchObject({ code: 200 });
  again.end();
});

test("[CHAT-Z2] so does signing out everywhere else, but not here", async () => {
  const [there, here] = [await world.signIn(INES!), await world.signIn(INES!)];
  const [doors, kept] = [await openDoors(INES!, there), await colleagueOf(origin, INES!, here)];
  const headers = { ...headersOf(here), ...(await world.prove(here)) };
  expect((await fetch(`${origin}/api/sessions`, { method: "DELETE", headers })).status).toBe(200);
  await doors.closed;
  await expectShut(doors);
  expect(await kept.wire.ask("sub", { topic: "me" })).toMatchObject({ code: 200 });
  kept.wire.end();
});

test("[CHAT-Z3] and another password", async () => {
  const [there, here] = [await world.signIn(DEV!), await world.signIn(DEV!)];
  const doors = await openDoors(DEV!, there);
  const change = { current: DEMO_PASSWORD, password: "another fine password 77" };
  expect((await api(here, "PUT", "/password", change)).status).toBe(200);
  await doors.closed;
  await expectShut(doors);
});

test("[CHAT-Z4] an account that was made over chat is out everywhere else with another password", async () => {
  const secretOf = (password: string): string => Buffer.from(`zoe9:${password}`).toString("base64");
  const first = await WireClient.open(origin);
  const made = await first.ask("acc", {
    user: "new",
    scheme: "basic",
    secret: secretOf("first-secret"),
    login: true,
  });
  const login = { scheme: "token", secret: String(made.params?.token) };
  const second = await WireClient.open(origin, login);
  expect(await first.ask("acc", { scheme: "basic", secret: secretOf("next-secret") })).toMatchObject({
    code: 200,
  });
  await second.closed();
  const third = await WireClient.open(origin);
  expect(await third.ask("login", login)).toMatchObject({ code: 401 });
  expect(await third.ask("login", { scheme: "basic", secret: secretOf("next-secret") })).toMatchObject({
    code: 200,
  });
  for (const wire of [first, third]) wire.end();
});
