import type { Api } from "@offhook/contract";
import { expect, test } from "vitest";
import { openFakeTab } from "../../testing/fake-browser.ts";
import { FakeService, refusal, sessionGone, tokenExpired } from "../../testing/fake-service.ts";
import { type ApiRequest, createClient } from "./api-client.ts";
import { ApiFailure, failureText } from "./api-failure.ts";

function record(): { sent: ApiRequest[]; transport: (request: ApiRequest) => Promise<unknown> } {
  const sent: ApiRequest[] = [];
  return { sent, transport: async (request) => sent.push(request) };
}

test("parameters and query fill the path, the body travels beside it", async () => {
  const { sent, transport } = record();
  const client = createClient<Pick<Api, "endSession" | "removeTfa" | "login" | "getServiceStatus">>(
    {
      first: { login: ["POST", "/login", "app"], getServiceStatus: ["GET", "/status", "public"] },
      rest: async () => ({
        endSession: ["DELETE", "/sessions/:id", "user"],
        removeTfa: ["DELETE", "/tfa", "user"],
      }),
    },
    transport,
  );
  await client.endSession({ params: { id: "a/b c" } });
  await client.removeTfa({ query: { type: "email" } });
  await client.login({ body: { username: "maya", passhash: "x" } });
  await client.getServiceStatus();
  expect(sent).toEqual([
    { method: "DELETE", path: "/sessions/a%2Fb%20c", access: "user" },
    { method: "DELETE", path: "/tfa?type=email", access: "user" },
    { method: "POST", path: "/login", access: "app", body: { username: "maya", passhash: "x" } },
    { method: "GET", path: "/status", access: "public" },
  ]);
});

test("routes that cannot be loaded are an outage, and are asked for again with the next request", async () => {
  const { sent, transport } = record();
  let tries = 0;
  const rest = async () => {
    tries += 1;
    if (tries === 1) throw new TypeError("Failed to fetch dynamically imported module");
    return { removeTfa: ["DELETE", "/tfa", "user"] } as const;
  };
  const client = createClient<Pick<Api, "removeTfa">>({ first: {}, rest }, transport);
  await expect(client.removeTfa({ query: { type: "email" } })).rejects.toMatchObject({
    isNetworkFailure: true,
  });
  await client.removeTfa({ query: { type: "email" } });
  expect(sent).toHaveLength(1);
});

/** A service that knows one token at a time, and replaces it when it is refreshed. */
function rotatingService() {
  const service = Object.assign(new FakeService(), { valid: "t1", refreshes: 0, isDown: false });
  service.on("GET /sessions", ({ token }) => (token === service.valid ? { result: [] } : tokenExpired));
  service.on("POST /auth/refresh-token", async ({ body }) => {
    if (service.isDown) return "unreachable";
    const { refreshToken } = body as { refreshToken: string };
    service.refreshes += 1;
    if (refreshToken !== `r${service.refreshes}`) return refusal(401, "session.tokenReused", "Reused");
    service.valid = `t${service.refreshes + 1}`;
    return {
      result: { token: service.valid, refreshToken: `r${service.refreshes + 1}`, expires_in: 60 },
    };
  });
  return service;
}

function signedInTab(service: FakeService) {
  const tab = openFakeTab({ service });
  tab.platform.auth.install({ token: "t1", refreshToken: "r1", strategy: "local", accountId: 7 });
  return tab;
}

test("the application key goes with every request, the token only where a user is needed", async () => {
  const service = new FakeService()
    .on("POST /login", () => ({ result: {} }))
    .on("GET /sessions", () => ({ result: [] }));
  const { client } = signedInTab(service).platform;
  await client.login({ body: { username: "maya", passhash: "x" } });
  await client.listSessions();
  expect(service.requests.map(({ appKey, token }) => [appKey, token])).toEqual([
    ["app-key", null],
    ["app-key", "t1"],
  ]);
});

test("many requests with an expired token wait for one refresh and are repeated", async () => {
  const service = rotatingService();
  const { platform, store } = signedInTab(service);
  service.valid = "t0";
  await Promise.all(Array.from({ length: 20 }, () => platform.client.listSessions()));
  expect(service.refreshes).toBe(1);
  expect(store.get("auth._token.local")).toBe("Bearer t2");
  expect(store.get("auth._refresh_token.local")).toBe("r2");
  expect(store.get("refreshToken")).toBe("r2");
});

test("tabs of one browser refresh once between them", async () => {
  const service = rotatingService();
  const first = signedInTab(service);
  const tabs = [first, openFakeTab({ sibling: first }), openFakeTab({ sibling: first })];
  service.valid = "t0";
  await Promise.all(
    tabs.flatMap(({ platform }) => [platform.client.listSessions(), platform.client.listSessions()]),
  );
  expect(service.refreshes).toBe(1);
});

test("the next tab gets its turn only when it can know of the new tokens", async () => {
  const service = rotatingService();
  const { platform, browser, clock } = signedInTab(service);
  service.valid = "t0";
  await platform.client.listSessions();
  let isTurn = false;
  const turn = browser.lock("offhook.refresh-token", async () => {
    isTurn = true;
  });
  await new Promise((resolve) => setTimeout(resolve));
  expect(isTurn).toBe(false);
  clock.advance(500);
  await turn;
});

test("a request that was slow to be refused is repeated with the token that is there by now", async () => {
  const service = rotatingService();
  const { platform } = signedInTab(service);
  service.valid = "t0";
  let release: () => void = () => {};
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  service.on("GET /tfa", async ({ token }) => {
    if (token === "t1") await slow;
    return token === service.valid ? { result: { methods: [], recovery_codes_left: 0 } } : tokenExpired;
  });
  const late = platform.client.getTfaSettings();
  await platform.client.listSessions();
  release();
  await late;
  expect(service.refreshes).toBe(1);
});

test("a refused refresh ends the session", async () => {
  const service = rotatingService();
  const { platform } = signedInTab(service);
  service.valid = "t0";
  service.refreshes = 5;
  let ended = 0;
  platform.events.on("sessionEnded", () => {
    ended += 1;
  });
  await expect(platform.client.listSessions()).rejects.toThrow("Reused");
  expect(ended).toBe(1);
});

test("an outage during the refresh ends nothing, and the same refresh token works afterwards", async () => {
  const service = rotatingService();
  const { platform } = signedInTab(service);
  service.valid = "t0";
  let ended = 0;
  platform.events.on("sessionEnded", () => {
    ended += 1;
  });
  service.isDown = true;
  await expect(platform.client.listSessions()).rejects.toThrow("General server error");
  service.isDown = false;
  await expect(platform.client.listSessions()).resolves.toEqual([]);
  expect(ended).toBe(0);
});

test("433 ends the session without a refresh", async () => {
  const service = rotatingService().on("GET /sessions", () => sessionGone);
  const { platform } = signedInTab(service);
  let ended = 0;
  platform.events.on("sessionEnded", () => {
    ended += 1;
  });
  await expect(platform.client.listSessions()).rejects.toThrow("You have been signed out.");
  expect(ended).toBe(1);
  expect(service.requestsTo("POST /auth/refresh-token")).toEqual([]);
});

test("an answer that comes after the account changed reaches nobody", async () => {
  const service = new FakeService();
  const { platform } = signedInTab(service);
  service.on("GET /sessions", () => {
    platform.auth.install({ token: "other", refreshToken: "r", strategy: "local", accountId: 8 });
    return { result: [] };
  });
  await expect(platform.client.listSessions()).rejects.toMatchObject({ name: "AbortError" });
});

test("a request refused after the account changed is not repeated as the other user", async () => {
  const service = new FakeService();
  const { platform } = signedInTab(service);
  service.on("GET /sessions", () => {
    platform.auth.install({ token: "other", refreshToken: "r", strategy: "local", accountId: 8 });
    return tokenExpired;
  });
  await expect(platform.client.listSessions()).rejects.toMatchObject({ name: "AbortError" });
  expect(service.requests).toHaveLength(1);
});

test("an abandoned request is no sign of an outage", async () => {
  const service = new FakeService().on("GET /sessions", () => ({ result: [] }));
  const { platform } = signedInTab(service);
  await expect(platform.client.listSessions({}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: "AbortError",
  });
  expect(service.requestsTo("GET /status")).toEqual([]);
});

test.each([
  ["a refusal explains itself", refusal(400, "x.y", "Say it again"), "Say it again"],
  ["413", { status: 413 }, "File is larger than limits defined by server"],
  [
    "413 with a message of its own",
    refusal(413, 413, "Too big"),
    "File is larger than limits defined by server",
  ],
  ["another status", { status: 418 }, "Server Error, code: 418"],
  ["a fault of the service", refusal(500, "server.error", "Stack trace"), "Server Error, code: 500"],
  ["nobody answers", "unreachable" as const, "General server error"],
  ["the answer ends in the middle", "cut off" as const, "General server error"],
])("what the user reads: %s", async (_case, reply, text) => {
  const service = new FakeService().on("GET /sessions", () => reply);
  const { client } = signedInTab(service).platform;
  const failure = await client.listSessions().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiFailure);
  expect(failureText(failure)).toBe(text);
});

test("what the user reads: no network at all", async () => {
  const tab = signedInTab(new FakeService().on("GET /sessions", () => "unreachable"));
  tab.isOnline = false;
  await expect(tab.platform.client.listSessions()).rejects.toThrow(
    "You are currently not connected to the internet. Please connect to continue using the app.",
  );
});

test("what the user reads: a bug of ours", () => {
  expect(failureText(new TypeError("x is undefined"))).toBe("Server Error");
});

test("a page of a proxy instead of JSON is a failure of its status", async () => {
  const service = new FakeService().on("GET /status", () => ({ status: 502, page: "<html>Bad gateway" }));
  const { platform } = openFakeTab({ service });
  await expect(platform.client.getServiceStatus()).rejects.toThrow("Server Error, code: 502");
});
