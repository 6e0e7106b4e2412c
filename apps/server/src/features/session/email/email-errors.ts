import { DomainError } from "../../../platform/domain-error.ts";

export const emailTaken = (): DomainError =>
  new DomainError("conflict", "settings.emailTaken", "This email is already in use");

export const formerEmailTaken = (): DomainError =>
  new DomainError(
    "conflict",
    "session.formerEmailTaken",
    "Your former address belongs to another account by now. Ask your administrator for help.",
  );

export const tooManyEmailChanges = (): DomainError =>
  new DomainError(
    "tooMany",
    "session.tooManyEmailChanges",
    "You have asked for too many changes of your address. Try again in an hour.",
  );

export const emailLinkInvalid = (): DomainError =>
  new DomainError("invalid", "session.emailLinkInvalid", "This link has expired or was already used.");
