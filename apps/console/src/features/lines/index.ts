export { BlockedMark } from "./blocked-mark.tsx";
export { BlockedNumbers } from "./blocked-numbers.ts";
export { BlockedTag } from "./blocked-tag.tsx";
export {
  BlockedNumbersProvider,
  PhoneLineProvider,
  useActivePhone,
  useBlockedNumbers,
  useIsBlocked,
  useLine,
  usePhoneLine,
} from "./lines-context.ts";
export { PhoneLine } from "./phone-line.ts";
