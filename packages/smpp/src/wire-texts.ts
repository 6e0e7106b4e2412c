import { decodeGsm, encodeGsm, splitText } from "@offhook/telephony/texts";
import type { Pdu } from "./smpp-library.ts";

/** The fields of a short message that carry one segment. */
export interface WireSegment {
  readonly data_coding: number;
  readonly esm_class: number;
  readonly short_message: Buffer;
}

const UDH_INDICATOR = 0x40;
const GSM = 0x00;
const UCS2 = 0x08;

/** A text in as many short messages as it needs, joined by their user data header (3GPP 23.040 9.2.3.24.1). */
export function toWire(text: string, reference: number): readonly WireSegment[] {
  const { encoding, parts } = splitText(text);
  const data_coding = encoding === "GSM-7" ? GSM : UCS2;
  const encode = (part: string): Buffer => (encoding === "GSM-7" ? Buffer.from(encodeGsm(part)) : ucs2(part));
  if (parts.length <= 1) return [{ data_coding, esm_class: 0, short_message: encode(parts[0] ?? "") }];
  return parts.map((part, index) => ({
    data_coding,
    esm_class: UDH_INDICATOR,
    short_message: Buffer.concat([
      Buffer.of(5, 0, 3, reference & 0xff, parts.length, index + 1),
      encode(part),
    ]),
  }));
}

/** Which part of which long text a short message is. */
export interface PartOf {
  readonly reference: number;
  readonly total: number;
  readonly number: number;
}

export interface WireText {
  readonly text: string;
  readonly part: PartOf | undefined;
}

/** What a short message says, whether in the message, in the payload, with a header or with the numbers as TLVs. */
export function fromWire(pdu: Pdu): WireText {
  const short = bufferOf(pdu.short_message);
  const content = short.length > 0 ? short : bufferOf(pdu.message_payload);
  const hasHeader = (numberOf(pdu.esm_class) & UDH_INDICATOR) !== 0 && content.length > 0;
  const bodyAt = hasHeader ? Math.min(content.length, (content[0] ?? 0) + 1) : 0;
  const text = decode(content.subarray(bodyAt), numberOf(pdu.data_coding)).replaceAll("\0", "");
  const part = hasHeader ? partInHeader(content.subarray(1, bodyAt)) : partInTlvs(pdu);
  return { text, part: part && isSound(part) ? part : undefined };
}

function partInHeader(elements: Buffer): PartOf | undefined {
  for (let at = 0; at + 1 < elements.length; at += 2 + (elements[at + 1] ?? 0)) {
    const [kind, length] = [elements[at], elements[at + 1]];
    const data = elements.subarray(at + 2, at + 2 + (length ?? 0));
    if (kind === 0x00 && data.length === 3)
      return { reference: data[0] ?? 0, total: data[1] ?? 0, number: data[2] ?? 0 };
    if (kind === 0x08 && data.length === 4)
      return { reference: data.readUInt16BE(0), total: data[2] ?? 0, number: data[3] ?? 0 };
  }
  return undefined;
}

function partInTlvs(pdu: Pdu): PartOf | undefined {
  if (pdu.sar_total_segments === undefined) return undefined;
  return {
    reference: numberOf(pdu.sar_msg_ref_num),
    total: numberOf(pdu.sar_total_segments),
    number: numberOf(pdu.sar_segment_seqnum),
  };
}

/** A text in one part needs no joining, and a part beyond the last would never be complete. */
const isSound = ({ total, number }: PartOf): boolean => total > 1 && number >= 1 && number <= total;

const CODE_PAGES: Readonly<Record<number, string>> = { 6: "iso-8859-5", 7: "iso-8859-8", 14: "euc-kr" };

function decode(bytes: Buffer, coding: number): string {
  // 3GPP 23.038: from 0xF0 on, two bits tell the alphabet and the rest is a message class.
  const scheme = coding >= 0xf0 ? (coding & 0x04 ? 4 : GSM) : coding & 0x0f;
  if (scheme === GSM) return decodeGsm(bytes);
  if (scheme === UCS2) return swapped(bytes).toString("utf16le");
  const page = CODE_PAGES[scheme];
  return page ? new TextDecoder(page).decode(bytes) : bytes.toString("latin1");
}

const ucs2 = (text: string): Buffer => swapped(Buffer.from(text, "utf16le"));
/** Half a unit at the end says nothing. */
const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16();
const bufferOf = (value: unknown): Buffer => (Buffer.isBuffer(value) ? value : Buffer.alloc(0));
const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0);
