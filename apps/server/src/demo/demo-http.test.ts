import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ApiDefinition,
  callsApi,
  contactsApi,
  messagesApi,
  queuesApi,
  type RouteDefinition,
  settingsApi,
} from "@offhook/contract";
import fc from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type App, createApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { createTestDatabase, type TestDatabase } from "../database/testing/test-database.ts";
import { createDiskObjectStore } from "../platform/files/object-store-disk.ts";
import { createPasswordHasher } from "../platform/secrets/password-hasher.ts";
import { createSecrets } from "../platform/secrets/secrets.ts";
import { systemClock } from "../platform/system-clock.ts";
import { type Demo, startDemo } from "./demo.ts";
import { DEMO_PASSWORD, DEMO_PEOPLE, emailOf } from "./demo-people.ts";

// The whole server without its socket, filled with the demo companies.
const TABLES: ApiDefinition = { ...settingsApi, ...callsApi, ...queuesApi, ...messagesApi, ...contactsApi };
/** Lists and the like: what asks for one thing needs its id first. */
const READS = Object.entries(TABLES).filter(
  ([, { method, query }]) => method === "GET" && (query === undefined || query.safeParse({}).success),
);

let database: TestDatabase;
let folder: string;
let demo: Demo;
let app: App;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "offhook-demo-http-"));
  const env = { APP_KEY: "test-app-key", RATE_PER_MINUTE: "0", CHECK_RESULTS: "1" };
  demo = await startDemo(readConfig(env, { cwd: folder, isDevelopment: true }));
  const objects = await createDiskObjectStore(join(folder, "files"));
  const secrets = createSecrets(Buffer.alloc(32, 7));
  app = await createApp({
    config: demo.config,
    database,
    objects,
    secrets,
    clock: systemClock,
    logger: pino({ level: "silent" }),
    consoleDir: folder,
    outside: { hasher: createPasswordHasher({ memoryCost: 64, timeCost: 1 }), sms: demo.sms },
    demo: demo.parts,
  });
  await demo.seed({ database, clock: systemClock, objects, secrets, session: app.session });
});
afterAll(async () => {
  await app.close();
  await demo.stop();
  await database.drop();
  await rm(folder, { recursive: true });
});

const withoutFactor = DEMO_PEOPLE.filter(({ handle }) => handle !== "lena");

test.each(withoutFactor.map((person) => [emailOf(person)]))(
  "%s signs in and can read everything",
  async (email) => {
    const token = await signIn(email);
    for (const [name, route] of READS) {
      const { statusCode } = await call(route, { token });
      expect([name, statusCode]).toEqual([name, 200]);
    }
  },
);

test("Maya finds her contacts at Google and Microsoft, and callers have names", async () => {
  const token = await signIn("maya@harborlight.example");
  for (const route of [contactsApi.searchGoogleContacts, contactsApi.searchMicrosoftContacts]) {
    const { result } = (await call(route, { token, query: { limit: "50" } })).json();
    expect(result).toMatchObject({ connected: true, more: false });
    expect(result.contacts.length).toBeGreaterThanOrEqual(20);
  }
  const { result } = (
    await call(contactsApi.getCallerName, { token, query: { number: "2125550169" } })
  ).json();
  expect(result).toEqual({ number: "2125550169", name: "KIM BARBARA" });
});

test("Lena is asked for her second factor", async () => {
  const reply = await app.fastify.inject({
    method: "POST",
    url: "/api/login",
    headers: { "x-app-key": "test-app-key" },
    payload: { username: "lena@harborlight.example", passhash: DEMO_PASSWORD },
  });
  const methods = reply.json<{ result: { methods: { type: string }[] } }>().result.methods;
  expect(methods.map(({ type }) => type)).toContain("app");
});

test("one company sees nobody of the other", async () => {
  const token = await signIn("sam@juniper.example");
  const people = (await call(contactsApi.listPeople, { token })).json<{ result: { emails: string }[] }>()
    .result;
  expect(people.map(({ emails }) => emails)).toEqual(["rae@juniper.example", "sam@juniper.example"]);
  const queues = (await call(queuesApi.listQueues, { token })).json<{ result: unknown[] }>().result;
  expect(queues).toEqual([]);
});

describe("without a token", () => {
  test.each(Object.entries(TABLES).filter(([, { access }]) => access === "user"))(
    "%s says 401",
    async (_name, route) => {
      expect((await call(route, {})).statusCode).toBe(401);
    },
  );
});

describe("whatever is sent", () => {
  test.each(Object.entries(TABLES))("%s never fails as a bug of the server", async (_name, route) => {
    const token = await signIn("rosa@harborlight.example");
    await fc.assert(
      fc.asyncProperty(hostileInput(route), hostileInput(route), async (query, body) => {
        const payload = route.method === "GET" ? undefined : body;
        const reply = await call(route, { token, query: flat(query), payload });
        expect(reply.statusCode).toBeLessThan(500);
      }),
      { numRuns: 6 },
    );
  });
});

describe("the demo's own pages", () => {
  test("are there, and the sign-in page knows its accounts", async () => {
    expect((await app.fastify.inject("/dev/mail")).statusCode).toBe(200);
    const config = (await app.fastify.inject("/config.json")).json<{ demo: { accounts: object[] } }>();
    expect(config.demo.accounts[0]).toMatchObject({ username: "maya@harborlight.example" });
  });

  test("bring the first state back", async () => {
    const token = await signIn("maya@harborlight.example");
    await call(callsApi.updatePhone, { token, payload: { phone: "maya", dnd: "1" } });
    expect((await app.fastify.inject({ method: "POST", url: "/dev/reset" })).statusCode).toBe(200);
    const phone = (await call(callsApi.getPhone, { token })).json<{ result: object }>().result;
    expect(phone).toMatchObject({ name: "maya", dnd: "0" });
  });
});

test("with the demo switched off neither its pages nor its accounts are there", async () => {
  const empty = await createTestDatabase();
  const env = { APP_KEY: "test-app-key", OFFHOOK_DEMO: "0", RATE_PER_MINUTE: "0" };
  const real = await createApp({
    config: readConfig(env, { cwd: folder, isDevelopment: true }),
    database: empty,
    objects: await createDiskObjectStore(join(folder, "real")),
    secrets: createSecrets(Buffer.alloc(32, 8)),
    clock: systemClock,
    logger: pino({ level: "silent" }),
    consoleDir: folder,
    outside: {},
  });
  for (const url of ["/dev/mail", "/dev/mail.json", "/dev/sms", "/dev/sms.json"]) {
    expect([url, (await real.fastify.inject(url)).statusCode]).toEqual([url, 404]);
  }
  expect((await real.fastify.inject({ method: "POST", url: "/dev/reset" })).statusCode).toBe(404);
  expect((await real.fastify.inject("/config.json")).json()).toMatchObject({ demo: null });
  await real.close();
  await empty.drop();
});

async function signIn(username: string): Promise<string> {
  const reply = await app.fastify.inject({
    method: "POST",
    url: "/api/login",
    headers: { "x-app-key": "test-app-key" },
    payload: { username, passhash: DEMO_PASSWORD },
  });
  return reply.json<{ result: { token: string } }>().result.token;
}

interface CallParts {
  readonly token?: string;
  readonly query?: Record<string, string>;
  readonly payload?: unknown;
}

function call(route: RouteDefinition, { token, query = {}, payload }: CallParts) {
  return app.fastify.inject({
    method: route.method,
    url: `/api${route.path}`,
    query,
    headers: {
      "x-app-key": "test-app-key",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(payload !== undefined && { "content-type": "application/json" }),
    },
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
  });
}

/** Objects with the names the route knows and values nobody should send. */
function hostileInput(route: RouteDefinition): fc.Arbitrary<unknown> {
  const shape = (schema: unknown): string[] =>
    typeof schema === "object" && schema !== null && "shape" in schema
      ? Object.keys(schema.shape as object)
      : [];
  const names = [...shape(route.query), ...shape(route.body), "__proto__", "id"];
  const value = fc.oneof(
    fc.constantFrom<unknown>(
      "\0",
      "\ud800",
      "2147483648",
      -1,
      0,
      1,
      "1",
      1e308,
      "",
      null,
      true,
      "maya",
      "rosa",
    ),
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.constant("x".repeat(5_000)),
    fc.jsonValue({ maxDepth: 2 }),
    fc.record({
      name: fc.string({ unit: "binary" }),
      emoji: fc.string({ unit: "binary" }),
      expires_at: fc.integer(),
    }),
  );
  return fc.oneof(fc.dictionary(fc.constantFrom(...names), value), fc.jsonValue());
}

function flat(value: unknown): Record<string, string> {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, String(JSON.stringify(entry))]),
  );
}
