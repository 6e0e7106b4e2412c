import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { api, ERROR_TEXTS, STEP_UP_HEADER } from "@offhook/contract";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, createApp } from "../../app.ts";
import { readConfig } from "../../config.ts";
import { createDiskObjectStore } from "../../platform/files/object-store-disk.ts";
import { PASSWORD, SessionHarness, type TestUser } from "./testing/session-harness.ts";

// The whole server without its socket: what a client sees of the session, word for word.
let harness: SessionHarness;
let folder: string;
let app: App;
beforeAll(async () => {
  harness = await SessionHarness.start();
  folder = await mkdtemp(path.join(tmpdir(), "session-http-"));
  const env = { APP_KEY: "test-app-key", OFFHOOK_DEMO: "0", RATE_PER_MINUTE: "0", CHECK_RESULTS: "1" };
  app = await createApp({
    config: readConfig(env, { cwd: folder, isDevelopment: true }),
    database: harness.database,
    objects: await createDiskObjectStore(path.join(folder, "files")),
    secrets: harness.secrets,
    clock: harness.clock,
    logger: pino({ level: "silent" }),
    consoleDir: folder,
    outside: { hasher: harness.hasher },
  });
});
afterAll(async () => {
  await app.close();
  await harness.stop();
  await rm(folder, { recursive: true });
});

interface Reply {
  readonly status: number;
  readonly error: { readonly code: unknown; readonly message: string } | null;
  readonly result: Record<string, unknown> | null;
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

async function call(
  method: Method,
  url: string,
  payload?: object,
  token?: string,
  proof?: unknown,
): Promise<Reply> {
  const response = await app.fastify.inject({
    method,
    url: `/api${url}`,
    headers: {
      "x-app-key": "test-app-key",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(proof === undefined ? {} : { [STEP_UP_HEADER]: String(proof) }),
    },
    ...(payload ? { payload } : {}),
  });
  return { status: response.statusCode, ...(JSON.parse(response.body) as Omit<Reply, "status">) };
}

async function prove(token: string): Promise<unknown> {
  return (await call("POST", "/stepUp/check", { password: PASSWORD }, token)).result?.proof;
}

async function login(user: TestUser, extra: object = {}): Promise<Record<"token" | "refreshToken", string>> {
  const reply = await call("POST", "/login", {
    username: user.username,
    passhash: PASSWORD,
    rrt: 1,
    ...extra,
  });
  expect(reply).toMatchObject({ status: 200, error: null });
  return reply.result as Record<"token" | "refreshToken", string>;
}

test("signing in, using, refreshing and signing out", async () => {
  const user = await harness.aUser();
  const { token, refreshToken } = await login(user, { device: { id: "laptop", name: "Laptop" } });
  const list = await call("GET", "/sessions", undefined, token);
  expect(list.result).toMatchObject([{ device: "Laptop", current: true }]);

  harness.clock.advance(900_000);
  expect(await call("GET", "/sessions", undefined, token)).toMatchObject({
    status: 401,
    error: { code: 401 },
  });
  const refreshed = await call("POST", "/auth/refresh-token", { refreshToken });
  expect(refreshed).toMatchObject({ status: 200, error: null, result: { expires_in: 900 } });

  const { token: next, refreshToken: nextRefresh } = refreshed.result as Record<string, string>;
  expect(await call("POST", "/logout", undefined, next)).toMatchObject({
    status: 200,
    error: null,
    result: {},
  });
  const gone = { status: 401, error: { code: 433 }, result: null };
  expect(await call("GET", "/sessions", undefined, next)).toMatchObject(gone);
  expect(await call("POST", "/auth/refresh-token", { refreshToken: nextRefresh })).toMatchObject(gone);
});

test("a wrong password is told in the words of the specification", async () => {
  const user = await harness.aUser();
  const reply = await call("POST", "/login", { username: user.username, passhash: "wrong" });
  expect(reply).toEqual({
    status: 401,
    error: { code: "session.badCredentials", message: "Wrong username or password" },
    result: null,
  });
});

test.each([
  ["POST", "/login", { username: "  ", passhash: "x" }, "This field is required"],
  ["POST", "/login", { username: "x", passhash: "" }, "This field is required"],
  ["POST", "/forgotPassword", { type: "password", email: "" }, "Email is required"],
  ["POST", "/forgotPassword", { type: "password", email: "maya" }, "Email must be valid"],
  ["GET", "/forget/credentials?type=password&email=maya", undefined, "Email must be valid"],
  ["POST", "/resetPassword", { token: "x", password: "short" }, "The password needs at least 10 characters"],
] as const)("%s %s %j is refused with: %s", async (method, url, payload, message) => {
  const reply = await call(method, url, payload);
  expect(reply).toMatchObject({ status: 400, result: null });
  expect(reply.error?.message).toContain(message);
});

test("[RST9] without a mail server the request for a new password is refused, for every address alike", async () => {
  const user = await harness.aUser();
  for (const email of [user.username, "nobody@company.example"]) {
    const reply = await call("POST", "/forgotPassword", { type: "password", email });
    expect(reply).toMatchObject({ status: 409, error: { code: "session.mailOff" } });
  }
  expect((await app.fastify.inject({ url: "/config.json" })).json().mail).toBe(false);
});

test("every route of a signed-in user answers 401 without a token and 433 after signing out", async () => {
  const { token } = await login(await harness.aUser());
  await call("POST", "/logout", undefined, token);
  const own = ["/sessions", "/tfa"];
  for (const url of own) {
    expect(await call("GET", url)).toMatchObject({ status: 401, error: { code: 401 } });
    expect(await call("GET", url, undefined, "nonsense")).toMatchObject({
      status: 401,
      error: { code: 401 },
    });
    expect(await call("GET", url, undefined, token)).toMatchObject({ status: 401, error: { code: 433 } });
  }
});

test("a session of another company is not found", async () => {
  const [mine, theirs] = [await login(await harness.aUser()), await login(await harness.aUser())];
  const list = await call("GET", "/sessions", undefined, theirs.token);
  const [foreign] = list.result as unknown as { id: string }[];
  const proof = await prove(mine.token);
  expect(await call("DELETE", `/sessions/${foreign?.id}`, undefined, mine.token, proof)).toMatchObject({
    status: 404,
  });
  expect(await call("GET", "/sessions", undefined, theirs.token)).toMatchObject({ status: 200 });
});

test("a link made on one device signs another in", async () => {
  const { token } = await login(await harness.aUser());
  const link = await call("POST", "/loginToken", undefined, token, await prove(token));
  const used = await call("POST", `/loginToken/${link.result?.id}`, {
    device: { id: "tablet", name: "Tablet" },
  });
  expect(used).toMatchObject({ status: 200, result: { isGoogleLogin: false } });
  expect(await call("POST", `/loginToken/${link.result?.id}`)).toMatchObject({ status: 401 });
});

test("an unknown provider is not offered, and the public configuration says so", async () => {
  const config = await app.fastify.inject({ url: "/config.json" });
  expect(config.json()).toMatchObject({ appKey: "test-app-key", google: null, microsoft: null, demo: null });
  const payload = {
    code: "x",
    redirect_uri: "https://a.example/login",
    code_verifier: "v".repeat(43),
    nonce: "12345678",
  };
  expect(await call("POST", "/auth/google", payload)).toMatchObject({ status: 404 });
});

const NASTY: readonly unknown[] = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "'; drop table users; --",
  "😀".repeat(20),
  "x".repeat(5000),
  "../../etc/passwd",
  "%00",
  "1e999",
  0,
  -1,
  2 ** 53,
  true,
  null,
  [],
  ["a"],
  {},
  { $gt: "" },
];

test("whatever is sent to the routes of the session, none of them breaks", async () => {
  const names = [
    "login",
    "refreshToken",
    "tfaSend",
    "tfaCheck",
    "googleLogin",
    "resetPassword",
    "forgotPassword",
  ];
  const { token } = await login(await harness.aUser());
  const fields = [
    "username",
    "passhash",
    "refreshToken",
    "tfa_token",
    "type",
    "code",
    "token",
    "password",
    "email",
  ];
  for (const name of names) {
    const { method, path: url } = api[name as keyof typeof api];
    for (const value of NASTY) {
      const payload = {
        ...Object.fromEntries(fields.map((field) => [field, value])),
        device: { id: value, name: value },
      };
      for (const body of [payload, { ...payload, username: "a", passhash: "b", type: "app" }, value]) {
        const reply = await call(method, url, body as object, token);
        expect(reply.status, `${name} ${JSON.stringify(body).slice(0, 200)}`).toBeLessThan(500);
        expect(reply.error?.message).not.toBe(ERROR_TEXTS.serverError);
      }
    }
  }
  // Half of a surrogate pair cannot be written into an address.
  for (const value of NASTY.filter((each) => each !== "\ud800")) {
    const reply = await call("DELETE", `/sessions/${encodeURIComponent(String(value))}`, undefined, token);
    expect(reply.status).toBeLessThan(500);
  }
});
