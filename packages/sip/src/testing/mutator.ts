import { encodeUtf8 } from "../grammar/utf8.ts";
import type { SeededRandom } from "./seeded-random.ts";

const DICTIONARY = [
  "\r\n",
  "\n",
  "\r",
  "\r\n ",
  "\r\n\r\n",
  "\0",
  ":",
  ";",
  ",",
  "<",
  ">",
  '"',
  "\\",
  "@",
  "%",
  "%41",
  "%zz",
  "?",
  "=",
  "&",
  "[",
  "]",
  "::",
  "*",
  "sip:",
  "sips:",
  "tel:",
  "SIP/2.0",
  "INVITE ",
  "ACK ",
  " 200 OK",
  "Via: ",
  "v: ",
  "From: ",
  "To: ",
  "Call-ID: ",
  "CSeq: ",
  "Contact: ",
  "m: ",
  "Content-Length: ",
  "l: 0",
  "Route: <sip:a;lr>",
  "Max-Forwards: ",
  "Authorization: Digest ",
  "Replaces: ",
  "RAck: 1 1 INVITE",
  "Date: ",
  "branch=z9hG4bK",
  ";tag=",
  ";received=",
  ";rport",
  "2147483648",
  "4294967296",
  "-1",
  "99999999999999999999",
  "é",
  "\u{1F4DE}",
  "v=0\r\n",
  "m=audio 1 RTP/AVP 0\r\n",
  "a=rtpmap:0 ",
  "c=IN IP4 ",
  "\r\n--b1\r\n",
  "\r\n--b1--",
  "\r\n--b2\r\n",
  "Content-Type: multipart/mixed;boundary=b1\r\n",
].map(encodeUtf8);

const MAX_BYTES = 4_096;

/** One to four changes: flipped bits, cut, doubled and inserted pieces, words of the protocol, parts of another input. */
export function mutate(input: Uint8Array, other: Uint8Array, random: SeededRandom): Uint8Array {
  let bytes = input;
  for (let changes = 1 + random.below(4); changes > 0; changes -= 1) bytes = mutateOnce(bytes, other, random);
  return bytes.length > MAX_BYTES ? bytes.slice(0, MAX_BYTES) : bytes;
}

function mutateOnce(bytes: Uint8Array, other: Uint8Array, random: SeededRandom): Uint8Array {
  const at = random.below(bytes.length + 1);
  const length = Math.min(1 + random.below(random.chance(0.8) ? 8 : 200), bytes.length - at);
  switch (random.below(7)) {
    case 0:
      return replaced(bytes, at, length, Uint8Array.of());
    case 1:
      return replaced(bytes, at, Math.min(1, length), Uint8Array.of(random.below(256)));
    case 2:
      return replaced(bytes, at, 0, random.pick(DICTIONARY));
    case 3:
      return replaced(bytes, at, length, random.pick(DICTIONARY));
    case 4:
      return replaced(bytes, at, 0, bytes.subarray(at, at + length));
    case 5: {
      const from = random.below(other.length + 1);
      return replaced(bytes, at, length, other.subarray(from, from + 1 + random.below(120)));
    }
    default: {
      const copy = bytes.slice();
      if (at < copy.length) copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
      return copy;
    }
  }
}

function replaced(bytes: Uint8Array, at: number, length: number, piece: Uint8Array): Uint8Array {
  const result = new Uint8Array(bytes.length - length + piece.length);
  result.set(bytes.subarray(0, at));
  result.set(piece, at);
  result.set(bytes.subarray(at + length), at + piece.length);
  return result;
}
