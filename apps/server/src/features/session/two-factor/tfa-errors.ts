import { DomainError } from "../../../platform/domain-error.ts";
import { waitText } from "../password/throttle-policy.ts";

export const signInExpired = (): DomainError =>
  new DomainError("unauthenticated", "tfa.expired", "This sign-in has expired. Please sign in again.");

export const signInEnded = (): DomainError =>
  new DomainError("unauthenticated", "tfa.ended", "Too many wrong codes. Please sign in again.");

export const proofExpired = (): DomainError =>
  new DomainError("invalid", "tfa.proofExpired", "This took too long. Please start again.");

export const proofEnded = (): DomainError =>
  new DomainError("invalid", "tfa.proofEnded", "Too many wrong codes. Please start again.");

export const wrongCode = (): DomainError =>
  new DomainError(
    "invalid",
    "tfa.wrongCode",
    "This code is wrong or has expired. Please check it and try again.",
  );

export const resendTooSoon = (remainingMs: number): DomainError =>
  new DomainError("tooMany", "tfa.tooSoon", `You can ask for another code ${waitText(remainingMs)}.`);

export const tooManyCodes = (remainingMs: number): DomainError =>
  new DomainError(
    "tooMany",
    "tfa.tooManyCodes",
    `Too many codes were sent. Try again ${waitText(remainingMs)}.`,
  );

export const methodNotOffered = (): DomainError =>
  new DomainError("invalid", "tfa.methodNotOffered", "This method cannot be used for your account.");

export const methodNotFound = (): DomainError =>
  new DomainError("notFound", "tfa.methodNotFound", "This second factor is not set up.");

export const tfaOff = (): DomainError =>
  new DomainError("conflict", "tfa.off", "Two-factor sign-in is not switched on.");

export const enrollmentExpired = (): DomainError =>
  new DomainError("invalid", "tfa.enrollmentExpired", "The set-up has expired. Please start again.");

export const numberInvalid = (): DomainError =>
  new DomainError(
    "invalid",
    "tfa.numberInvalid",
    "Enter a phone number with its country code, such as +1 212 555 0100.",
  );

export const noMailAddress = (): DomainError =>
  new DomainError("conflict", "tfa.noMailAddress", "Your profile has no email address.");
