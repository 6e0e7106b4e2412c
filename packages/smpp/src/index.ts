export {
  type MessageState,
  receiptIn,
  receiptText,
  stateNumber,
} from "./delivery-receipt.ts";
export type { Pdu } from "./smpp-library.ts";
export { connectSmpp, createSmppServer, SmppLink, SmppLinkDown } from "./smpp-link.ts";
export { statusCode, statusName } from "./smpp-status.ts";
export { fromWire, type PartOf, toWire } from "./wire-texts.ts";
