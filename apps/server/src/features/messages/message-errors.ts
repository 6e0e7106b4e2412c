import { CARRIER_REASONS, NO_CONVERSATION_TEXT, NO_SMS_ACCESS_TEXT } from "@offhook/contract";
import { DomainError } from "../../platform/domain-error.ts";

export const noSmsAccess = (): DomainError =>
  new DomainError("forbidden", "messages.noAccess", NO_SMS_ACCESS_TEXT);
export const noConversation = (): DomainError =>
  new DomainError("notFound", "messages.noConversation", NO_CONVERSATION_TEXT);
export const messageNotFound = (): DomainError =>
  new DomainError("notFound", "messages.notFound", "This message does not exist any more");
export const tooLateToUndo = (): DomainError =>
  new DomainError("conflict", "messages.tooLateToUndo", "It was deleted too long ago to bring it back");
export const receiverInvalid = (): DomainError =>
  new DomainError("invalid", "messages.receiverInvalid", "This is not a number that can receive texts");
export const ownNumber = (): DomainError =>
  new DomainError("invalid", "messages.ownNumber", "A line cannot text itself");
export const receiverBlocked = (): DomainError =>
  new DomainError(
    "conflict",
    "messages.blocked",
    "This number is blocked on this line. Unblock it to write to it.",
  );
export const receiverOptedOut = (): DomainError => {
  const { reason, nextStep } = CARRIER_REASONS.optedOut;
  return new DomainError("conflict", "messages.optedOut", `${reason} ${nextStep}`);
};
export const idTaken = (): DomainError =>
  new DomainError("conflict", "messages.idTaken", "Another message has this id already");
export const notFailed = (): DomainError =>
  new DomainError("conflict", "messages.notFailed", "Only a message that failed can be sent again");
export const noMediaCarrier = (): DomainError =>
  new DomainError("invalid", "messages.noMedia", sentenceOf("noMedia"));
export const mediaTooLarge = (): DomainError =>
  new DomainError("tooLarge", "messages.mediaTooLarge", sentenceOf("mediaTooLarge"));
export const mediaTypeRefused = (): DomainError =>
  new DomainError("invalid", "messages.mediaType", sentenceOf("mediaType"));
export const scheduledInPast = (): DomainError =>
  new DomainError("invalid", "messages.scheduledInPast", "Choose a time that is still to come");
export const scheduledTooFar = (): DomainError =>
  new DomainError("invalid", "messages.scheduledTooFar", "Choose a time within a year");
export const scheduledNotFound = (): DomainError =>
  new DomainError("notFound", "messages.scheduledNotFound", "This message has been sent or canceled already");
export const templateNotFound = (): DomainError =>
  new DomainError("notFound", "messages.templateNotFound", "This template does not exist any more");
export const tooManyTemplates = (): DomainError =>
  new DomainError("conflict", "messages.tooManyTemplates", "There are too many templates: delete some first");
export const notOnBlacklist = (): DomainError =>
  new DomainError("notFound", "messages.notBlocked", "This number is not blocked");
export const commentNotOwned = (): DomainError =>
  new DomainError("forbidden", "messages.commentNotOwned", "Only its author can delete a comment");
export const mentionOutsideLine = (): DomainError =>
  new DomainError("invalid", "messages.mentionOutsideLine", "Only people of this line can be mentioned");

function sentenceOf(code: keyof typeof CARRIER_REASONS): string {
  const { reason, nextStep } = CARRIER_REASONS[code];
  return `${reason} ${nextStep}`;
}
