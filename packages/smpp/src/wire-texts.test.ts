import fc from "fast-check";
import { expect, test } from "vitest";
import { type Pdu, smpp } from "./smpp-library.ts";
import { fromWire, toWire } from "./wire-texts.ts";

const asSent = (fields: Readonly<Record<string, unknown>>): Pdu => {
  const pdu = new smpp.PDU("deliver_sm", { source_addr: "12125550177", ...fields }) as Pdu & {
    toBuffer(): Buffer;
  };
  return new (smpp.PDU as unknown as new (bytes: Buffer) => Pdu)(pdu.toBuffer());
};

test("[SMPP1] whatever is written arrives, over as many segments as it takes", () => {
  const text = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 400 })
    .map((value) => value.replaceAll("\0", "").replaceAll("\u001b", "") || "a");
  fc.assert(
    fc.property(text, fc.nat(255), (written, reference) => {
      const read = toWire(written, reference).map((segment) => fromWire(asSent({ ...segment })));
      expect(read.map(({ text: part }) => part).join("")).toBe(written);
      if (read.length > 1)
        expect(read.map(({ part }) => part)).toEqual(
          read.map((_, index) => ({ reference, total: read.length, number: index + 1 })),
        );
      else expect(read[0]?.part).toBeUndefined();
    }),
  );
});

test.each<[string, Readonly<Record<string, unknown>>, ReturnType<typeof fromWire>]>([
  [
    "a 16-bit reference",
    { esm_class: 0x40, data_coding: 0, short_message: Buffer.from([6, 8, 4, 1, 2, 3, 2, 65]) },
    { text: "A", part: { reference: 258, total: 3, number: 2 } },
  ],
  [
    "numbers as TLVs",
    {
      data_coding: 0,
      short_message: Buffer.from("hi"),
      sar_msg_ref_num: 7,
      sar_total_segments: 2,
      sar_segment_seqnum: 1,
    },
    { text: "hi", part: { reference: 7, total: 2, number: 1 } },
  ],
  [
    "a part beyond the last stands alone",
    { esm_class: 0x40, data_coding: 0, short_message: Buffer.from([5, 0, 3, 1, 2, 3, 65]) },
    { text: "A", part: undefined },
  ],
  [
    "a header of something else",
    { esm_class: 0x40, data_coding: 0, short_message: Buffer.from([3, 0x24, 1, 1, 65]) },
    { text: "A", part: undefined },
  ],
  [
    "a header longer than the message",
    { esm_class: 0x40, data_coding: 0, short_message: Buffer.from([200, 0, 3]) },
    { text: "", part: undefined },
  ],
  [
    "the payload",
    { data_coding: 8, message_payload: Buffer.from([0x20, 0xac]) },
    { text: "€", part: undefined },
  ],
  [
    "ASCII",
    { data_coding: 1, short_message: Buffer.from("a@b.example") },
    { text: "a@b.example", part: undefined },
  ],
  ["Latin 1", { data_coding: 3, short_message: Buffer.from([0xe9]) }, { text: "é", part: undefined }],
  ["Cyrillic", { data_coding: 6, short_message: Buffer.from([0xb4, 0xd0]) }, { text: "Да", part: undefined }],
  ["a message class", { data_coding: 0xf1, short_message: Buffer.from([0]) }, { text: "@", part: undefined }],
  [
    "half a unit of UCS-2",
    { data_coding: 8, short_message: Buffer.from([0, 65, 0]) },
    { text: "A", part: undefined },
  ],
])("[SMPP2] reads %s", (_name, fields, expected) => {
  expect(fromWire(asSent(fields))).toEqual(expected);
});
