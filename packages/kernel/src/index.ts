export { assertNever } from "./assert-never.ts";
export type { CancelTimer, Clock } from "./clock.ts";
export { parseDecimal } from "./decimal.ts";
export { clockDuration, durationWords } from "./durations.ts";
export { Emitter } from "./emitter.ts";
export { isAddressOver } from "./file-address.ts";
export { mergeRanges, type NumberRange } from "./number-ranges.ts";
export { Scope } from "./scope.ts";
export { holdsUnstorableText, isStorable, storableText } from "./storable-text.ts";
