import { GREETING_MAX_SECONDS, MAX_GREETINGS } from "@offhook/contract";
import { DomainError } from "../../../platform/domain-error.ts";

export const greetingNotFound = (): DomainError =>
  new DomainError("notFound", "voicemails.greetingNotFound", "This greeting no longer exists");
export const notAudio = (): DomainError =>
  new DomainError(
    "invalid",
    "voicemails.notAudio",
    "This file can't be played. Choose a WAV, MP3 or Ogg file.",
  );
export const greetingTooLong = (): DomainError =>
  new DomainError(
    "invalid",
    "voicemails.greetingTooLong",
    `A greeting can last ${GREETING_MAX_SECONDS / 60} minutes at most`,
  );
export const tooManyGreetings = (): DomainError =>
  new DomainError(
    "conflict",
    "voicemails.tooManyGreetings",
    `A mailbox holds ${MAX_GREETINGS} greetings at most. Delete one and try again.`,
  );
export const alreadyOver = (): DomainError =>
  new DomainError("invalid", "voicemails.alreadyOver", "Choose an end in the future");
