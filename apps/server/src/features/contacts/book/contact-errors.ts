import { DomainError } from "../../../platform/domain-error.ts";

export const contactNotFound = (): DomainError =>
  new DomainError("notFound", "contacts.notFound", "This contact does not exist any more");
export const contactNotOwned = (): DomainError =>
  new DomainError("forbidden", "contacts.notOwned", "Only its owner can change this contact");
export const contactEmpty = (): DomainError =>
  new DomainError(
    "invalid",
    "contacts.empty",
    "A contact needs a name, an organization, a number or an address",
  );
export const contactTooLong = (): DomainError =>
  new DomainError("invalid", "contacts.tooLong", "The contact would hold more than it can");
