import { storableText } from "@offhook/kernel";
import {
  type BodyPart,
  encodeUtf8,
  formatNameAddr,
  type NameAddr,
  nameAddr,
  type OutgoingInviteParts,
  Reason,
  reasonValue,
  SipHeaders,
  sipUri,
} from "@offhook/sip";
import type { CallLocation, RingTarget, ShownCaller } from "../calls/call-state.ts";
import type { HangupCause } from "../calls/hangup-cause.ts";
import { LOCATION_TYPE, locationDocument } from "./location-document.ts";

/** Clients find their own leg in the events of the console by these. */
const CALL_HEADER = "X-Offhook-Call";
const CHANNEL_HEADER = "X-Offhook-Channel";
/** Where responders are to go, percent-encoded; only for carriers that take no document. See docs/phone-system.md. */
const LOCATION_HEADER = "X-Offhook-Emergency-Location";
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

export interface CallOut {
  /** Of the channel. */
  readonly id: string;
  readonly domain: string;
  readonly at: number;
}

type TrunkParts = Required<Pick<OutgoingInviteParts, "headers" | "attachments">>;

/** RFC 3325: a carrier believes this one, and RFC 3323 keeps it from the callee where that is wanted. */
export function trunkParts(target: RingTarget, call: CallOut): TrunkParts {
  const { shown, record, isEmergency, location } = target;
  const callerId = shown.isAnonymous ? "" : record.number;
  const asserted = callerId && formatNameAddr(nameAddr(sipUri({ user: callerId, host: call.domain })));
  let headers = asserted ? SipHeaders.of(["P-Asserted-Identity", asserted]) : new SipHeaders();
  if (isEmergency) headers = headers.with("Priority", "emergency");
  if (shown.isAnonymous) headers = headers.with("Privacy", "id");
  const sent = location && locationParts(location, callerId, call);
  return { headers: headers.overriddenBy(sent?.headers), attachments: sent?.attachments };
}

/** RFC 6442: a document in the body, and a header that points at it. */
function locationParts(
  { place, format }: CallLocation,
  callerId: string,
  { id, domain, at }: CallOut,
): { readonly headers: SipHeaders; readonly attachments?: readonly BodyPart[] } {
  if (format === "header")
    return { headers: SipHeaders.of([LOCATION_HEADER, encodeURIComponent(storableText(place.text))]) };
  const contentId = `${id}@${domain}`;
  const document = locationDocument(place, { entity: `pres:${callerId || "anonymous"}@${domain}`, at });
  return {
    // The place may also decide which responders are called.
    headers: SipHeaders.of(["Geolocation", `<cid:${contentId}>`], ["Geolocation-Routing", "yes"]),
    attachments: [
      {
        type: LOCATION_TYPE,
        id: contentId,
        // RFC 5621 §9.1: it means nothing but what the header that points at it says.
        disposition: "by-reference;handling=optional",
        content: encodeUtf8(document),
      },
    ],
  };
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
