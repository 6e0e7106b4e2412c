import { type Access, FEATURES, type RouteDefinition } from "@offhook/contract";
import type { FastifyInstance } from "fastify";
import { z } from "zod";

/** Only `bind` sets it, so that a route cannot pass as checked by a lucky field name. */
export const ACCESS_RULE: unique symbol = Symbol("access rule");

/** A route that is no operation of the REST service, and who may use it. */
export interface InfrastructureRoute {
  readonly url: string;
  /** `public`: anyone; `guarded`: the route checks for itself, as `why` says; `demo`: there in demo mode only. */
  readonly access: "public" | "guarded" | "demo";
  readonly why: string;
}

/** Keeps a server from starting that has a route nobody has said the access of. */
export function guardRoutes(app: FastifyInstance, infrastructure: readonly InfrastructureRoute[]): void {
  const known = new Set(infrastructure.map((route) => route.url));
  const undeclared: string[] = [];
  app.addHook("onRoute", ({ method, url, config }) => {
    if (config?.[ACCESS_RULE] === undefined && !known.has(url)) undeclared.push(`${String(method)} ${url}`);
  });
  // Said at the end and not in the hook above: not every plugin passes on what is thrown while it registers routes.
  app.addHook("onReady", async () => {
    if (undeclared.length === 0) return;
    throw new Error(
      `Nobody has said who may use ${undeclared.join(", ")}. ` +
        "Put a route into a table of the contract and bind it, or declare it as an infrastructure route.",
    );
  });
}

const ACCESS: ReadonlySet<unknown> = new Set<Access>([
  "public",
  "app",
  "user",
  "administration",
  "supervision",
  ...FEATURES,
]);

/** The type says the same; a table built with a cast or from data must not slip through. */
export function requireWholeRoute(name: string, route: RouteDefinition): void {
  const refuse = (problem: string): never => {
    throw new Error(`The operation ${name} (${route.method} ${route.path}) ${problem}.`);
  };
  if (!ACCESS.has(route.access)) refuse("does not say who may call it");
  if (!(route.result instanceof z.ZodType)) refuse("has no schema for its result");
  const isForUsers = route.access !== "public" && route.access !== "app";
  if (route.stepUp !== undefined && !isForUsers) refuse("asks for a proof of someone who is not signed in");
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, param]) => param ?? "");
  if (names.length === 0) return;
  const shape = route.params instanceof z.ZodObject ? (route.params.shape as Record<string, unknown>) : {};
  const missing = names.find((param) => !Object.hasOwn(shape, param));
  if (missing) refuse(`has no schema for :${missing} of its path`);
}
