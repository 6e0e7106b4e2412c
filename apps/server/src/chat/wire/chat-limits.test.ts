import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { aHub, MemoryChatStore } from "@offhook/chat/testing";
import { FakeClock } from "@offhook/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RateLimiter } from "../../http/guards/rate-limiter.ts";
import { type ChatServer, startChatServer } from "../testing/chat-server.ts";
import { PUBLIC_API_KEY } from "../testing/tinode-client.ts";
import { WireClient } from "../testing/wire-client.ts";
import { ChatGate } from "./chat-gate.ts";

let server: ChatServer;

beforeAll(async () => {
  server = await startChatServer([]);
});
afterAll(() => server.close());

let lastNumber = 0;

async function aPerson(): Promise<WireClient> {
  const wire = await WireClient.open(server.origin);
  const secret = Buffer.from(`limit${++lastNumber}:a secret`).toString("base64");
  const made = await wire.ask("acc", { user: "new", scheme: "basic", secret, login: true });
  expect(made.code).toBe(200);
  return wire;
}

/** In a process of its own: what it costs to send so much is not the server's. Prints when it begins and how it ends. */
const FLOOD = `
import { WebSocket } from "ws";
const socket = new WebSocket(process.argv[1]);
let answers = 0;
socket.on("message", () => (answers += 1));
socket.on("error", () => {});
socket.on("close", (code) => console.log(JSON.stringify({ code, answers })));
socket.on("open", () => {
  console.log("begins");
  const frame = JSON.stringify({ get: { id: "1", topic: "me", what: "desc" } });
  for (let count = 0; count < 100_000; count++) socket.send(frame);
});
`;

function flood(): { readonly begins: Promise<unknown>; readonly ended: Promise<unknown> } {
  const url = `${server.origin.replace("http", "ws")}/v0/channels?apikey=${PUBLIC_API_KEY}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", FLOOD, url], {
    cwd: fileURLToPath(new URL(".", import.meta.url)),
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, "close").then(() => JSON.parse(said.split("\n")[1] ?? "null") as unknown);
  return { begins: once(child.stdout, "data"), ended };
}

/** Of this process, the server in it included: other programs on the machine do not count. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

test("[CHAT-L2] a hundred thousand frames of a stranger end the connection and slow nobody down", async () => {
  const honest = await aPerson();
  const { topic = "" } = await honest.ask("sub", { topic: "new1" });
  const stranger = flood();
  await stranger.begins;
  const before = processorMs();
  expect(await honest.ask("pub", { topic, content: "hello" })).toMatchObject({ code: 202 });
  expect(processorMs() - before).toBeLessThan(1_000);
  const end = (await stranger.ended) as { code: number; answers: number };
  expect(end.code).toBe(1008);
  expect(end.answers).toBeLessThanOrEqual(40);
  honest.end();
});

test("[CHAT-L3] somebody who says very much is heard in time, and nothing of it is lost", async () => {
  const fast = await aPerson();
  const { topic = "" } = await fast.ask("sub", { topic: "new1" });
  const count = 2_600;
  for (let index = 0; index < count; index++) fast.sendText(JSON.stringify({ note: { topic, what: "kp" } }));
  expect(await fast.ask("pub", { topic, content: "last" })).toMatchObject({ code: 202, params: { seq: 1 } });
  fast.end();
});

test("[CHAT-L4] a client that does not sign in, or opens connections without end, is disconnected", async () => {
  const clock = new FakeClock(1_700_000_000_000);
  const gate = new ChatGate({ clock, limiter: new RateLimiter(clock), ratePerMinute: 0 });
  const hub = aHub(new MemoryChatStore(), clock);
  const ends: (number | undefined)[] = [];
  const passes = Array.from({ length: 500 }, () => gate.enter("192.0.2.1"));
  expect(passes.every((pass) => pass !== undefined)).toBe(true);
  expect(gate.enter("192.0.2.1")).toBeUndefined();
  expect(gate.enter("192.0.2.2")).toBeDefined();
  const session = hub.open("1", { send: () => {}, close: (code) => ends.push(code) });
  passes[0]?.watch(session);
  clock.advance(59_999);
  expect(ends).toEqual([]);
  clock.advance(1);
  expect(ends).toEqual([1008]);
  for (const pass of passes) pass?.giveBack();
  expect(gate.enter("192.0.2.1")).toBeDefined();
});

test("[CHAT-L5] while the disk of the database is full chat says so, and what is said next is kept", async () => {
  const ana = await aPerson();
  const { topic = "" } = await ana.ask("sub", { topic: "new1" });
  const run = (text: string) => sql.raw(text).execute(server.database.query);
  // As PostgreSQL says it.
  await run(`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
  await run("create trigger full_disk before insert on chat_messages execute function no_room()");
  expect(await ana.ask("pub", { topic, content: "lost" })).toMatchObject({ code: 503 });
  await run("drop trigger full_disk on chat_messages");
  expect(await ana.ask("pub", { topic, content: "kept" })).toMatchObject({ code: 202, params: { seq: 1 } });
  ana.end();
});

test("[CHAT-L5] while the database is away chat says that it is", async () => {
  const ana = await aPerson();
  const { topic = "" } = await ana.ask("sub", { topic: "new1" });
  await server.database.close();
  expect(await ana.ask("pub", { topic, content: "hello" })).toMatchObject({ code: 503 });
  expect(await ana.ask("get", { topic, what: "data" })).toMatchObject({ code: 503 });
  const later = await WireClient.open(server.origin);
  const secret = Buffer.from("nobody:a secret").toString("base64");
  expect(await later.ask("login", { scheme: "basic", secret })).toMatchObject({ code: 503 });
  for (const wire of [ana, later]) wire.end();
});
