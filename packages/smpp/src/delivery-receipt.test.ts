import { expect, test } from "vitest";
import { type DeliveryReceipt, receiptIn, receiptText } from "./delivery-receipt.ts";
import type { Pdu } from "./smpp-library.ts";

const pduOf = (fields: Readonly<Record<string, unknown>>): Pdu =>
  ({ command: "deliver_sm", esm_class: 4, data_coding: 0, ...fields }) as unknown as Pdu;
const AT = new Date("2030-01-07T09:00:00Z");

test.each<[string, DeliveryReceipt]>([
  ["delivered", { messageId: "m-1", state: "DELIVERED", error: "000" }],
  ["not deliverable", { messageId: "m-2", state: "UNDELIVERABLE", error: "001" }],
  ["refused", { messageId: "m-3", state: "REJECTED", error: "045" }],
])("[SMPP3] the text form says %s", (_name, receipt) => {
  expect(receiptIn(pduOf({ short_message: Buffer.from(receiptText(receipt, AT)) }))).toEqual(receipt);
});

test("[SMPP3] TLVs count for more than the text", () => {
  const receipt = receiptIn(
    pduOf({
      short_message: Buffer.from("id:other sub:001 dlvrd:001 stat:DELIVRD err:000 text:"),
      receipted_message_id: "m-4",
      message_state: 5,
      network_error_code: Buffer.from([3, 0, 27]),
    }),
  );
  expect(receipt).toEqual({ messageId: "m-4", state: "UNDELIVERABLE", error: "027" });
});

test("what somebody wrote is no receipt, whatever it says", () => {
  expect(receiptIn(pduOf({ esm_class: 0, short_message: Buffer.from("id:1 stat:DELIVRD") }))).toBeUndefined();
});

test("a receipt that names no message or no state is none", () => {
  expect(receiptIn(pduOf({ short_message: Buffer.from("id:7 stat:WHAT") }))).toBeUndefined();
  expect(receiptIn(pduOf({ short_message: Buffer.from("stat:DELIVRD") }))).toBeUndefined();
});
