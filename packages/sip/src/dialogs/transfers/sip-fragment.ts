import { parseDecimal } from "../../grammar/decimal.ts";
import { unfold } from "../../grammar/quoted-string.ts";
import { decodeUtf8, encodeUtf8 } from "../../grammar/utf8.ts";
import type { Body } from "../../messages/create-response.ts";
import { phraseOf } from "../../messages/status-phrases.ts";

/** RFC 3420: how far a transfer has come, as the status line of the call it makes. */
export function sipFragment(status: number, reason = phraseOf(status)): Body {
  return {
    type: "message/sipfrag;version=2.0",
    content: encodeUtf8(`SIP/2.0 ${status} ${unfold(reason)}\r\n`),
  };
}

export function statusOfFragment(body: Body | undefined): number | undefined {
  if (!body?.type.toLowerCase().startsWith("message/sipfrag")) return undefined;
  const [line = ""] = decodeUtf8(body.content.subarray(0, 200)).split(/[\r\n]/, 1);
  const [version, code = ""] = line.split(" ", 2);
  if (version?.toUpperCase() !== "SIP/2.0" || code.length !== 3) return undefined;
  const status = parseDecimal(code, 699);
  return status !== undefined && status >= 100 ? status : undefined;
}
