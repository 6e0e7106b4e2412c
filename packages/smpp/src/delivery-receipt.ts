import type { Pdu } from "./smpp-library.ts";
import { fromWire } from "./wire-texts.ts";

/** What has become of a message, in the words of SMPP 3.4 (5.2.28 and appendix B). */
export type MessageState =
  | "ENROUTE"
  | "DELIVERED"
  | "EXPIRED"
  | "DELETED"
  | "UNDELIVERABLE"
  | "ACCEPTED"
  | "UNKNOWN"
  | "REJECTED";

export interface DeliveryReceipt {
  readonly messageId: string;
  readonly state: MessageState;
  /** The network's error, in digits; "000" where there was none. */
  readonly error: string;
}

const RECEIPT_CLASS = 0x04;
const CLASS_MASK = 0x3c;
const BY_NUMBER: Readonly<Record<number, MessageState>> = {
  1: "ENROUTE",
  2: "DELIVERED",
  3: "EXPIRED",
  4: "DELETED",
  5: "UNDELIVERABLE",
  6: "ACCEPTED",
  7: "UNKNOWN",
  8: "REJECTED",
};
const BY_WORD: Readonly<Record<string, MessageState>> = {
  ENROUTE: "ENROUTE",
  DELIVRD: "DELIVERED",
  EXPIRED: "EXPIRED",
  DELETED: "DELETED",
  UNDELIV: "UNDELIVERABLE",
  ACCEPTD: "ACCEPTED",
  UNKNOWN: "UNKNOWN",
  REJECTD: "REJECTED",
};

/** A deliver_sm that says what became of a message of ours; undefined for one that somebody wrote. */
export function receiptIn(pdu: Pdu): DeliveryReceipt | undefined {
  const kind = (typeof pdu.esm_class === "number" ? pdu.esm_class : 0) & CLASS_MASK;
  if (kind !== RECEIPT_CLASS) return undefined;
  const { text } = fromWire(pdu);
  const messageId = stringOf(pdu.receipted_message_id) ?? /\bid:(\S+)/i.exec(text)?.[1];
  const state =
    (typeof pdu.message_state === "number" ? BY_NUMBER[pdu.message_state] : undefined) ??
    BY_WORD[/\bstat:([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? ""];
  if (messageId === undefined || state === undefined) return undefined;
  return { messageId, state, error: networkError(pdu) ?? /\berr:(\w+)/i.exec(text)?.[1] ?? "000" };
}

/** A kind of network, and its code in two bytes (5.3.2.31). */
function networkError(pdu: Pdu): string | undefined {
  const value = pdu.network_error_code;
  if (!Buffer.isBuffer(value) || value.length !== 3) return undefined;
  return String(value.readUInt16BE(1)).padStart(3, "0");
}

const stringOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** The text that most carriers send, also beside TLVs (appendix B). */
export function receiptText(receipt: DeliveryReceipt, at: Date): string {
  const word = Object.entries(BY_WORD).find(([, state]) => state === receipt.state)?.[0] ?? "UNKNOWN";
  const time = at.toISOString().replace(/\D/g, "").slice(2, 12);
  const delivered = receipt.state === "DELIVERED" ? "001" : "000";
  return (
    `id:${receipt.messageId} sub:001 dlvrd:${delivered} submit date:${time} done date:${time} ` +
    `stat:${word} err:${receipt.error} text:`
  );
}

export function stateNumber(state: MessageState): number {
  return Number(Object.entries(BY_NUMBER).find(([, each]) => each === state)?.[0] ?? 7);
}
