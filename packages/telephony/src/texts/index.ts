export { decodeGsm, encodeGsm } from "./gsm-alphabet.ts";
export { type OptOutWord, optOutWord } from "./opt-out-words.ts";
export {
  countSegments,
  encodingOf,
  splitText,
} from "./text-segments.ts";
