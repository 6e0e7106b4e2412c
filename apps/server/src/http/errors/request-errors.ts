import { ERROR_TEXTS, NOT_AUTHENTICATED, REQUEST_ERROR, TOKEN_EXPIRED } from "@offhook/contract";
import type { z } from "zod";
import { DomainError } from "../../platform/domain-error.ts";

const LONGEST_MESSAGE = 300;

export const requestInvalid = (message: string): DomainError =>
  new DomainError("invalid", REQUEST_ERROR.invalid, message.slice(0, LONGEST_MESSAGE));

/** The first problem a schema has with a part of a request, with the field it is about. */
export function partInvalid(part: string, error: z.core.$ZodError): DomainError {
  const [issue] = error.issues;
  const field = issue?.path.join(".") || part;
  return requestInvalid(`${field}: ${issue?.message ?? "Invalid input"}`);
}

export const appKeyInvalid = (): DomainError =>
  new DomainError("forbidden", REQUEST_ERROR.appKey, "The application key is missing or wrong");

export const tokenMissing = (): DomainError =>
  new DomainError("unauthenticated", TOKEN_EXPIRED, "The access token is missing or has expired");

export const sessionEnded = (): DomainError =>
  new DomainError("unauthenticated", NOT_AUTHENTICATED, "You are no longer signed in");

export const stepUpRequired = (): DomainError =>
  new DomainError("forbidden", REQUEST_ERROR.stepUp, "Confirm that it is you to make this change");

export const featureDisabled = (): DomainError =>
  new DomainError("forbidden", REQUEST_ERROR.featureDisabled, "This feature is not enabled for you");

export const notAdministrator = (): DomainError =>
  new DomainError(
    "forbidden",
    REQUEST_ERROR.notAdministrator,
    "Only an administrator of your company can do this",
  );

export const notSupervisor = (): DomainError =>
  new DomainError("forbidden", REQUEST_ERROR.notSupervisor, "Only a supervisor of your company can do this");

export const routeNotFound = (): DomainError =>
  new DomainError("notFound", REQUEST_ERROR.routeNotFound, "There is nothing at this address");

export const hostUnknown = (publicUrl: string): DomainError =>
  new DomainError(
    "misdirected",
    REQUEST_ERROR.host,
    `This demo does not answer to this name. Open it at ${publicUrl}, or add the name to ALLOWED_HOSTS.`,
  );

export const bodyTooLarge = (): DomainError =>
  new DomainError("tooLarge", REQUEST_ERROR.tooLarge, ERROR_TEXTS.fileTooLarge);

export const serverUnavailable = (cause?: unknown): DomainError =>
  new DomainError("unavailable", REQUEST_ERROR.unavailable, "The service is not available right now", {
    cause,
  });

export const diskFull = (cause: unknown): DomainError =>
  new DomainError(
    "unavailable",
    REQUEST_ERROR.unavailable,
    "The server has no disk space left, so nothing was saved. Ask your administrator to free some space.",
    { cause },
  );

/** A refusal that tells the client when to come back. */
export class TooManyRequests extends DomainError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super("tooMany", REQUEST_ERROR.tooMany, "Too many requests. Please wait a moment and try again");
    this.name = "TooManyRequests";
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
