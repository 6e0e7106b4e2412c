import { networkInterfaces } from "node:os";
import { describe, expect, test } from "vitest";
import { createTestApp } from "../../testing/test-app.ts";
import { createKnownHosts } from "./known-hosts.ts";

describe("[HST1] the names a demo answers to", () => {
  const isKnown = createKnownHosts({
    publicUrl: "https://phone.example",
    host: "0.0.0.0",
    allowedHosts: ["demo.office.example", "Lab:8080"],
  });

  test.each([
    "localhost",
    "localhost:8080",
    "LOCALHOST:8080",
    "127.0.0.1:8080",
    "[::1]:8080",
    "phone.example",
    "phone.example:443",
    "demo.office.example:8080",
    "lab",
  ])("%s is one", (host) => expect(isKnown(host)).toBe(true));

  test.each([
    undefined,
    "",
    "evil.example",
    "localhost.evil.example",
    "evil.example:8080",
    "phone.example.evil.example",
    "a b",
    "203.0.113.77",
    "[2001:db8::77]:8080",
  ])("%s is none", (host) => expect(isKnown(host)).toBe(false));

  test("addresses of this machine are", () => {
    const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    for (const { address, family } of own.filter(({ address }) => !address.startsWith("fe80")))
      expect(isKnown(family === "IPv6" ? `[${address}]:8080` : `${address}:8080`)).toBe(true);
  });
});

test("[HST2] a demo answers nothing to a page of another name, over no door", async () => {
  const server = await createTestApp({ env: { OFFHOOK_DEMO: "1" } });
  const ask = (url: string, host: string) => server.app.fastify.inject({ url, headers: { host } });
  for (const url of ["/", "/config.json", "/api/status", "/dev/mail.json", "/metrics"]) {
    const reply = await ask(url, "evil.example:8080");
    expect(reply.statusCode).toBe(421);
    expect(reply.json()).toMatchObject({ error: { code: "request.host" }, result: null });
  }
  expect((await ask("/api/status", "localhost:8080")).statusCode).toBe(200);

  const origin = await server.listen();
  for (const path of ["/push", "/v0/channels", "/sip"]) {
    const refused = await upgrade(origin, path, "evil.example");
    expect(refused).toBe(421);
  }
  await server.close();
});

test("[HST2] in real use every name is answered: a proxy decides which", async () => {
  const server = await createTestApp();
  const reply = await server.app.fastify.inject({ url: "/api/status", headers: { host: "any.example" } });
  expect(reply.statusCode).toBe(200);
  await server.close();
});

async function upgrade(origin: string, path: string, host: string): Promise<number> {
  const { request } = await import("node:http");
  const { port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const headers = {
      host,
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    };
    const asked = request({ host: "127.0.0.1", port, path, headers });
    asked.on("response", ({ statusCode = 0 }) => resolve(statusCode));
    asked.on("upgrade", () => resolve(101));
    asked.on("error", reject);
    asked.end();
  });
}
