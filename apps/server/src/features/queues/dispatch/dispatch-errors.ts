import { DomainError } from "../../../platform/domain-error.ts";

export const callMoved = (): DomainError =>
  new DomainError("conflict", "dispatch.callMoved", "This call has ended or is somewhere else by now");
export const cannotMove = (): DomainError =>
  new DomainError("conflict", "dispatch.cannotMove", "This call can't be moved right now");
export const nobodysLine = (): DomainError =>
  new DomainError("conflict", "dispatch.nobodysLine", "No one has this line who could do it");
export const slotTaken = (): DomainError =>
  new DomainError("conflict", "dispatch.slotTaken", "Another call is parked there");
