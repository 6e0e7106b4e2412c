import { DomainError } from "../../../platform/domain-error.ts";

export const phoneNotFound = (name: string): DomainError =>
  new DomainError("notFound", "calls.phoneNotFound", `You have no phone line ${name}`);
export const noPhone = (): DomainError =>
  new DomainError("notFound", "calls.noPhone", "You have no phone line");
export const forwardedToItself = (): DomainError =>
  new DomainError("invalid", "calls.forwardedToItself", "A line cannot be forwarded to itself");
export const notANumber = (): DomainError =>
  new DomainError("invalid", "calls.invalidNumber", "Invalid phone format");
export const callNotFound = (): DomainError =>
  new DomainError("notFound", "calls.recordNotFound", "There is no such call in your history");
