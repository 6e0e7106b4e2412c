import { ERROR_TEXTS, NOT_AUTHENTICATED, REQUEST_ERROR, TOKEN_EXPIRED } from "@offhook/contract";
import type { z } from "zod";
import { DomainError } from "../platform/domain-error.ts";

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

export const featureDisabled = (): DomainError =>
  new DomainError("forbidden", REQUEST_ERROR.featureDisabled, "This feature is not enabled for you");

export const routeNotFound = (): DomainError =>
  new DomainError("notFound", REQUEST_ERROR.routeNotFound, "There is nothing at this address");

export const bodyTooLarge = (): DomainError =>
  new DomainError("tooLarge", REQUEST_ERROR.tooLarge, ERROR_TEXTS.fileTooLarge);

export const serverUnavailable = (cause?: unknown): DomainError =>
  new DomainError("unavailable", REQUEST_ERROR.unavailable, "The service is not available right now", {
    cause,
  });

/** A refusal that tells the client when to come back. */
export class TooManyRequests extends DomainError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super("tooMany", REQUEST_ERROR.tooMany, "Too many requests. Please wait a moment and try again");
    this.name = "TooManyRequests";
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
