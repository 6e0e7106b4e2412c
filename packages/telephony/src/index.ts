export {
  type ContactNumbers,
  cleanContactNumber,
  contactDialValue,
  type DialableContact,
  NUMBER_LABELS,
  type NumberLabel,
  type PhoneEntry,
  phoneEntriesOf,
} from "./contact-numbers.ts";
export {
  type AfterAnswer,
  COMMA_PAUSE_MS,
  cleanDialString,
  type DialString,
  otherDeviceNumber,
  parseDialString,
} from "./dial-string.ts";
export { KEYPAD_KEYS, type KeypadKey, keypadLetters, lettersToDigits } from "./keypad.ts";
export { formatPhone, isUsNumber, US_NUMBER, withLeadingOne } from "./number-formats.ts";
export { type LookupKey, lookupKey, smsNumber } from "./phone-lookup.ts";
