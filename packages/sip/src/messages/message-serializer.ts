import { isToken } from "../grammar/character-classes.ts";
import { unfold } from "../grammar/quoted-string.ts";
import { formatUri } from "../grammar/uri.ts";
import { encodeUtf8 } from "../grammar/utf8.ts";
import type { SipMessage } from "./sip-message.ts";

/** Always long names, one header a line, CRLF, and the true Content-Length last. */
export function serializeMessage(message: SipMessage): Uint8Array {
  let head = startLine(message);
  for (const { key, name, value } of message.headers.entries) {
    if (key !== "content-length") head += `${name}: ${oneHeader(value)}\r\n`;
  }
  head += `Content-Length: ${message.body.length}\r\n\r\n`;
  const headBytes = encodeUtf8(head);
  if (message.body.length === 0) return headBytes;
  const bytes = new Uint8Array(headBytes.length + message.body.length);
  bytes.set(headBytes);
  bytes.set(message.body, headBytes.length);
  return bytes;
}

function startLine(message: SipMessage): string {
  if (message.kind === "response") return `SIP/2.0 ${message.status} ${unfold(message.reason)}\r\n`;
  if (!isToken(message.method)) throw new TypeError(`"${message.method}" cannot be a method`);
  return `${message.method} ${formatUri(message.uri)} SIP/2.0\r\n`;
}

/**
 * A header keeps the folds it came with. Any other line break, say in a caller's name from an address book, would
 * start a header of its own on the far side, so it becomes a space.
 */
function oneHeader(value: string): string {
  if (!value.includes("\n") && !value.includes("\r")) return value;
  return isProperlyFolded(value) ? value : unfold(value);
}

function isProperlyFolded(value: string): boolean {
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (code === 0x0a) return false;
    if (code !== 0x0d) continue;
    const next = value.charCodeAt(at + 2);
    if (value.charCodeAt(at + 1) !== 0x0a || (next !== 0x20 && next !== 0x09)) return false;
    at += 2;
  }
  return true;
}
