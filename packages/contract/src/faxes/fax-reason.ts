import { z } from "zod";

/** Why a fax failed. `interrupted`: the server went away while the last page was on its way, so nobody can tell. */
export const FaxReason = z.enum([
  "busy",
  "noAnswer",
  "noSuchNumber",
  "refused",
  "notFax",
  "dropped",
  "badLine",
  "incompatible",
  "noCarrier",
  "noEngine",
  "badDocument",
  "interrupted",
  "canceled",
  "expired",
  "provider",
  "notAllowed",
]);
export type FaxReason = z.infer<typeof FaxReason>;

interface ReasonWords {
  /** `dlr_status` of a fax that failed for it: above 0, and never given to another reason. */
  readonly status: number;
  readonly text: string;
  /** What a person can do about it. */
  readonly nextStep: string;
  /** Another try may help. */
  readonly isPassing: boolean;
}

export const FAX_REASONS: Readonly<Record<FaxReason, ReasonWords>> = {
  busy: {
    status: 1,
    text: "The other side was busy",
    nextStep: "Send it again later.",
    isPassing: true,
  },
  noAnswer: {
    status: 2,
    text: "The other side did not answer",
    nextStep: "Send it again later, or ask whether the fax machine is on.",
    isPassing: true,
  },
  noSuchNumber: {
    status: 3,
    text: "The number is not in service",
    nextStep: "Check the number and send it again.",
    isPassing: false,
  },
  refused: {
    status: 4,
    text: "The other side refused the call",
    nextStep: "Check the number, or ask the recipient whether they take faxes from you.",
    isPassing: false,
  },
  notFax: {
    status: 5,
    text: "The other side answered but is no fax machine",
    nextStep: "Ask the recipient for their fax number.",
    isPassing: false,
  },
  dropped: {
    status: 6,
    text: "The call was cut off before the last page had arrived",
    nextStep: "Send it again.",
    isPassing: true,
  },
  badLine: {
    status: 7,
    text: "The line was too bad to send the pages",
    nextStep: "Send it again, or send it in normal quality.",
    isPassing: true,
  },
  incompatible: {
    status: 8,
    text: "The other fax machine cannot receive this fax",
    nextStep: "Send it in normal quality, or ask for another fax number.",
    isPassing: false,
  },
  noCarrier: {
    status: 9,
    text: "No carrier took the call",
    nextStep: "Ask your administrator to check the carrier, then send it again.",
    isPassing: true,
  },
  noEngine: {
    status: 10,
    text: "This server cannot send faxes over the phone line",
    nextStep: "Ask your administrator to install the fax library or to connect a fax provider.",
    isPassing: false,
  },
  badDocument: {
    status: 11,
    text: "The pages could not be read",
    nextStep: "Attach the document again.",
    isPassing: false,
  },
  interrupted: {
    status: 12,
    text: "The server stopped while the last page was on its way",
    nextStep: "Ask the recipient whether it arrived before you send it again.",
    isPassing: false,
  },
  canceled: {
    status: 13,
    text: "Somebody canceled it",
    nextStep: "Send it again if it was a mistake.",
    isPassing: false,
  },
  expired: {
    status: 14,
    text: "It could not be sent in time",
    nextStep: "Send it again.",
    isPassing: false,
  },
  provider: {
    status: 15,
    text: "The fax provider could not deliver it",
    nextStep: "Send it again later.",
    isPassing: true,
  },
  notAllowed: {
    status: 16,
    text: "Your company does not allow calls to this number, or has reached a limit",
    nextStep: "Ask your administrator whether this number may be called.",
    isPassing: false,
  },
};
