import { DomainError } from "../../platform/domain-error.ts";

export const notAnAgent = (): DomainError =>
  new DomainError("notFound", "queues.notAnAgent", "This phone line is not an agent of that queue");
export const huntGroupNotFound = (): DomainError =>
  new DomainError("notFound", "queues.huntGroupNotFound", "You are not in that hunt group");
export const huntGroupLineNotFound = (): DomainError =>
  new DomainError("notFound", "queues.huntGroupLineNotFound", "This line is not in that hunt group");
export const lineNotFound = (): DomainError =>
  new DomainError("notFound", "queues.lineNotFound", "You cannot see a phone line with this name");
export const unknownPauseReason = (): DomainError =>
  new DomainError(
    "invalid",
    "queues.unknownPauseReason",
    "Your company does not have this reason for a pause",
  );
export const callerGone = (): DomainError =>
  new DomainError("conflict", "queues.callerGone", "This caller is not waiting any more");
export const cannotChoose = (): DomainError =>
  new DomainError("conflict", "queues.cannotChoose", "Calls of this queue come in their order");
export const ringsElsewhere = (): DomainError =>
  new DomainError("conflict", "queues.ringsElsewhere", "This call is ringing at an agent already");
export const notReady = (): DomainError =>
  new DomainError(
    "conflict",
    "queues.notReady",
    "You can take a call when you have joined the queue, are not paused and are on no call",
  );
export const sameQueue = (): DomainError =>
  new DomainError("conflict", "queues.sameQueue", "This caller is waiting in that queue already");
export const nowhereToSend = (): DomainError =>
  new DomainError("invalid", "queues.nowhereToSend", "A caller cannot be sent there");
export const noFreeSlot = (): DomainError =>
  new DomainError("conflict", "queues.noFreeSlot", "That parking slot is not free");
export const queueCallOver = (): DomainError =>
  new DomainError("conflict", "queues.callOver", "This call is over, or it is no longer with an agent");
export const noOwnLine = (): DomainError =>
  new DomainError("notFound", "queues.noLine", "You need a phone line of your own for this");
export const ownCall = (): DomainError =>
  new DomainError("conflict", "queues.ownCall", "You are in this call yourself");
export const callbackGone = (): DomainError =>
  new DomainError(
    "conflict",
    "queues.callbackGone",
    "This caller is being called back right now, or no longer waits for it",
  );
export const queueNotFound = (): DomainError =>
  new DomainError("notFound", "queues.queueNotFound", "You cannot see a queue with this number");
export const tooManyWallboardLinks = (): DomainError =>
  new DomainError(
    "conflict",
    "queues.tooManyWallboardLinks",
    "There are 50 TV links already. Revoke one first",
  );
export const wallboardLinkNotFound = (): DomainError =>
  new DomainError("notFound", "queues.wallboardLinkNotFound", "This link was revoked or never existed");
