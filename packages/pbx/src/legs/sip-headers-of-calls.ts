import {
  formatNameAddr,
  type NameAddr,
  nameAddr,
  Reason,
  reasonValue,
  SipHeaders,
  sipUri,
} from "@offhook/sip";
import type { ShownCaller } from "../calls/call-state.ts";
import type { HangupCause } from "../calls/hangup-cause.ts";

/** Clients find their own leg in the events of the console by these. */
export const CALL_HEADER = "X-Offhook-Call";
export const CHANNEL_HEADER = "X-Offhook-Channel";
const VIA_HEADER = "X-Offhook-Via";
const DOORBELL_HEADER = "X-Offhook-Doorbell";

export function callIdHeaders(callId: string, channelId: string): SipHeaders {
  return SipHeaders.of([CALL_HEADER, callId], [CHANNEL_HEADER, channelId]);
}

export function callerAddress({ number, name, isAnonymous }: ShownCaller, domain: string): NameAddr {
  if (isAnonymous) {
    const uri = sipUri({ user: "anonymous", host: "anonymous.invalid" });
    return nameAddr(uri, { displayName: "Anonymous" });
  }
  return nameAddr(sipUri({ user: number, host: domain }), { displayName: name === "" ? undefined : name });
}

/** What a ringing device may want to know. */
export function ringHeaders(shown: ShownCaller, callId: string, channelId: string): SipHeaders {
  let headers = callIdHeaders(callId, channelId);
  if (shown.via !== undefined) headers = headers.with(VIA_HEADER, encodeURIComponent(shown.via));
  if (shown.isDoorbell)
    headers = headers.with(DOORBELL_HEADER, "1").with("Alert-Info", "<http://localhost>;info=doorbell");
  // RFC 5373 has a header of its own that no phone knows; these two are what they read.
  if (shown.isAutoAnswered)
    headers = headers
      .with("Call-Info", "<sip:localhost>;answer-after=0")
      .with("Alert-Info", "<http://localhost>;info=alert-autoanswer");
  return headers;
}

/** RFC 3325: a carrier believes this one, and RFC 3323 keeps it from the callee where that is wanted. */
export function trunkHeaders(shown: ShownCaller, callerId: string | undefined, domain: string): SipHeaders {
  const asserted = callerId ? nameAddr(sipUri({ user: callerId, host: domain })) : undefined;
  const headers = asserted
    ? SipHeaders.of(["P-Asserted-Identity", formatNameAddr(asserted)])
    : new SipHeaders();
  return shown.isAnonymous ? headers.with("Privacy", "id") : headers;
}

const REASONS: Readonly<Partial<Record<HangupCause, { readonly cause: number; readonly text: string }>>> = {
  elsewhere: { cause: 200, text: "Call completed elsewhere" },
  replaced: { cause: 200, text: "Call continued elsewhere" },
  lost: { cause: 480, text: "Connection lost" },
  failed: { cause: 500, text: "Media failed" },
  shutdown: { cause: 503, text: "Server is stopping" },
  noAnswer: { cause: 480, text: "No answer" },
};

/** RFC 3326: why we hang up or cancel. "Elsewhere" keeps a phone from showing a missed call. */
export function reasonHeaders(cause: HangupCause): SipHeaders | undefined {
  const reason = REASONS[cause];
  return reason && new SipHeaders().withValues(Reason, reasonValue({ protocol: "SIP", ...reason }));
}
