import { parseNameAddr, tagOf } from "../../grammar/name-addr.ts";
import { SipHeaders } from "../headers/sip-headers.ts";
import { SipResponse } from "../sip-message.ts";

export type FaultReason =
  | "notSip"
  | "startLine"
  | "requestUri"
  | "version"
  | "status"
  | "headerLine"
  | "missingHeader"
  | "repeatedHeader"
  | "malformedHeader"
  | "methodMismatch"
  | "contentLength"
  | "truncated"
  | "lineTooLong"
  | "tooManyHeaders"
  | "tooLarge";

/** Why a message was not understood and, when it was a request we can answer, what the answer needs. */
export interface ParseFault {
  readonly reason: FaultReason;
  /** For the log: never more than a name of ours and a short quotation. */
  readonly detail: string;
  readonly refusal: Refusal | undefined;
}

/** RFC 3261 §8.2.6.2: what a response repeats from its request, taken as it stood however odd it was. */
export interface Refusal {
  readonly status: 400 | 505 | 513;
  readonly phrase: string;
  readonly echoed: SipHeaders;
}

const PHRASES: Readonly<Record<FaultReason, string>> = {
  notSip: "Bad Request",
  startLine: "Bad Request Line",
  requestUri: "Bad Request-URI",
  version: "Version Not Supported",
  status: "Bad Request",
  headerLine: "Bad Header Line",
  missingHeader: "Missing Header",
  repeatedHeader: "Repeated Header",
  malformedHeader: "Malformed Header",
  methodMismatch: "CSeq Method Mismatch",
  contentLength: "Bad Content-Length",
  truncated: "Body Shorter Than Content-Length",
  lineTooLong: "Header Line Too Long",
  tooManyHeaders: "Too Many Headers",
  tooLarge: "Message Too Large",
};

/** `method` is undefined for responses and for what is not even a request line: nobody answers those. */
export function parseFault(
  reason: FaultReason,
  detail: string,
  method: string | undefined,
  headers: SipHeaders | undefined,
): ParseFault {
  // An ACK is never answered, and without any Via there is no transaction at the far end to answer to.
  if (method === undefined || method === "ACK" || !headers?.has("via"))
    return { reason, detail, refusal: undefined };
  const status = reason === "version" ? 505 : reason === "tooLarge" ? 513 : 400;
  return { reason, detail, refusal: { status, phrase: PHRASES[reason], echoed: echoed(headers) } };
}

/** Every Via, but only the first of what may stand once. */
function echoed(headers: SipHeaders): SipHeaders {
  const seen = new Set<string>();
  const { entries } = headers.only("via", "from", "to", "call-id", "cseq");
  return new SipHeaders(
    entries.filter(({ key }) => {
      const isFirst = !seen.has(key);
      seen.add(key);
      return isFirst || key === "via";
    }),
  );
}

/** The answer to a request that could not be parsed. To be serialized only: its headers may not be readable. */
export function refusalResponse(refusal: Refusal, localTag: string): SipResponse {
  const to = refusal.echoed.text("to");
  const address = to === undefined ? undefined : parseNameAddr(to);
  // §8.2.6.2 wants a tag, but one appended to text we cannot read might land inside an open quote.
  const isTaggable = address !== undefined && tagOf(address) === undefined;
  const headers = isTaggable ? refusal.echoed.with("To", `${to};tag=${localTag}`) : refusal.echoed;
  return new SipResponse(refusal.status, refusal.phrase, new SipHeaders(headers.entries));
}
