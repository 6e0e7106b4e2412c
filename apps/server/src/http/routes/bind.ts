import {
  type Access,
  type ApiDefinition,
  ApiError,
  EVENT_NUMBER_HEADER,
  type RouteDefinition,
} from "@offhook/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import { z } from "zod";
import type { Actor, Caller } from "../../platform/actor.ts";
import { JSON_TYPE } from "../errors/error-replies.ts";
import type { AddressReader } from "../guards/client-address.ts";
import type { AccessGate } from "./access-gate.ts";
import type { Handlers } from "./handlers.ts";
import { createResultWriter } from "./result-writer.ts";
import { ACCESS_RULE, requireWholeRoute } from "./route-guard.ts";

/** What a bound route needs of its server; `createHttpServer` provides it. */
interface ApiContext {
  readonly gate: AccessGate;
  readonly addressOf: AddressReader;
  readonly checkResults: boolean;
  readonly recorderOf: (operation: string) => Recorder;
  readonly eventNumber: EventNumberReader;
}

/** Everything read after this call contains the company's events up to the number it gives. */
export type EventNumberReader = (customerId: number) => number | Promise<number>;

type Recorder = (status: number, milliseconds: number) => void;

declare module "fastify" {
  interface FastifyInstance {
    apiContext: ApiContext;
  }
  interface FastifyRequest {
    actor: Actor | undefined;
    startedAt: number;
  }
  interface FastifyContextConfig {
    operation?: { readonly name: string; readonly record: Recorder };
    [ACCESS_RULE]?: Access;
  }
}

type AnyHandler = (request: {
  params: unknown;
  query: unknown;
  body: unknown;
  actor: Actor | undefined;
  caller: Caller;
}) => Promise<unknown>;

/**
 * Registers every route of a table under `/api`. `noun` groups them in the documentation, and routes of one noun
 * share a rate limit.
 */
export function bind<Api extends ApiDefinition>(
  app: FastifyInstance,
  noun: string,
  api: Api,
  handlers: Handlers<Api>,
): void {
  for (const [name, route] of Object.entries(api)) {
    requireWholeRoute(name, route);
    bindRoute(app, noun, name, route, handlers[name as keyof Api] as unknown as AnyHandler);
  }
}

function bindRoute(
  app: FastifyInstance,
  noun: string,
  name: string,
  route: RouteDefinition,
  handler: AnyHandler,
): void {
  const { gate, addressOf, checkResults, recorderOf, eventNumber } = app.apiContext;
  const { access, ratePerMinute, stepUp } = route;
  const record = recorderOf(name);
  const fieldGuard = gate.guardFields({ stepUp });
  const write = createResultWriter(name, route.result, checkResults);
  const isRead = route.method === "GET";

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    let payload: string;
    try {
      const { params, query, body, actor, raw } = request;
      const tellEventNumber = async ({ customerId }: Actor): Promise<void> => {
        const number = eventNumber(customerId);
        reply.header(EVENT_NUMBER_HEADER, typeof number === "number" ? number : await number);
      };
      // Before the handler reads anything: an event in between is then applied twice, and never lost.
      if (isRead && actor) await tellEventNumber(actor);
      const caller = {
        address: addressOf(raw),
        userAgent: raw.headers["user-agent"] ?? "",
        requestId: request.id,
      };
      payload = write(await handler({ params, query, body, actor, caller }));
      // Behind everything that was written, so that the client knows which events tell of it.
      if (!isRead && actor) await tellEventNumber(actor);
    } catch (error) {
      // Sending something that is no Error would make it the answer.
      reply.send(error instanceof Error ? error : new Error("A handler threw no error", { cause: error }));
      return;
    }
    record(200, performance.now() - request.startedAt);
    reply.header("content-type", JSON_TYPE).send(payload);
  }

  app.route({
    method: route.method,
    url: `/api${route.path}`,
    schema: schemaOf(noun, name, route),
    config: { operation: { name, record }, [ACCESS_RULE]: access },
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    onRequest: gate.guard({ access, group: noun, operation: name, ratePerMinute, stepUp }),
    ...(fieldGuard ? { preHandler: fieldGuard } : {}),
    handler: (request, reply) => {
      void answer(request, reply);
    },
  });
}

const Failure = z.object({ error: ApiError, result: z.null() }).describe("Refused: the error says why");

function schemaOf(noun: string, name: string, route: RouteDefinition): FastifySchema {
  const { access, summary, params, query, body, result } = route;
  const keys = access === "public" ? {} : { appKey: [] };
  const tokens = access === "public" || access === "app" ? {} : { accessToken: [] };
  return {
    operationId: name,
    tags: [noun],
    summary,
    ...(access === "public" ? {} : { security: [{ ...keys, ...tokens }] }),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    response: { 200: z.object({ error: z.null(), result }).describe("Done"), default: Failure },
  };
}
