import { type ApiDefinition, FEATURES, type Feature } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import type { Actor } from "../../platform/actor.ts";
import type { Authenticator } from "../../platform/authenticator.ts";
import { createMetrics } from "../../platform/metrics.ts";
import { systemClock } from "../../platform/system-clock.ts";
import { API_DOCS_ROUTES } from "../docs/api-docs.ts";
import { sessionEnded, tokenMissing } from "../errors/request-errors.ts";
import { createHttpServer, type HttpServerOptions } from "../http-server.ts";
import { bind } from "../routes/bind.ts";
import type { Handlers } from "../routes/handlers.ts";

const APP_KEY = "test-app-key";

export function anActor(given: Partial<Actor> = {}): Actor {
  return { userId: 7, customerId: 1, sessionId: "session-7", features: new Set<Feature>(FEATURES), ...given };
}

/** Knows the tokens `cached` and `verified`, takes `ended` for one of an ended session, and refuses the rest. */
export function fakeAuthenticator(actor = anActor()): Authenticator {
  return {
    cached: (token) => (token === "cached" ? actor : undefined),
    async verify(token) {
      if (token === "ended") throw sessionEnded();
      if (token !== "cached" && token !== "verified") throw tokenMissing();
      return actor;
    },
  };
}

export interface ProbeOptions extends Partial<Omit<HttpServerOptions, "clock">> {
  readonly clock?: Clock;
}

export function probeOptions(options: ProbeOptions = {}): HttpServerOptions {
  return {
    appKey: APP_KEY,
    publicUrl: "http://phone.example",
    allowedOrigins: [],
    trustedProxies: [],
    ratePerMinute: 0,
    checkResults: true,
    authenticator: fakeAuthenticator(),
    stepUps: { isProved: (_actor, proof) => proof === "proved" },
    eventNumber: () => 0,
    clock: systemClock,
    logger: pino({ level: "silent" }),
    metrics: createMetrics({ withProcess: false }),
    infrastructure: API_DOCS_ROUTES,
    ...options,
  };
}

/** A server with the given routes and no database. */
export async function createProbeServer<Api extends ApiDefinition>(
  api: Api,
  handlers: Handlers<Api>,
  options: ProbeOptions = {},
): Promise<FastifyInstance> {
  const app = await createHttpServer(probeOptions(options));
  bind(app, "probe", api, handlers);
  await app.ready();
  return app;
}

export const asApp = { "x-app-key": APP_KEY } as const;
export const asUser = { ...asApp, authorization: "Bearer cached" } as const;
