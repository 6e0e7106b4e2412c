import type { Server } from "node:http";
import type { Socket } from "node:net";
import cors from "@fastify/cors";
import { EVENT_NUMBER_HEADER, REQUEST_ERROR, STEP_UP_HEADER } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from "fastify";
import type { z } from "zod";
import type { Authenticator } from "../platform/authenticator.ts";
import type { DiskSpace } from "../platform/files/disk-space.ts";
import type { Logger } from "../platform/logging/logger.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { StepUpCheck } from "../platform/step-up.ts";
import { acceptFormBodies, acceptJsonBodies } from "./bodies/body-parser.ts";
import { registerApiDocs } from "./docs/api-docs.ts";
import { createErrorReplies, errorEnvelope } from "./errors/error-replies.ts";
import { hostUnknown, partInvalid, routeNotFound } from "./errors/request-errors.ts";
import { createAddressReader } from "./guards/client-address.ts";
import { RateLimiter } from "./guards/rate-limiter.ts";
import { dataHeaders } from "./guards/security-headers.ts";
import { createRequestIds } from "./request-id.ts";
import { AccessGate } from "./routes/access-gate.ts";
import type { EventNumberReader } from "./routes/bind.ts";
import { guardRoutes, type InfrastructureRoute } from "./routes/route-guard.ts";
import { Draining } from "./system/draining.ts";

export interface HttpServerOptions {
  readonly appKey: string;
  readonly publicUrl: string;
  readonly allowedOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  /** Whether the server answers to the name in a Host header; left out, to every name. */
  readonly isKnownHost?: ((host: string | undefined) => boolean) | undefined;
  readonly ratePerMinute: number;
  readonly checkResults: boolean;
  readonly authenticator: Authenticator;
  readonly stepUps: StepUpCheck;
  readonly eventNumber: EventNumberReader;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly disk?: DiskSpace | undefined;
  /** Routes that come from no table of the contract. */
  readonly infrastructure: readonly InfrastructureRoute[];
}

const BODY_LIMIT = 1024 * 1024;
/** A client that sends its request slower than this holds a connection for nothing. */
const REQUEST_TIMEOUT_MS = 120_000;
const LONGEST_PARAM = 500;
const IDLE_CHECK_MS = 50;

/** Registered by the CORS plugin where other origins are allowed. */
const PREFLIGHT: readonly InfrastructureRoute[] = [
  { url: "*", access: "public", why: "tells a browser whether another origin may call; it carries no data" },
];

/** A server that knows envelopes, errors, access and limits, and no feature yet: `bind` gives it those. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { logger, clock, metrics } = options;
  const headers = dataHeaders(options);
  const errors = createErrorReplies(logger, headers, options.disk);
  const addressOf = createAddressReader(options.trustedProxies);

  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    // No child logger and no line per request: both cost more than most handlers do.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (parent) => parent,
    genReqId: createRequestIds(),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Requests that arrive on an open connection while the server stops are still answered.
    return503OnClosing: false,
    routerOptions: { maxParamLength: LONGEST_PARAM },
    frameworkErrors: (error, request, reply) => errors.send(error, request, reply),
    clientErrorHandler: answerMalformedRequest,
  });
  app.decorateRequest("actor", undefined);
  app.decorateRequest("startedAt", 0);
  app.decorate("apiContext", {
    gate: new AccessGate({ ...options, limiter: new RateLimiter(clock), addressOf, headers }),
    addressOf,
    checkResults: options.checkResults,
    recorderOf: metrics.ofOperation,
    eventNumber: options.eventNumber,
  });
  const { isKnownHost, publicUrl } = options;
  if (isKnownHost)
    app.addHook("onRequest", (request, _reply, done) => {
      request.startedAt = performance.now();
      done(isKnownHost(request.headers.host) ? undefined : hostUnknown(publicUrl));
    });
  app.setErrorHandler((error, request, reply) => errors.send(error, request, reply));
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart = "request" }) => (data: unknown) => {
    // Fastify hands in null where there is no body.
    const parsed = schema.safeParse(data ?? undefined);
    return parsed.success ? { value: parsed.data } : { error: partInvalid(httpPart, parsed.error) };
  });
  // Results are written by `bind`, and never by Fastify.
  app.setSerializerCompiler(() => JSON.stringify);
  acceptJsonBodies(app);
  acceptFormBodies(app);
  guardRoutes(app, [...options.infrastructure, ...PREFLIGHT]);
  if (options.allowedOrigins.length > 0)
    await app.register(cors, {
      origin: [...options.allowedOrigins],
      allowedHeaders: ["authorization", "content-type", "x-app-key", "x-request-id", STEP_UP_HEADER],
      exposedHeaders: ["retry-after", "x-request-id", EVENT_NUMBER_HEADER],
      methods: ["GET", "POST", "PUT", "DELETE"],
      maxAge: 600,
    });
  await registerApiDocs(app, options);
  await app.register(answerUnknownOperations, { prefix: "/api" });
  const draining = new Draining(app.server);
  app.addHook("preClose", async () => {
    if (!app.server.listening) return;
    await draining.drain();
    keepClosingIdleConnections(app.server);
  });
  return app;
}

async function answerUnknownOperations(api: FastifyInstance): Promise<void> {
  api.setNotFoundHandler(() => {
    throw routeNotFound();
  });
}

/** Node closes idle connections once; one that falls idle after its last answer would hold the server for a minute. */
function keepClosingIdleConnections(server: Server): void {
  const timer = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  server.once("close", () => clearInterval(timer));
}

/** For what is not even HTTP there is no request to answer, only a connection. */
function answerMalformedRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = errorEnvelope({ code: REQUEST_ERROR.invalid, message: "The request could not be understood" });
  const head = [
    "HTTP/1.1 400 Bad Request",
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
