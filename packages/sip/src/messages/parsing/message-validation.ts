import { Contact, From, RecordRoute, Route, To } from "../headers/address-headers.ts";
import type { HeaderType } from "../headers/header-type.ts";
import { CSeq, MaxForwards } from "../headers/number-headers.ts";
import type { SipHeaders } from "../headers/sip-headers.ts";
import { CallId } from "../headers/text-headers.ts";
import { Via } from "../headers/via-header.ts";
import type { HeadFault, StartLine } from "./head-parser.ts";

/** RFC 3261 §8.1.1 without Max-Forwards: a peer of RFC 2543 does not send it (RFC 4475 §3.4). */
const REQUIRED: readonly HeaderType<unknown>[] = [Via, From, To, CallId, CSeq];
const ONCE: readonly HeaderType<unknown>[] = [From, To, CallId, CSeq, MaxForwards];
/** Wrong ones of these would send our answers or our next requests to a place nobody chose. */
const ROUTING: readonly HeaderType<unknown>[] = [Contact, Route, RecordRoute, MaxForwards];

/** What transactions and dialogs read without asking again. The parts that use everything else judge it. */
export function validateMessage(start: StartLine, headers: SipHeaders): HeadFault | undefined {
  for (const type of ONCE) {
    if (headers.count(type.key) > 1) return { reason: "repeatedHeader", detail: type.name };
  }
  for (const type of REQUIRED) {
    if (headers.first(type) !== undefined && headers.isWellFormed(type)) continue;
    return { reason: headers.has(type.key) ? "malformedHeader" : "missingHeader", detail: type.name };
  }
  if (start.kind === "response") return undefined;
  for (const type of ROUTING) {
    if (!headers.isWellFormed(type)) return { reason: "malformedHeader", detail: type.name };
  }
  const method = headers.first(CSeq)?.method;
  return method === start.method ? undefined : { reason: "methodMismatch", detail: start.method };
}
