import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineApi } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createDiskObjectStore } from "../../platform/files/object-store-disk.ts";
import { createMetrics } from "../../platform/metrics.ts";
import { API_DOCS_ROUTES } from "../docs/api-docs.ts";
import { createHttpServer } from "../http-server.ts";
import { bind } from "../routes/bind.ts";
import { createFileUrls, FILE_ROUTES, registerFiles } from "../routes/file-route.ts";
import { asApp, createProbeServer, probeOptions } from "../testing/probe-server.ts";
import { registerMetrics, registerPublicConfig, SYSTEM_ROUTES } from "./infrastructure-routes.ts";

let app: FastifyInstance;
afterEach(() => app.close());

describe("metrics", () => {
  async function start(token?: string): Promise<void> {
    const metrics = createMetrics({ withProcess: true });
    const infrastructure = [...API_DOCS_ROUTES, ...SYSTEM_ROUTES];
    app = await createHttpServer(probeOptions({ metrics, infrastructure }));
    const api = defineApi({
      look: { method: "GET", path: "/look", access: "app", summary: "l", result: z.null() },
    });
    bind(app, "probe", api, { look: async () => null });
    registerMetrics(app, { metrics, token });
    registerPublicConfig(app, async () => ({
      appKey: "k",
      version: "1",
      google: null,
      microsoft: null,
      mail: true,
      demo: null,
    }));
  }
  const get = (remoteAddress: string, headers = {}) =>
    app.inject({ url: "/metrics", remoteAddress, headers });

  test("without a token only this machine may read them, and nothing that was forwarded", async () => {
    await start();
    expect((await get("127.0.0.1")).statusCode).toBe(200);
    expect((await get("::1")).statusCode).toBe(200);
    expect((await get("192.0.2.1")).statusCode).toBe(403);
    expect((await get("127.0.0.1", { "x-forwarded-for": "127.0.0.1" })).statusCode).toBe(403);
    expect((await get("127.0.0.1", { forwarded: "for=127.0.0.1" })).statusCode).toBe(403);
  });

  test("with a token whoever has it may", async () => {
    await start("long-metrics-token");
    expect((await get("192.0.2.1", { authorization: "Bearer long-metrics-token" })).statusCode).toBe(200);
    expect((await get("127.0.0.1")).statusCode).toBe(403);
    expect((await get("127.0.0.1", { authorization: "Bearer long-metrics-tokem" })).statusCode).toBe(403);
  });

  test("they count requests by operation and status", async () => {
    await start();
    await app.inject({ url: "/api/look", headers: asApp });
    await app.inject({ url: "/api/look", headers: asApp });
    await app.inject({ url: "/api/look" });
    const { body } = await get("127.0.0.1");
    expect(body).toContain('offhook_http_request_seconds_count{operation="look",status="200"} 2');
    expect(body).toContain('offhook_http_request_seconds_count{operation="look",status="403"} 1');
    expect(body).toContain("nodejs_eventloop_lag_seconds");
  });

  test("the public configuration is never stored", async () => {
    await start();
    const response = await app.inject({ url: "/config.json" });
    expect(response.headers["cache-control"]).toBe("no-store");
    expect(response.json()).toMatchObject({ appKey: "k", demo: null });
  });
});

describe("the API page", () => {
  test("describes every route, its access, its envelope and its noun", async () => {
    const api = defineApi({
      openDoor: { method: "GET", path: "/door", access: "public", summary: "Open", result: z.null() },
      listThings: {
        method: "GET",
        path: "/things",
        access: "user",
        summary: "List things",
        result: z.array(z.string()),
      },
      moveThing: {
        method: "PUT",
        path: "/things/:id",
        access: "user",
        summary: "Move a thing",
        params: z.object({ id: z.string() }),
        query: z.object({ to: z.string().optional() }),
        body: z.object({ name: z.string().trim() }),
        result: z.object({ moved: z.boolean() }),
      },
    });
    app = await createProbeServer(api, {
      openDoor: async () => null,
      listThings: async () => [],
      moveThing: async () => ({ moved: true }),
    });
    const document = (await app.inject({ url: "/api/docs/json" })).json();
    expect(document.openapi).toBe("3.1.0");
    expect(Object.keys(document.paths)).toEqual(["/api/door", "/api/things", "/api/things/{id}"]);
    const { get } = document.paths["/api/door"];
    expect(get.security).toBeUndefined();
    expect(get.responses["200"].headers).toBeUndefined();
    const { headers } = document.paths["/api/things"].get.responses["200"];
    expect(headers["x-offhook-event"].schema).toEqual({ type: "integer", minimum: 0 });
    const { put } = document.paths["/api/things/{id}"];
    expect(put.responses["200"].headers).toEqual({ "x-offhook-event": headers["x-offhook-event"] });
    expect(put).toMatchObject({
      operationId: "moveThing",
      summary: "Move a thing",
      tags: ["probe"],
      security: [{ appKey: [], accessToken: [] }],
    });
    const success = put.responses["200"].content["application/json"].schema;
    expect(success.properties.error).toEqual({ type: "null" });
    expect(success.properties.result.properties).toEqual({ moved: { type: "boolean" } });
    const failure = put.responses.default.content["application/json"].schema;
    expect(failure.properties.error.required).toEqual(["code", "message"]);
    expect(document.components.securitySchemes).toMatchObject({
      appKey: { type: "apiKey", in: "header", name: "X-App-Key" },
      accessToken: { type: "http", scheme: "bearer" },
    });
  });

  test("its page loads scripts from this server only", async () => {
    app = await createProbeServer({}, {});
    const page = await app.inject({ url: "/api/docs" });
    expect(page.statusCode).toBe(200);
    const scripts = [...page.body.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)];
    expect(scripts.length).toBeGreaterThan(0);
    for (const [, attributes = "", inline = ""] of scripts) {
      expect(inline.trim()).toBe("");
      const source = /src="([^"]+)"/.exec(attributes)?.[1] ?? "";
      const url = new URL(source, "http://phone.example/api/docs");
      expect(url.origin).toBe("http://phone.example");
      expect((await app.inject({ url: url.pathname })).statusCode).toBe(200);
    }
  });
});

describe("files", () => {
  const clock = new FakeClock();
  const secret = Buffer.alloc(32, 7);
  const fileUrl = createFileUrls({ secret, clock });
  const png = Buffer.from("\x89PNG\r\n\x1a\nrest of the picture", "latin1");
  let folder: string;
  let pictureKey: string;
  let markupKey: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "offhook-file-route-"));
    const objects = await createDiskObjectStore(folder);
    pictureKey = (await objects.put(png, { maxBytes: 1000 })).key;
    markupKey = (await objects.put(Buffer.from("<svg onload=alert(1)>"), { maxBytes: 1000 })).key;
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function get(url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") {
    app = await createHttpServer(probeOptions({ infrastructure: [...API_DOCS_ROUTES, ...FILE_ROUTES] }));
    registerFiles(app, { objects: await createDiskObjectStore(folder), secret, clock });
    return app.inject({ url, headers, method });
  }

  test("a signed address gives the file, and can run nothing", async () => {
    const response = await get(fileUrl(pictureKey));
    expect(response.rawPayload).toEqual(png);
    expect(response.headers).toMatchObject({
      "content-type": "image/png",
      "content-disposition": "inline",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'self'",
    });
  });

  test("markup is only ever downloaded, and not called markup", async () => {
    const { headers } = await get(fileUrl(markupKey));
    expect(headers["content-disposition"]).toBe("attachment");
    expect(headers["content-type"]).toBe("application/octet-stream");
  });

  test("a name makes it a download", async () => {
    const { headers } = await get(fileUrl(pictureKey, "Ana's \r\nбілет.png"));
    expect(headers["content-disposition"]).toBe(
      "attachment; filename*=UTF-8''Ana%27s%20%0D%0A%D0%B1%D1%96%D0%BB%D0%B5%D1%82.png",
    );
  });

  test.each([
    ["no signature", () => `/api/files/${pictureKey}`],
    ["another file's signature", () => fileUrl(markupKey).replace(markupKey, pictureKey)],
    ["a changed name", () => fileUrl(pictureKey, "a.png").replace("a.png", "b.exe")],
    ["no key", () => fileUrl("../../secret")],
  ])("%s is refused", async (_name, url) => {
    const response = await get(url());
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
    expect(response.body).not.toContain("PNG");
  });

  test("an address expires", async () => {
    const url = fileUrl(pictureKey);
    clock.advance(3 * 3_600_000);
    expect((await get(url)).statusCode).toBe(403);
  });

  test("a file that was deleted is not found", async () => {
    expect((await get(fileUrl("0".repeat(32)))).statusCode).toBe(404);
  });

  test("players may ask for a part", async () => {
    const part = await get(fileUrl(pictureKey), { range: "bytes=1-3" });
    expect(part.statusCode).toBe(206);
    expect(part.body).toBe("PNG");
    expect(part.headers["content-range"]).toBe(`bytes 1-3/${png.length}`);
    expect((await get(fileUrl(pictureKey), { range: "bytes=900-" })).statusCode).toBe(416);
    const stale = await get(fileUrl(pictureKey), { range: "bytes=1-3", "if-range": '"other"' });
    expect(stale.statusCode).toBe(200);
  });

  test("a browser that has it is not sent it again, and HEAD tells its size", async () => {
    expect((await get(fileUrl(pictureKey), { "if-none-match": `"${pictureKey}"` })).statusCode).toBe(304);
    const head = await get(fileUrl(pictureKey), {}, "HEAD");
    expect(head.headers["content-length"]).toBe(String(png.length));
    expect(head.body).toBe("");
  });
});
