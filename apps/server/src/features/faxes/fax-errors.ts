import { FAX_REASONS, type FaxReason, MAX_FAX_PAGES, NO_FAX_ACCESS_TEXT } from "@offhook/contract";
import { DomainError } from "../../platform/domain-error.ts";

export const noFaxAccess = (): DomainError =>
  new DomainError("forbidden", "faxes.noAccess", NO_FAX_ACCESS_TEXT);
export const notManager = (): DomainError =>
  new DomainError("forbidden", "faxes.notManager", "You can't change this fax line");
export const faxNotFound = (): DomainError =>
  new DomainError("notFound", "faxes.notFound", "This fax no longer exists");
export const fileMissing = (): DomainError =>
  new DomainError("notFound", "faxes.fileMissing", "The pages of this fax are missing");
export const tooLateToUndo = (): DomainError =>
  new DomainError("conflict", "faxes.tooLateToUndo", "It was deleted too long ago to bring it back");
export const stillSending = (): DomainError =>
  new DomainError("conflict", "faxes.stillSending", "This fax is being sent. Cancel it first.");
export const noReceipt = (): DomainError =>
  new DomainError(
    "conflict",
    "faxes.noReceipt",
    "There is a receipt as soon as the fax has arrived or failed",
  );
export const numberInvalid = (number: string): DomainError =>
  new DomainError("invalid", "faxes.numberInvalid", `${number} is not a number that can receive faxes`);
export const numberClosed = (number: string): DomainError =>
  new DomainError(
    "forbidden",
    "faxes.numberClosed",
    `Your company does not allow faxes to ${number}. Ask your administrator.`,
  );
export const ownNumber = (): DomainError =>
  new DomainError("invalid", "faxes.ownNumber", "A line can't send a fax to itself");
export const emptyFax = (): DomainError =>
  new DomainError("invalid", "faxes.empty", "Add a document or a cover page");
export const tooManyPages = (): DomainError =>
  new DomainError("invalid", "faxes.tooManyPages", `A fax can have at most ${MAX_FAX_PAGES} pages`);
export const noDocument = (): DomainError =>
  new DomainError("notFound", "faxes.noDocument", "This document is no longer here. Attach it again.");
export const noSuchPage = (): DomainError =>
  new DomainError("invalid", "faxes.noSuchPage", "The document does not have this page");
export const badDocument = (why: string): DomainError => new DomainError("invalid", "faxes.badDocument", why);
export const noCover = (): DomainError =>
  new DomainError("notFound", "faxes.noCover", "This cover page no longer exists. Choose another one.");
export const sendInPast = (): DomainError =>
  new DomainError("invalid", "faxes.sendInPast", "Choose a time that is still to come");
export const sendTooFar = (): DomainError =>
  new DomainError("invalid", "faxes.sendTooFar", "Choose a time within a year");
export const noWay = (reason: FaxReason): DomainError => {
  const { text, nextStep } = FAX_REASONS[reason];
  return new DomainError("conflict", "faxes.noWay", `${text}. ${nextStep}`);
};
export const notFailed = (): DomainError =>
  new DomainError("conflict", "faxes.notFailed", "Only a fax that failed or waits can be tried again");
export const notOnItsWay = (): DomainError =>
  new DomainError("conflict", "faxes.notOnItsWay", "Only a fax that has not arrived yet can be canceled");
export const mailIsOff = (): DomainError =>
  new DomainError("conflict", "faxes.mailIsOff", "This installation can't send mail");
export const tooManyMails = (): DomainError =>
  new DomainError("tooMany", "faxes.tooManyMails", "You have sent too many mails today. Try again tomorrow.");
