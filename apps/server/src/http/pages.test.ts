import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliDecompressSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CONSOLE_ROUTES, registerConsole } from "./console-files.ts";
import { API_DOCS_ROUTES } from "./docs/api-docs.ts";
import { createHttpServer } from "./http-server.ts";
import { createProbeServer, probeOptions } from "./testing/probe-server.ts";

const COMPRESS = fileURLToPath(new URL("../../../../scripts/run/compress.mjs", import.meta.url));

let folder: string;
let app: FastifyInstance;

async function startConsole(
  publicUrl = "http://phone.example",
  consoleFolder = folder,
): Promise<FastifyInstance> {
  const infrastructure = [...API_DOCS_ROUTES, ...CONSOLE_ROUTES];
  const server = await createHttpServer(probeOptions({ infrastructure, publicUrl }));
  await registerConsole(server, { folder: consoleFolder, publicUrl });
  await server.ready();
  return server;
}

beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "offhook-console-")), "dist");
  await mkdir(join(folder, "assets"), { recursive: true });
  await mkdir(join(folder, ".vite"));
  await writeFile(join(folder, "index.html"), "<!doctype html><title>Console</title>");
  await writeFile(join(folder, "countries.json"), "[]");
  await writeFile(join(folder, "assets", "index-a1b2c3.js"), "console.log(1)");
  await writeFile(join(folder, "assets", "index-a1b2c3.js.br"), "brotli");
  await writeFile(join(folder, "assets", "index-a1b2c3.js.gz"), "gzip");
  await writeFile(join(folder, ".vite", "manifest.json"), "{}");
  await writeFile(join(folder, "..", "secret.txt"), "secret");
  app = await startConsole();
});
afterAll(async () => {
  await app.close();
  await rm(join(folder, ".."), { recursive: true });
});

describe("the console", () => {
  test.each(["/", "/login", "/calls/new", "/messages/42/12125550110", "/loginToken/abc?x=1.js", "/apis"])(
    "%s is answered with its page, which is asked for anew every time",
    async (url) => {
      const response = await app.inject({ url });
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-cache",
      });
      expect(response.body).toContain("<title>Console</title>");
    },
  );

  test.each([
    "/assets/index-old.js",
    "/assets/nothing",
    "/favicon.ico",
    "/.vite/manifest.json",
    "/push",
    "/v0/channels",
    "/sip",
    "/../secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/metrics/x",
  ])("%s is not there, and no page is sent for it", async (url) => {
    const response = await app.inject({ url });
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
    expect(response.body).not.toContain("Console");
    expect(response.body).not.toContain("secret\n");
  });

  test.each(["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"] as const)(
    "%s of an unknown address of a service is refused in the envelope",
    async (method) => {
      for (const url of [
        "/api/nothing",
        "/api",
        "/api/no.such.file",
        "/integrations/v1/x",
        "/integrations",
      ]) {
        const response = await app.inject({ method, url });
        expect(response.statusCode).toBe(404);
        expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
        if (method !== "HEAD")
          expect(response.json()).toEqual({
            error: { code: "route.notFound", message: "There is nothing at this address" },
            result: null,
          });
      }
    },
  );

  test("only reading gets a page", async () => {
    expect((await app.inject({ method: "POST", url: "/login" })).statusCode).toBe(404);
  });

  test("hashed files are kept forever, others are checked", async () => {
    const asset = await app.inject({ url: "/assets/index-a1b2c3.js" });
    expect(asset.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(asset.body).toBe("console.log(1)");
    const countries = await app.inject({ url: "/countries.json" });
    expect(countries.headers).toMatchObject({
      "cache-control": "no-cache",
      "content-type": "application/json; charset=utf-8",
    });
    const again = await app.inject({
      url: "/countries.json",
      headers: { "if-none-match": String(countries.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });

  test.each([
    ["br, gzip", "br", "brotli"],
    ["gzip", "gzip", "gzip"],
  ])("a browser that takes %s gets the compressed file", async (accepted, encoding, body) => {
    const response = await app.inject({
      url: "/assets/index-a1b2c3.js",
      headers: { "accept-encoding": accepted },
    });
    expect(response.headers).toMatchObject({
      "content-encoding": encoding,
      "content-type": expect.stringContaining("javascript"),
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect(response.body).toBe(body);
  });

  test("a file without its smallest copy is sent in the quick one until the other is made", async () => {
    const source = "console.log('late');\n".repeat(200);
    const file = join(folder, "assets", "late-a1b2c3.js");
    await writeFile(file, source);
    await writeFile(`${file}.gz`, "gzip");
    const ask = () =>
      app.inject({ url: "/assets/late-a1b2c3.js", headers: { "accept-encoding": "br, gzip" } });
    expect((await ask()).headers["content-encoding"]).toBe("gzip");
    await promisify(execFile)(process.execPath, [COMPRESS, join(folder, "assets")]);
    const small = await ask();
    expect(small.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(source);
  });
});

describe("headers of pages", () => {
  test("the page's own script may run, and nothing else that is written into it", async () => {
    const other = await mkdtemp(join(tmpdir(), "offhook-inline-"));
    await writeFile(join(other, "index.html"), '<script>hint()</script><script src="/a.js"></script>');
    const server = await startConsole(undefined, other);
    const { headers } = await server.inject({ url: "/calls/new" });
    // echo -n 'hint()' | openssl dgst -sha256 -binary | base64
    const hash = "Gnwtu3tuncmSFILl0TLHPUBr40dEGQBx0FmU7vDJM+c=";
    expect(headers["content-security-policy"]).toContain(`script-src 'self' 'sha256-${hash}';`);
    await server.close();
    await rm(other, { recursive: true });
  });

  test.each(["/", "/calls/new", "/assets/index-a1b2c3.js", "/assets/none.js", "/api/docs"])(
    "%s",
    async (url) => {
      const { headers } = await app.inject({ url });
      const policy = new Map(
        String(headers["content-security-policy"])
          .split(";")
          .map((directive) => directive.trim().split(" "))
          .map(([name, ...sources]) => [name, sources.join(" ")]),
      );
      expect(Object.fromEntries(policy)).toMatchObject({
        "default-src": "'none'",
        "script-src": "'self'",
        "script-src-attr": "'none'",
        "object-src": "'none'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
        "connect-src": "'self' blob: ws://phone.example wss://phone.example",
        "worker-src": "'self' blob:",
        "img-src": "'self' data: blob:",
      });
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "permissions-policy": "camera=(self), microphone=(self), geolocation=(), payment=(), usb=()",
      });
      expect(headers["strict-transport-security"]).toBeUndefined();
    },
  );

  test("a chat service elsewhere may be talked to, and nothing else", async () => {
    const server = await createHttpServer(
      probeOptions({ infrastructure: [...API_DOCS_ROUTES, ...CONSOLE_ROUTES] }),
    );
    const chatUrl = "https://chat.example/";
    await registerConsole(server, { folder, publicUrl: "https://phone.example", chatUrl });
    const { headers } = await server.inject({ url: "/" });
    expect(headers["content-security-policy"]).toContain(
      "connect-src 'self' blob: ws://phone.example wss://phone.example https://chat.example wss://chat.example;",
    );
    await server.close();
  });

  test("with an https address, browsers are told to stay with it", async () => {
    const secure = await startConsole("https://phone.example");
    for (const url of ["/", "/api/nothing"]) {
      const { headers } = await secure.inject({ url });
      expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
    }
    await secure.close();
  });
});

test("other origins may call the service only where they are allowed to", async () => {
  const preflight = {
    method: "OPTIONS",
    url: "/api/status",
    headers: { origin: "https://desk.example", "access-control-request-method": "GET" },
  } as const;
  const closed = await createProbeServer({}, {});
  expect((await closed.inject(preflight)).headers["access-control-allow-origin"]).toBeUndefined();
  await closed.close();
  const open = await createProbeServer({}, {}, { allowedOrigins: ["https://desk.example"] });
  expect((await open.inject(preflight)).headers["access-control-allow-origin"]).toBe("https://desk.example");
  const stranger = { ...preflight, headers: { ...preflight.headers, origin: "https://evil.example" } };
  expect((await open.inject(stranger)).headers["access-control-allow-origin"]).not.toBe(
    "https://evil.example",
  );
  await open.close();
});
