import { expect, test } from "vitest";
import { createLogger } from "./logger.ts";
import { createTerminalStream } from "./logger-terminal.ts";

function recordingLogger() {
  const lines: string[] = [];
  const logger = createLogger({ level: "debug", destination: { write: (line) => lines.push(line) } });
  return { logger, lines };
}

const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl";

test.each<[string, object]>([
  ["a token", { token: "hush-hush" }],
  ["a request body", { body: { username: "maya", passhash: "hush-hush", refreshToken: "hush-hush" } }],
  ["a one-time code", { body: { code: "hush-hush" } }],
  ["headers", { req: { headers: { authorization: "hush-hush", cookie: "hush-hush" } } }],
  ["something deep", { a: { b: { c: { password: "hush-hush" } } } }],
  ["an address", { url: "/file?token=hush-hush&x=1" }],
  ["a connection string", { url: "postgresql://offhook:hush-hush@db.example/offhook" }],
  ["a bearer header in a text", { note: "sent Authorization: Bearer hush-hush" }],
  ["an error", { err: new Error("GET /callback?state=1&code=hush-hush failed") }],
])("%s is not logged", (_name, fields) => {
  const { logger, lines } = recordingLogger();
  logger.info(fields, "Something happened");
  expect(lines.join()).not.toContain("hush-hush");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "info", msg: "Something happened" });
});

test("a signed token inside a text is not logged", () => {
  const { logger, lines } = recordingLogger();
  logger.warn(`refused ${jwt} twice`);
  expect(JSON.parse(lines[0] ?? "").msg).toBe("refused [token] twice");
});

test("what is no secret stays", () => {
  const { logger, lines } = recordingLogger();
  logger.info({ err: Object.assign(new Error("no"), { code: "ECONNREFUSED" }), userId: 7 }, "Failed");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ err: { code: "ECONNREFUSED" }, userId: 7 });
});

test("on a terminal a line is a sentence with its details", () => {
  let written = "";
  const destination = createTerminalStream({ write: (text) => (written += text) });
  createLogger({ level: "info", destination }).warn(
    { userId: 7, err: new Error("no luck") },
    "Something failed",
  );
  expect(written).toMatch(/^\d\d:\d\d:\d\d .*warn .*Something failed userId=7\nError: no luck\n/);
});
