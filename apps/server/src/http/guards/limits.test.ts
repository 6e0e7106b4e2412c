import { defineApi } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import type { FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { anActor, asApp, createProbeServer, type ProbeOptions } from "../testing/probe-server.ts";

const api = defineApi({
  one: { method: "GET", path: "/one", access: "app", summary: "o", result: z.null() },
  two: { method: "GET", path: "/two", access: "app", summary: "t", result: z.null() },
  tight: { method: "GET", path: "/tight", access: "app", summary: "t", result: z.null(), ratePerMinute: 2 },
  mine: { method: "GET", path: "/mine", access: "user", summary: "m", result: z.null() },
});
const nothing = async () => null;
const clock = new FakeClock();
let app: FastifyInstance;
afterEach(() => app.close());

async function start(options: ProbeOptions = {}): Promise<void> {
  const handlers = { one: nothing, two: nothing, tight: nothing, mine: nothing };
  app = await createProbeServer(api, handlers, { clock, ratePerMinute: 5, ...options });
}

async function statuses(times: number, path: string, options: object = {}): Promise<number[]> {
  const all: number[] = [];
  for (let count = 0; count < times; count++) {
    all.push((await app.inject({ url: `/api${path}`, headers: asApp, ...options })).statusCode);
  }
  return all;
}

test("routes of one noun share a limit, and a minute later all is forgiven", async () => {
  await start();
  expect(await statuses(3, "/one")).toEqual([200, 200, 200]);
  expect(await statuses(3, "/two")).toEqual([200, 200, 429]);
  clock.advance(60_000);
  expect(await statuses(1, "/one")).toEqual([200]);
});

test("the refusal says when to come back, in the envelope", async () => {
  await start();
  await statuses(5, "/one");
  clock.advance(18_000);
  const response = await app.inject({ url: "/api/one", headers: asApp });
  expect(response.headers["retry-after"]).toBe("42");
  expect(response.json()).toMatchObject({ error: { code: "request.tooMany" }, result: null });
});

test("a route's own limit counts for itself", async () => {
  await start();
  expect(await statuses(3, "/tight")).toEqual([200, 200, 429]);
  expect(await statuses(1, "/one")).toEqual([200]);
});

test("addresses are counted apart, IPv6 by network", async () => {
  await start();
  const from = (remoteAddress: string) => ({ remoteAddress });
  await statuses(5, "/one", from("192.0.2.1"));
  expect(await statuses(1, "/one", from("192.0.2.1"))).toEqual([429]);
  expect(await statuses(1, "/one", from("::ffff:192.0.2.1"))).toEqual([429]);
  expect(await statuses(1, "/one", from("192.0.2.2"))).toEqual([200]);
  await statuses(5, "/one", from("2001:db8:1:2::1"));
  expect(await statuses(1, "/one", from("2001:db8:1:2:ffff::9"))).toEqual([429]);
  expect(await statuses(1, "/one", from("2001:db8:1:3::1"))).toEqual([200]);
});

test("a made-up forwarding header does not give a new address; a trusted proxy's does", async () => {
  const forwarded = (address: string, remoteAddress: string) => ({
    remoteAddress,
    headers: { ...asApp, "x-forwarded-for": address },
  });
  await start({ trustedProxies: ["10.0.0.0/8"] });
  await statuses(5, "/one", forwarded("198.51.100.1", "192.0.2.1"));
  expect(await statuses(1, "/one", forwarded("198.51.100.2", "192.0.2.1"))).toEqual([429]);
  await statuses(5, "/one", forwarded("198.51.100.1", "10.1.1.1"));
  expect(await statuses(1, "/one", forwarded("198.51.100.1", "10.1.1.1"))).toEqual([429]);
  expect(await statuses(1, "/one", forwarded("203.0.113.9, 198.51.100.1", "10.1.1.1"))).toEqual([429]);
  expect(await statuses(1, "/one", forwarded("198.51.100.2", "10.1.1.1"))).toEqual([200]);
});

test("people behind one address do not use up each other's limit; strangers there share one", async () => {
  const users = new Map([1, 2].map((userId) => [`user${userId}`, anActor({ userId })]));
  const authenticator = {
    cached: (token: string) => users.get(token),
    verify: () => Promise.reject(new Error("unknown")),
  };
  await start({ authenticator });
  const by = (token: string) => ({ headers: { ...asApp, authorization: `Bearer ${token}` } });
  expect(await statuses(6, "/mine", by("user1"))).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await statuses(1, "/mine", by("user2"))).toEqual([200]);
  const strangers = await statuses(6, "/mine", { headers: asApp });
  expect(strangers).toEqual([401, 401, 401, 401, 401, 429]);
});

test("guessing the application key is limited too", async () => {
  await start();
  expect(await statuses(6, "/one", { headers: { "x-app-key": "guess" } })).toEqual([
    403, 403, 403, 403, 403, 429,
  ]);
});

test("0 switches every limit off", async () => {
  await start({ ratePerMinute: 0 });
  expect(new Set(await statuses(10, "/tight"))).toEqual(new Set([200]));
});
