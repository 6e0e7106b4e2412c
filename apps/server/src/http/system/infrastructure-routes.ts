import { timingSafeEqual } from "node:crypto";
import type { PublicConfig } from "@offhook/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Metrics } from "../../platform/metrics.ts";
import { isLoopback } from "../../platform/network.ts";
import type { InfrastructureRoute } from "../routes/route-guard.ts";

export const SYSTEM_ROUTES: readonly InfrastructureRoute[] = [
  { url: "/config.json", access: "public", why: "what the console must know before anyone has signed in" },
  { url: "/metrics", access: "guarded", why: "answers this machine, or whoever has METRICS_TOKEN" },
];

/** Handed a function, because sign-in providers are looked up while the server already runs. */
export function registerPublicConfig(app: FastifyInstance, read: () => Promise<PublicConfig>): void {
  app.get("/config.json", async (_request, reply) => {
    const config = await read();
    return reply.header("cache-control", "no-store").header("x-content-type-options", "nosniff").send(config);
  });
}

export interface MetricsRouteOptions {
  readonly metrics: Metrics;
  readonly token: string | undefined;
}

export function registerMetrics(app: FastifyInstance, { metrics, token }: MetricsRouteOptions): void {
  const mayRead = (request: FastifyRequest): boolean => {
    if (token !== undefined) return isSame(request.headers.authorization ?? "", `Bearer ${token}`);
    // Behind a proxy on the same machine every visitor seems local, hence no forwarded request is.
    const isForwarded =
      request.headers["x-forwarded-for"] !== undefined || request.headers.forwarded !== undefined;
    return !isForwarded && isLoopback(request.socket.remoteAddress ?? "");
  };
  app.get("/metrics", async (request, reply: FastifyReply) => {
    if (!mayRead(request)) return reply.code(403).type("text/plain; charset=utf-8").send("Forbidden");
    return reply.header("content-type", metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
