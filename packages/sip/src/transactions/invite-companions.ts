import { CSeq } from "../messages/headers/number-headers.ts";
import { type HeaderEntry, SipHeaders } from "../messages/headers/sip-headers.ts";
import { formatVia } from "../messages/headers/via-header.ts";
import { SipRequest, type SipResponse } from "../messages/sip-message.ts";

/** RFC 3261 §17.1.1.3: the ACK of a refusal is part of the INVITE's transaction and shares its branch. */
export function ackForRefusal(invite: SipRequest, response: SipResponse): SipRequest {
  return companion(invite, "ACK", response.headers.text("to"));
}

/** RFC 3261 §9.1. `extra` may tell why, in a Reason header. */
export function cancelFor(invite: SipRequest, extra?: SipHeaders): SipRequest {
  const cancel = companion(invite, "CANCEL", undefined);
  return extra ? cancel.withHeaders(cancel.headers.overriddenBy(extra)) : cancel;
}

const COPIED = new Set(["from", "to", "call-id", "route", "max-forwards", "user-agent"]);

function companion(invite: SipRequest, method: string, to: string | undefined): SipRequest {
  const entries: HeaderEntry[] = [{ key: "via", name: "Via", value: formatVia(invite.via) }];
  for (const entry of invite.headers.entries) {
    if (!COPIED.has(entry.key)) continue;
    entries.push(entry.key === "to" && to !== undefined ? { ...entry, value: to } : entry);
  }
  const sequence = invite.cseq.sequence;
  return new SipRequest(method, invite.uri, new SipHeaders(entries).withValues(CSeq, { sequence, method }));
}
