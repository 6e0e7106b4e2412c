/** Why a text did not get there, as a person would say it, and what to do about it. */
export interface CarrierReason {
  readonly reason: string;
  readonly nextStep: string;
}

const CHECK_NUMBER = "Check the number with the person, or call instead.";
const TRY_LATER = "Try again in a while, or call.";
const CALL = "Call this person instead.";
const ASK_ADMIN = "Ask your administrator to look at the carrier's settings.";

/** The product's own words for what can go wrong. Carriers' codes are translated into them. */
export const CARRIER_REASONS = {
  unknownNumber: { reason: "This number is not in service.", nextStep: CHECK_NUMBER },
  invalidNumber: { reason: "This is not a number that can receive texts.", nextStep: CHECK_NUMBER },
  landline: { reason: "This number is a landline and cannot receive texts.", nextStep: CALL },
  unreachable: { reason: "The phone is switched off or out of reach.", nextStep: TRY_LATER },
  memoryFull: { reason: "The phone has no room for more messages.", nextStep: TRY_LATER },
  expired: { reason: "The carrier couldn't deliver it in time.", nextStep: TRY_LATER },
  filtered: {
    reason: "The carrier blocked it as spam.",
    nextStep: "Reword it, leave out shortened links, and send it again.",
  },
  blockedByCarrier: { reason: "The carrier does not deliver texts to this person.", nextStep: CALL },
  optedOut: {
    reason: "This person has asked for no more texts.",
    nextStep: "They can text START to this line to hear from you again.",
  },
  blockedByUs: {
    reason: "This number is blocked on this line.",
    nextStep: "Unblock it to write to it.",
  },
  notRegistered: { reason: "This line is not registered for texting with the carrier.", nextStep: ASK_ADMIN },
  throttled: { reason: "Too many texts were sent at once.", nextStep: TRY_LATER },
  refused: { reason: "The carrier refused this text.", nextStep: "Try again, or call this person." },
  carrierFault: { reason: "The carrier had a technical problem.", nextStep: TRY_LATER },
  tooLong: {
    reason: "The text is too long for the carrier.",
    nextStep: "Make it shorter and send it again.",
  },
  mediaTooLarge: {
    reason: "The file is too large for the carrier.",
    nextStep: "Send a smaller picture, or a link to the file.",
  },
  mediaType: {
    reason: "The carrier cannot send files of this kind.",
    nextStep: "Send it as a picture, or a link to the file.",
  },
  noMedia: {
    reason: "This line's carrier sends texts only, no pictures.",
    nextStep: "Send a link to the picture instead.",
  },
  unknown: {
    reason: "The carrier did not say why it failed.",
    nextStep: "Try again, or call this person.",
  },
} as const satisfies Record<string, CarrierReason>;
export type CarrierReasonCode = keyof typeof CARRIER_REASONS;

/** Codes as carriers write them: `err:` of SMPP receipts, names of SMPP's status, numbers of HTTP providers. */
const TRANSLATIONS: Readonly<Record<string, CarrierReasonCode>> = {
  "001": "unknownNumber",
  "005": "unknownNumber",
  "006": "unreachable",
  "009": "unknownNumber",
  "011": "landline",
  "013": "blockedByCarrier",
  "021": "refused",
  "027": "unreachable",
  "031": "unreachable",
  "032": "memoryFull",
  "034": "carrierFault",
  "045": "filtered",
  "050": "optedOut",
  ESME_RINVDSTADR: "invalidNumber",
  ESME_RINVSRCADR: "notRegistered",
  ESME_RINVMSGLEN: "tooLong",
  ESME_RMSGQFUL: "throttled",
  ESME_RTHROTTLED: "throttled",
  ESME_RSUBMITFAIL: "refused",
  ESME_RSYSERR: "carrierFault",
  ESME_RX_T_APPN: "carrierFault",
  ESME_RX_P_APPN: "refused",
  ESME_RX_R_APPN: "refused",
  UNDELIV: "unreachable",
  EXPIRED: "expired",
  REJECTD: "refused",
  DELETED: "refused",
  "21211": "invalidNumber",
  "21610": "optedOut",
  "21614": "landline",
  "30003": "unreachable",
  "30004": "blockedByCarrier",
  "30005": "unknownNumber",
  "30006": "landline",
  "30007": "filtered",
  "30008": "unknown",
  "30034": "notRegistered",
};

/** Never silent: a code nobody knows is explained as such. */
export function explainCarrierCode(code: string): CarrierReason {
  const own = Object.hasOwn(CARRIER_REASONS, code) ? (code as CarrierReasonCode) : undefined;
  const translated = Object.hasOwn(TRANSLATIONS, code) ? TRANSLATIONS[code] : undefined;
  return CARRIER_REASONS[own ?? translated ?? "unknown"];
}
