import { DomainError } from "../../../platform/domain-error.ts";

export const shiftNotFound = (): DomainError =>
  new DomainError("notFound", "shifts.notFound", "This shift no longer exists");
export const groupNotFound = (): DomainError =>
  new DomainError("notFound", "shifts.groupNotFound", "This hunt group no longer exists");
export const noLineToRing = (): DomainError =>
  new DomainError("invalid", "shifts.noLine", "This person does not have that phone line");
export const endsBeforeItBegins = (): DomainError =>
  new DomainError("invalid", "shifts.endsBeforeItBegins", "A shift must end after it begins");
export const shiftTooLong = (days: number): DomainError =>
  new DomainError("invalid", "shifts.tooLong", `A shift lasts ${days} days at most`);
export const tooManyShifts = (most: number): DomainError =>
  new DomainError(
    "invalid",
    "shifts.tooMany",
    `A hunt group has ${most} shifts ahead at most. Delete some, or repeat for fewer weeks.`,
  );
export const shiftIsOver = (): DomainError =>
  new DomainError("invalid", "shifts.over", "This time has already passed");

/** Says who is on call then, so that the writer can tell which of the two is wrong. */
export const shiftsOverlap = (other: {
  name: string;
  group: string;
  from: string;
  to: string;
}): DomainError =>
  new DomainError(
    "conflict",
    "shifts.overlap",
    `${other.name} is already on call for ${other.group} from ${readable(other.from)} to ${readable(other.to)}`,
  );

/** "Nov 18, 8:00 PM": the time is the company's, so no zone may be applied to it. */
export function readable(time: string): string {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: "UTC",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  }).format(Date.parse(`${time}:00Z`));
}
