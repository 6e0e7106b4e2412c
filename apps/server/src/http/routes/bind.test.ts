import { defineApi } from "@offhook/contract";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { anActor, asApp, asUser, createProbeServer, fakeAuthenticator } from "../testing/probe-server.ts";

const Nested = z.object({ device: z.object({ id: z.string().min(1, "This field is required") }) });
const api = defineApi({
  open: {
    method: "GET",
    path: "/open",
    access: "public",
    summary: "o",
    result: z.object({ ok: z.boolean() }),
  },
  keyed: { method: "GET", path: "/keyed", access: "app", summary: "k", result: z.null() },
  mine: {
    method: "GET",
    path: "/mine",
    access: "user",
    summary: "m",
    result: z.object({ userId: z.number() }),
  },
  faxes: { method: "GET", path: "/faxes", access: "fax", summary: "f", result: z.array(z.string()) },
  echo: {
    method: "POST",
    path: "/things/:id",
    access: "public",
    summary: "e",
    params: z.object({ id: z.coerce.number().int() }),
    query: z.object({ limit: z.coerce.number().int().max(50).default(10) }),
    body: Nested,
    result: z.object({ id: z.number(), limit: z.number(), device: z.string(), caller: z.string() }),
    bodyLimit: 2000,
  },
  replace: {
    method: "PUT",
    path: "/maybe",
    access: "public",
    summary: "r",
    body: z.object({ name: z.string() }).optional(),
    result: z.string().nullable(),
  },
});

let app: FastifyInstance;
beforeAll(async () => {
  app = await createProbeServer(api, {
    open: async () => ({ ok: true }),
    keyed: async () => null,
    mine: async ({ actor }) => ({ userId: actor.userId }),
    faxes: async () => ["one"],
    echo: async ({ params, query, body, caller }) => ({
      id: params.id,
      limit: query.limit,
      device: body.device.id,
      caller: `${caller.address} ${caller.userAgent} ${caller.requestId}`,
    }),
    replace: async ({ body }) => body?.name ?? null,
  });
});
afterAll(() => app.close());

const refused = (status: number, code: unknown) => ({ status, error: { code }, result: null });

async function call(method: "GET" | "POST" | "PUT" | "DELETE", url: string, options: object = {}) {
  const response = await app.inject({ method, url, ...options });
  return { status: response.statusCode, headers: response.headers, ...response.json() };
}

describe("answers", () => {
  test("a result comes in the envelope", async () => {
    expect(await call("GET", "/api/open")).toMatchObject({ status: 200, error: null, result: { ok: true } });
    expect(await call("GET", "/api/keyed", { headers: asApp })).toMatchObject({ status: 200, result: null });
  });

  test("a handler gets validated parts with their defaults, and where the request came from", async () => {
    const headers = { "user-agent": "probe", "x-request-id": "given-by-proxy-1" };
    const payload = { device: { id: "d1", extra: "dropped" } };
    const { result } = await call("POST", "/api/things/42", { headers, payload });
    expect(result).toEqual({ id: 42, limit: 10, device: "d1", caller: "127.0.0.1 probe given-by-proxy-1" });
  });

  test("an optional body may be left out", async () => {
    expect(await call("PUT", "/api/maybe")).toMatchObject({ status: 200, result: null });
    expect(await call("PUT", "/api/maybe", { payload: { name: "x" } })).toMatchObject({ result: "x" });
  });

  test("HEAD answers like GET, without a body", async () => {
    const response = await app.inject({ method: "HEAD", url: "/api/mine", headers: asUser });
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe("");
    expect((await app.inject({ method: "HEAD", url: "/api/mine" })).statusCode).toBe(403);
  });

  test("replies are never stored, sniffed or framed", async () => {
    const { headers } = await call("GET", "/api/open");
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    });
  });
});

describe("refusals of a part name the field in the schema's own words", () => {
  test.each([
    ["body field", "/api/things/1", { device: { id: "" } }, "device.id: This field is required"],
    ["body type", "/api/things/1", [], "body: Invalid input: expected object, received array"],
    ["params", "/api/things/x", { device: { id: "d" } }, "id: Invalid input: expected number, received NaN"],
    [
      "query",
      "/api/things/1?limit=51",
      { device: { id: "d" } },
      "limit: Too big: expected number to be <=50",
    ],
  ])("%s", async (_name, url, payload, message) => {
    expect(await call("POST", url, { payload })).toMatchObject({
      status: 400,
      error: { code: "request.invalid", message },
      result: null,
    });
  });

  test("a message never grows with the input", async () => {
    const { error } = await call("POST", "/api/things/1?limit=".concat("9".repeat(1000)), {
      payload: { device: { id: "d" } },
    });
    expect(error.message.length).toBeLessThanOrEqual(300);
  });
});

describe("bodies that cannot be read", () => {
  const json = { "content-type": "application/json" };
  test.each([
    ["broken JSON", json, "{", 400, "request.invalid", "body: The body is not valid JSON"],
    ["no JSON at all", json, "", 400, "request.invalid", "body: The body is empty"],
    [
      "another type",
      { "content-type": "text/xml" },
      "<x/>",
      400,
      "request.invalid",
      "body: The content type is not supported",
    ],
    [
      "plain text",
      { "content-type": "text/plain" },
      "x",
      400,
      "request.invalid",
      "body: The content type is not supported",
    ],
    [
      "a broken content type",
      { "content-type": "//" },
      "x",
      400,
      "request.invalid",
      "body: The content type is not supported",
    ],
    [
      "a poisoned prototype",
      json,
      '{"__proto__":{"isAdmin":true}}',
      400,
      "request.invalid",
      "body: The body is not valid JSON",
    ],
    [
      "NUL",
      json,
      '{"device":{"id":"a\\u0000b"}}',
      400,
      "request.invalid",
      "The request holds a character that is not allowed",
    ],
    [
      "half a surrogate pair",
      json,
      '{"device":{"id":"a\\ud83d"}}',
      400,
      "request.invalid",
      "The request holds a character that is not allowed",
    ],
    [
      "a NUL in a key",
      json,
      '{"\\u0000":1}',
      400,
      "request.invalid",
      "The request holds a character that is not allowed",
    ],
    [
      "too much",
      json,
      JSON.stringify({ device: { id: "x".repeat(3000) } }),
      413,
      413,
      "File is larger than limits defined by server",
    ],
  ])("%s", async (_name, headers, payload, status, code, message) => {
    expect(await call("POST", "/api/things/1", { headers, payload })).toMatchObject({
      status,
      error: { code, message },
      result: null,
    });
  });

  test("whole pairs and escaped backslashes pass", async () => {
    const payload = '{"device":{"id":"\\ud83d\\ude00 \\\\u0000"}}';
    const { result } = await call("POST", "/api/things/1", { headers: json, payload });
    expect(result.device).toBe("😀 \\u0000");
  });
});

describe("addresses", () => {
  test.each([
    ["unknown", "/api/nothing", 404, "route.notFound"],
    ["wrong method", "/api/mine/more", 404, "route.notFound"],
    ["badly escaped", "/api/things/%E0%A4%A", 400, "request.invalid"],
    ["NUL in the path", "/api/things/%00", 400, "request.invalid"],
    ["too long a parameter", `/api/things/${"1".repeat(600)}`, 400, "request.invalid"],
  ])("%s", async (_name, url, status, code) => {
    expect(await call("POST", url, { payload: { device: { id: "d" } } })).toMatchObject(
      refused(status, code),
    );
  });
});

describe("access", () => {
  test.each([
    ["app route without key", "/api/keyed", {}, 403, "request.appKey"],
    ["app route with another key", "/api/keyed", { "x-app-key": "nope" }, 403, "request.appKey"],
    ["user route without key", "/api/mine", { authorization: "Bearer cached" }, 403, "request.appKey"],
    ["user route without token", "/api/mine", asApp, 401, 401],
    ["user route with another scheme", "/api/mine", { ...asApp, authorization: "Basic cached" }, 401, 401],
    ["user route with an unknown token", "/api/mine", { ...asApp, authorization: "Bearer nope" }, 401, 401],
    [
      "user route with a huge token",
      "/api/mine",
      { ...asApp, authorization: `Bearer ${"x".repeat(9000)}` },
      401,
      401,
    ],
    ["user route of an ended session", "/api/mine", { ...asApp, authorization: "Bearer ended" }, 401, 433],
  ])("%s", async (_name, url, headers, status, code) => {
    expect(await call("GET", url, { headers })).toMatchObject(refused(status, code));
  });

  test("a known token and one that must be looked up first both come in", async () => {
    for (const authorization of ["Bearer cached", "bearer cached", "Bearer verified"]) {
      const headers = { ...asApp, authorization };
      expect(await call("GET", "/api/mine", { headers })).toMatchObject({
        status: 200,
        result: { userId: 7 },
      });
    }
  });

  test("a feature must be enabled for the user", async () => {
    expect(await call("GET", "/api/faxes", { headers: asUser })).toMatchObject({ result: ["one"] });
    const authenticator = fakeAuthenticator(anActor({ features: new Set(["messaging"]) }));
    const { faxes } = api;
    const other = await createProbeServer({ faxes }, { faxes: async () => ["secret"] }, { authenticator });
    const response = await other.inject({ url: "/api/faxes", headers: asUser });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ error: { code: "feature.disabled" }, result: null });
    await other.close();
  });

  test("bodies of strangers are not read", async () => {
    const response = await app.inject({ method: "POST", url: "/api/mine/none", payload: "{" });
    expect(response.statusCode).toBe(404);
  });
});
