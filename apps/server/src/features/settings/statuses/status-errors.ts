import { DomainError } from "../../../platform/domain-error.ts";

export const statusNotFound = (): DomainError =>
  new DomainError("notFound", "statuses.notFound", "This status no longer exists");
export const sharedStatusKept = (): DomainError =>
  new DomainError("forbidden", "statuses.shared", "Shared statuses cannot be removed");
export const expiryMissing = (): DomainError =>
  new DomainError("invalid", "statuses.expiryMissing", "A custom duration needs a date and time");
export const expiryPassed = (): DomainError =>
  new DomainError("invalid", "statuses.expiryPassed", "The date and time have already passed");
