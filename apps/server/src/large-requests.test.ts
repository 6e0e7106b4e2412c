import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type LargeRequest, largeRequests } from "@offhook/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_PEOPLE } from "./demo/demo-people.ts";
import { LoopWatch } from "./testing/loop-watch.ts";
import { APP_KEY, createTestApp, type TestApp } from "./testing/test-app.ts";

const MAYA = DEMO_PEOPLE.find((person) => person.handle === "maya")!.id;
const REQUESTS = largeRequests("12125550110", btoa);
/**
 * Reading such files on the server's thread takes it seconds. What is left here is a busy machine's stalls; the bench
 * `blocks` has the real figures.
 */
const LONGEST_BLOCK_MS = 700;

/** In a thread of its own, so that making and sending a request is no work of the thread that is watched. */
const CLIENT = `
  const { parentPort } = require("node:worker_threads");
  parentPort.on("message", async ({ url, method, headers, body }) => {
    const response = await fetch(url, { method, headers, body });
    const text = await response.text();
    parentPort.postMessage({ status: response.status, text: text.slice(0, 300) });
  });`;

let server: TestApp;
let origin: string;
let token: string;
let client: Worker;
const watch = new LoopWatch();

beforeAll(async () => {
  server = await createTestApp();
  [origin, token] = [await server.listen(), await server.signIn(MAYA)];
  client = new Worker(CLIENT, { eval: true });
});
afterAll(async () => {
  watch.stop();
  await client.terminate();
  await server.close();
});

async function send({ method, path, body }: LargeRequest): Promise<{ status: number; text: string }> {
  const headers = {
    "content-type": "application/json",
    "x-app-key": APP_KEY,
    authorization: `Bearer ${token}`,
  };
  const bytes = Buffer.from(JSON.stringify(body));
  watch.take();
  client.postMessage({ url: `${origin}${path}`, method, headers, body: bytes });
  const [answer] = await once(client, "message");
  return answer;
}

test.each(REQUESTS.map((request) => [request.name, request] as const))(
  "%s holds up nobody else",
  { timeout: 60_000 },
  async (_name, request) => {
    const { status, text } = await send(request);
    expect({ status, text }).toMatchObject({
      status: request.status,
      text: expect.stringContaining("error"),
    });
    expect(watch.take()).toBeLessThan(LONGEST_BLOCK_MS);
  },
);

test("a large body is looked through like a small one", async () => {
  const large = (more: object): LargeRequest => ({
    name: "",
    method: "POST",
    path: "/api/contacts/import/preview",
    body: { name: "x", file: "A".repeat(1_000_000), ...more },
    status: 400,
  });
  const proto = JSON.parse('{"__proto__": {"isAdmin": true}}');
  for (const more of [
    { name: "a\0b" },
    { name: "a\ud800" },
    { more: proto },
    { constructor: { prototype: {} } },
  ])
    expect((await send(large(more))).status).toBe(400);
  let deep: unknown = "end";
  for (let depth = 0; depth < 1_000; depth += 1) deep = [deep];
  expect((await send(large({ deep }))).status).toBe(400);
});
