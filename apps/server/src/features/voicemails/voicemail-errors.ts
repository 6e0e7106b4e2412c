import { NO_MAILBOX_ACCESS_TEXT } from "@offhook/contract";
import { DomainError } from "../../platform/domain-error.ts";

export const noMailbox = (): DomainError =>
  new DomainError("notFound", "voicemails.noMailbox", NO_MAILBOX_ACCESS_TEXT);
export const notManager = (): DomainError =>
  new DomainError("forbidden", "voicemails.notManager", "You can't change this voicemail box");
export const voicemailNotFound = (): DomainError =>
  new DomainError("notFound", "voicemails.notFound", "This voicemail no longer exists");
export const fileMissing = (): DomainError =>
  new DomainError("notFound", "voicemails.fileMissing", "The recording of this voicemail is missing");
export const messageOver = (): DomainError =>
  new DomainError("conflict", "voicemails.messageOver", "The caller does not speak to this box any more");
export const pickedUpAlready = (name: string): DomainError =>
  new DomainError("conflict", "voicemails.pickedUp", `${name || "A colleague"} has picked up already`);
export const mailIsOff = (): DomainError =>
  new DomainError("conflict", "voicemails.mailIsOff", "This installation can't send mail");
export const tooManyMails = (): DomainError =>
  new DomainError(
    "tooMany",
    "voicemails.tooManyMails",
    "You have sent too many voicemails today. Try again tomorrow.",
  );
export const tooLateToUndo = (): DomainError =>
  new DomainError("conflict", "voicemails.tooLateToUndo", "It was deleted too long ago to bring it back");
