export {
  cleanContactNumber,
  contactDialValue,
  NUMBER_LABELS,
  type NumberLabel,
  type PhoneEntry,
  phoneEntriesOf,
} from "./contact-numbers.ts";
export {
  cleanDialString,
  type DialString,
  otherDeviceNumber,
  parseDialString,
} from "./dial-string.ts";
export { KEYPAD_KEYS, type KeypadKey, keypadLetters } from "./keypad.ts";
export { formatPhone, isUsNumber, withLeadingOne } from "./number-formats.ts";
export { lookupKey, smsNumber } from "./phone-lookup.ts";
