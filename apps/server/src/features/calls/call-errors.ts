import type { CommandRefusal } from "@offhook/pbx";
import { DomainError } from "../../platform/domain-error.ts";

export const lineNotFound = (): DomainError =>
  new DomainError("notFound", "calls.phoneNotFound", "You have no such phone line");
export const phoneNotFound = (name: string): DomainError =>
  new DomainError("notFound", "calls.phoneNotFound", `You have no phone line ${name}`);
export const noPhone = (): DomainError =>
  new DomainError("notFound", "calls.noPhone", "You have no phone line");
export const forwardedToItself = (): DomainError =>
  new DomainError("invalid", "calls.forwardedToItself", "A line cannot be forwarded to itself");
export const noLine = (): DomainError =>
  new DomainError("notFound", "calls.noLine", "You have no phone line. Ask your administrator.");
export const testCallUnderWay = (): DomainError =>
  new DomainError("conflict", "calls.testUnderWay", "A test call is ringing already. Answer or decline it.");
export const callRecordNotFound = (): DomainError =>
  new DomainError("notFound", "calls.recordNotFound", "There is no such call in your history");
export const recordingNotFound = (): DomainError =>
  new DomainError("notFound", "calls.recordingNotFound", "There is no recording of this call");
export const notTranscribed = (): DomainError =>
  new DomainError("conflict", "calls.notTranscribed", "This recording cannot be transcribed here.");
export const callNotFound = (): DomainError =>
  new DomainError("notFound", "calls.callNotFound", "This call is over, or it is not yours");
export const invalidNumber = (): DomainError =>
  new DomainError("invalid", "calls.invalidNumber", "Invalid phone format");
export const destinationNotFound = (): DomainError =>
  new DomainError("invalid", "calls.destinationNotFound", "There is nothing at this destination");
export const declinedWithoutWords = (): DomainError =>
  new DomainError(
    "conflict",
    "calls.messageNotSent",
    "The call was declined, but this caller cannot be sent a text message.",
  );
export const tooManyBlocked = (): DomainError =>
  new DomainError("conflict", "calls.tooManyBlocked", "This line blocks too many callers already");

const REFUSALS: Readonly<Record<CommandRefusal, () => DomainError>> = {
  unknownChannel: callNotFound,
  unknownEndpoint: lineNotFound,
  wrongState: () =>
    new DomainError("conflict", "calls.wrongState", "The call is not in a state that allows it"),
  notAllowed: () =>
    new DomainError("forbidden", "calls.notAllowed", "You are not allowed to call this number"),
  limitReached: () =>
    new DomainError(
      "unavailable",
      "calls.limitReached",
      "There are too many calls at once. Hang up one of them, or try again in a moment.",
    ),
  unreachable: () =>
    new DomainError(
      "conflict",
      "calls.notConnected",
      "The phone in this browser is not connected yet. Try again in a moment.",
    ),
  quiet: () =>
    new DomainError(
      "conflict",
      "calls.quiet",
      "Your line takes no calls right now. Turn off Do not disturb and Disable incoming calls first.",
    ),
  alwaysRecorded: () =>
    new DomainError("conflict", "calls.alwaysRecorded", "The queue of this call records all of its calls."),
  neverRecorded: () =>
    new DomainError("conflict", "calls.neverRecorded", "Calls of this queue must not be recorded."),
  noFreeSlot: () => new DomainError("conflict", "calls.noFreeSlot", "No parking slot is free"),
};

export const commandRefused = (refusal: CommandRefusal): DomainError => REFUSALS[refusal]();
