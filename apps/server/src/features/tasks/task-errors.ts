import { DomainError } from "../../platform/domain-error.ts";

export const taskNotFound = (): DomainError =>
  new DomainError("notFound", "tasks.notFound", "This task no longer exists");
export const noTask = (): DomainError =>
  new DomainError("notFound", "tasks.none", "This conversation has no task");
export const noEarlierTask = (): DomainError =>
  new DomainError("notFound", "tasks.noneEarlier", "There is no earlier task to open again");
export const sourceNotFound = (): DomainError =>
  new DomainError(
    "notFound",
    "tasks.sourceNotFound",
    "What this task is about is not here, or not yours to see",
  );
export const assigneeCannotSee = (): DomainError =>
  new DomainError("invalid", "tasks.assigneeCannotSee", "This person cannot see what the task is about");
export const resolvedByOther = (): DomainError =>
  new DomainError("forbidden", "tasks.resolvedByOther", "A task is resolved in one's own name only");
export const taskDeleted = (): DomainError =>
  new DomainError("conflict", "tasks.deleted", "This task was deleted");
export const reminderPassed = (): DomainError =>
  new DomainError("invalid", "tasks.reminderPassed", "The time of the reminder has already passed");
