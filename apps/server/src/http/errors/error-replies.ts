import { type ApiError, ERROR_TEXTS, REQUEST_ERROR } from "@offhook/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { DomainError } from "../../platform/domain-error.ts";
import { type DiskSpace, isDiskFull } from "../../platform/files/disk-space.ts";
import type { Logger } from "../../platform/logging/logger.ts";
import { isDatabaseUnreachable } from "./database-unreachable.ts";
import {
  bodyTooLarge,
  diskFull,
  requestInvalid,
  routeNotFound,
  serverUnavailable,
  TooManyRequests,
} from "./request-errors.ts";

export const JSON_TYPE = "application/json; charset=utf-8";

/** What our own framework refuses before a handler is asked, in words for the person who wrote the client. */
const FRAMEWORK_TEXTS: Readonly<Record<string, string>> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: "body: The body is empty",
  FST_ERR_CTP_INVALID_JSON_BODY: "body: The body is not valid JSON",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "body: The content type is not supported",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "body: The body is not as long as announced",
  FST_ERR_BAD_URL: "The address is not valid",
  FST_ERR_MAX_PARAM_LENGTH: "The address is too long",
};

/** The one place where what was thrown becomes what is answered; undefined is a bug of ours, told to nobody. */
function refusalOf(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (!(error instanceof Error)) return undefined;
  if (isDiskFull(error)) return diskFull(error);
  const { statusCode, code } = error as Error & { statusCode?: unknown; code?: unknown };
  if (typeof statusCode !== "number")
    return isDatabaseUnreachable(error) ? serverUnavailable(error) : undefined;
  if (statusCode === 413) return bodyTooLarge();
  if (statusCode === 404) return routeNotFound();
  if (statusCode < 400 || statusCode > 499) return undefined;
  return requestInvalid(FRAMEWORK_TEXTS[String(code)] ?? "The request could not be understood");
}

export interface ErrorReplies {
  /** Answers a request that failed, whatever was thrown. */
  readonly send: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;
}

export function createErrorReplies(
  logger: Logger,
  headers: readonly (readonly [string, string])[],
  disk: Pick<DiskSpace, "noteFailure"> | undefined,
): ErrorReplies {
  return {
    send(error, request, reply) {
      const refusal = refusalOf(error);
      if (isDiskFull(error)) disk?.noteFailure();
      const status = refusal?.status ?? 500;
      const { operation } = request.routeOptions.config;
      if (status >= 500) logFailure(logger, error, request);
      operation?.record(status, performance.now() - request.startedAt);
      for (const [name, value] of headers) reply.header(name, value);
      if (refusal instanceof TooManyRequests) reply.header("retry-after", String(refusal.retryAfterSeconds));
      reply
        .header("x-request-id", request.id)
        .code(status)
        .type(JSON_TYPE)
        .send(
          errorEnvelope({
            code: refusal?.code ?? REQUEST_ERROR.serverError,
            message: refusal?.message ?? ERROR_TEXTS.serverError,
          }),
        );
    },
  };
}

export function errorEnvelope(error: ApiError): string {
  return JSON.stringify({ error, result: null });
}

function logFailure(logger: Logger, error: unknown, request: FastifyRequest): void {
  const { config, url } = request.routeOptions;
  const context = {
    requestId: request.id,
    operation: config.operation?.name ?? `${request.method} ${url ?? ""}`,
    userId: request.actor?.userId,
    err:
      error instanceof Error ? error : new Error(`Something that is no error was thrown: ${String(error)}`),
  };
  if (error instanceof DomainError || isDatabaseUnreachable(error) || isDiskFull(error))
    logger.warn(context, "A request was refused because something is not available");
  else logger.error(context, "A request failed");
}
