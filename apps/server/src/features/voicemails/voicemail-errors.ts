import { NO_MAILBOX_ACCESS_TEXT } from "@offhook/contract";
import { DomainError } from "../../platform/domain-error.ts";

export const noMailbox = (): DomainError =>
  new DomainError("notFound", "voicemails.noMailbox", NO_MAILBOX_ACCESS_TEXT);
export const voicemailNotFound = (): DomainError =>
  new DomainError("notFound", "voicemails.notFound", "This voicemail no longer exists");
export const fileMissing = (): DomainError =>
  new DomainError("notFound", "voicemails.fileMissing", "The recording of this voicemail is missing");
export const tooLateToUndo = (): DomainError =>
  new DomainError("conflict", "voicemails.tooLateToUndo", "It was deleted too long ago to bring it back");
