import { DomainError } from "../../platform/domain-error.ts";

export const notAnAgent = (): DomainError =>
  new DomainError("notFound", "queues.notAnAgent", "This phone line is not an agent of that queue");
export const huntGroupNotFound = (): DomainError =>
  new DomainError("notFound", "queues.huntGroupNotFound", "You are not in that hunt group");
export const huntGroupLineNotFound = (): DomainError =>
  new DomainError("notFound", "queues.huntGroupLineNotFound", "This line is not in that hunt group");
export const unknownPauseReason = (): DomainError =>
  new DomainError(
    "invalid",
    "queues.unknownPauseReason",
    "Your company does not have this reason for a pause",
  );
export const queueNotFound = (): DomainError =>
  new DomainError("notFound", "queues.queueNotFound", "You cannot see a queue with this number");
