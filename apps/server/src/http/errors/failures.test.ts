import { Writable } from "node:stream";
import { defineApi } from "@offhook/contract";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { DomainError } from "../../platform/domain-error.ts";
import { createLogger } from "../../platform/logging/logger.ts";
import { asUser, createProbeServer } from "../testing/probe-server.ts";

const api = defineApi({
  fail: { method: "GET", path: "/fail", access: "user", summary: "f", result: z.object({ ok: z.boolean() }) },
});

let thrown: unknown;
let result: unknown;
const lines: string[] = [];
let now = 0;
const logger = createLogger({
  level: "info",
  // Far enough apart that nothing is held back as a repeat.
  now: () => (now += 60_000),
  destination: new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  }),
});
const app = await createProbeServer(
  api,
  {
    fail: async () => {
      if (thrown !== undefined) return Promise.reject(thrown);
      return result as { ok: boolean };
    },
  },
  { logger },
);
afterAll(() => app.close());

async function fail(error: unknown) {
  thrown = error;
  lines.length = 0;
  const headers = { ...asUser, "x-request-id": "request-4711" };
  const response = await app.inject({ url: "/api/fail?token=hush", headers });
  return { status: response.statusCode, headers: response.headers, ...response.json() };
}

const postgresError = (code: string) => Object.assign(new pg.DatabaseError("no", 2, "error"), { code });
const systemError = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall });

test.each(["53100", "ENOSPC"])("a disk that is full (%s) is told as such, with what to do", async (code) => {
  const answer = await fail(code === "53100" ? postgresError(code) : systemError(code, "write"));
  expect(answer).toMatchObject({
    status: 503,
    error: { message: expect.stringContaining("no disk space left") },
  });
});

test.each([
  ["invalid", 400],
  ["unauthenticated", 401],
  ["forbidden", 403],
  ["notFound", 404],
  ["conflict", 409],
  ["tooLarge", 413],
  ["tooMany", 429],
  ["unavailable", 503],
] as const)("a refusal of the kind %s has the status %i, its code and its words", async (kind, status) => {
  const answer = await fail(new DomainError(kind, "things.refused", "Because"));
  expect(answer).toMatchObject({
    status,
    error: { code: "things.refused", message: "Because" },
    result: null,
  });
  expect(answer.headers["x-request-id"]).toBe("request-4711");
});

test.each([
  ["an error", new Error("password of maya is hunter2")],
  ["an error with a status of its own making", Object.assign(new Error("hunter2"), { statusCode: 500 })],
  ["a broken statement", postgresError("42601")],
  ["a missing file", systemError("ENOENT", "open")],
  ["a text", "hunter2"],
  ["null", null],
])("%s becomes a 500 that tells nothing", async (_name, error) => {
  const { status, headers: _headers, ...envelope } = await fail(error);
  expect({ status, ...envelope }).toEqual({
    status: 500,
    error: { code: "server.error", message: "Server Error" },
    result: null,
  });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: "error",
    requestId: "request-4711",
    operation: "fail",
    userId: 7,
  });
});

test.each([
  ["nobody listens", systemError("ECONNREFUSED", "connect")],
  ["its socket is gone", systemError("ENOENT", "connect")],
  ["it shuts down", postgresError("57P01")],
  ["it starts", postgresError("57P03")],
  ["the connection broke", postgresError("08006")],
  ["the connection was lost", new Error("Connection terminated unexpectedly")],
  ["it does not answer", new Error("timeout exceeded when trying to connect")],
  ["every address failed", new AggregateError([systemError("ECONNREFUSED", "connect")])],
])("a database that cannot be reached is a 503: %s", async (_name, error) => {
  expect(await fail(error)).toMatchObject({
    status: 503,
    error: { code: "server.unavailable" },
    result: null,
  });
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "warn" });
});

test("a result that does not fit its schema fails loudly", async () => {
  result = { ok: "yes" };
  expect(await fail(undefined)).toMatchObject({ status: 500 });
  expect(lines[0]).toContain("The result of fail does not fit its schema: ok");
});

test("a result with a field that the schema does not name fails loudly", async () => {
  result = { ok: true, passwordHash: "x" };
  expect(await fail(undefined)).toMatchObject({ status: 500 });
  expect(lines[0]).toContain("has a field its schema does not name: passwordHash");
});
