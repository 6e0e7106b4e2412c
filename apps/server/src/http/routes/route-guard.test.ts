import type { ApiDefinition } from "@offhook/contract";
import { fastify } from "fastify";
import { expect, test } from "vitest";
import { z } from "zod";
import { API_DOCS_ROUTES } from "../docs/api-docs.ts";
import { createProbeServer } from "../testing/probe-server.ts";
import { guardRoutes } from "./route-guard.ts";

const result = z.null();
const whole = { method: "GET", path: "/x", access: "public", summary: "x", result } as const;
const start = (route: object) =>
  createProbeServer({ x: route } as unknown as ApiDefinition, { x: async () => null } as never);

test("a whole route starts", async () => {
  await (await start(whole)).close();
  await (await start({ ...whole, path: "/x/:id", params: z.object({ id: z.string() }) })).close();
});

test.each([
  ["no access", { ...whole, access: undefined }, "does not say who may call it"],
  ["an unknown access", { ...whole, access: "everyone" }, "does not say who may call it"],
  ["no schema of its result", { ...whole, result: undefined }, "has no schema for its result"],
  ["a parameter without schema", { ...whole, path: "/x/:id" }, "has no schema for :id of its path"],
  [
    "a parameter with another name than its schema",
    { ...whole, path: "/x/:id/:part", params: z.object({ id: z.string() }) },
    "has no schema for :part of its path",
  ],
])("a route with %s keeps the server from starting", async (_name, route, problem) => {
  await expect(start(route)).rejects.toThrow(problem);
});

test.each([
  ["a plain route", { method: "GET", url: "/api/back-door" }],
  ["one that claims an access", { method: "POST", url: "/api/back-door", config: { access: "public" } }],
] as const)("%s that came past the table keeps the server from starting", async (_name, route) => {
  const app = fastify();
  guardRoutes(app, [{ url: "/config.json", access: "public", why: "declared" }]);
  app.get("/config.json", async () => ({}));
  app.route({ ...route, handler: async () => "hello" });
  await expect(app.ready()).rejects.toThrow(`Nobody has said who may use ${route.method} /api/back-door`);
  await app.close();
});

test("infrastructure routes must be declared", async () => {
  await expect(createProbeServer({}, {}, { infrastructure: [] })).rejects.toThrow(
    "Nobody has said who may use GET /api/docs",
  );
  await (await createProbeServer({}, {}, { infrastructure: API_DOCS_ROUTES })).close();
});
