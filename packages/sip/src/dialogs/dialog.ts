import { MAX_SEQUENCE } from "../grammar/decimal.ts";
import { formatNameAddr, type NameAddr } from "../grammar/name-addr.ts";
import { hasParameter, withoutParameter } from "../grammar/parameters.ts";
import type { Uri } from "../grammar/uri.ts";
import { type Body, withBodyType } from "../messages/create-response.ts";
import { contactsOf, RecordRoute } from "../messages/headers/address-headers.ts";
import { CSeq } from "../messages/headers/number-headers.ts";
import { type HeaderEntry, SipHeaders } from "../messages/headers/sip-headers.ts";
import { NO_BODY, type SipMessage, SipRequest, type SipResponse } from "../messages/sip-message.ts";

/** RFC 3261 §12. A value: every change makes a new one. */
export interface Dialog {
  readonly callId: string;
  readonly localTag: string;
  /** Empty for a peer of RFC 2543. */
  readonly remoteTag: string;
  /** The caller made the Call-ID, which decides who waits longer after a glare. */
  readonly role: "caller" | "callee";
  /** Our From and their To, with tags, as they stand on the wire. */
  readonly local: string;
  readonly remote: string;
  readonly remoteTarget: Uri;
  readonly routeSet: readonly NameAddr[];
  readonly localSequence: number;
  /** Undefined until the far end sends its first request. */
  readonly remoteSequence: number | undefined;
}

/** A line break can stand in none of the three, so two dialogs never share a key. */
export function dialogKey(callId: string, localTag: string, remoteTag: string): string {
  return `${callId}\n${localTag}\n${remoteTag}`;
}

export const keyOfDialog = (dialog: Dialog): string =>
  dialogKey(dialog.callId, dialog.localTag, dialog.remoteTag);

/** Where the far end wants its requests. A missing Contact (RFC 2543, sloppy 1xx) leaves what we know. */
function targetOf(message: SipMessage, fallback: Uri): Uri {
  return contactsOf(message.headers)[0]?.uri ?? fallback;
}

/** RFC 3261 §12.1.2: from a response to our request. Undefined when it has no tag and so makes no dialog. */
export function dialogOfCaller(request: SipRequest, response: SipResponse): Dialog | undefined {
  const remoteTag = response.toTag;
  if (remoteTag === undefined) return undefined;
  return {
    callId: request.callId,
    localTag: request.fromTag,
    remoteTag,
    role: "caller",
    local: request.headers.text("from") ?? "",
    remote: response.headers.text("to") ?? "",
    remoteTarget: targetOf(response, request.uri),
    routeSet: response.headers.all(RecordRoute).toReversed(),
    localSequence: request.cseq.sequence,
    remoteSequence: undefined,
  };
}

/** RFC 3261 §12.1.1: from a request of theirs. */
export function dialogOfCallee(request: SipRequest, localTag: string): Dialog {
  return {
    callId: request.callId,
    localTag,
    remoteTag: request.fromTag,
    role: "callee",
    local: `${request.headers.text("to") ?? ""};tag=${localTag}`,
    remote: request.headers.text("from") ?? "",
    remoteTarget: targetOf(request, request.from.uri),
    routeSet: request.headers.all(RecordRoute),
    localSequence: 0,
    remoteSequence: request.cseq.sequence,
  };
}

/** RFC 3261 §13.2.2.4: the 2xx decides on route set and target, whatever its provisional responses said. */
export function confirmDialog(dialog: Dialog, response: SipResponse): Dialog {
  return {
    ...dialog,
    remoteTarget: targetOf(response, dialog.remoteTarget),
    routeSet: response.headers.all(RecordRoute).toReversed(),
  };
}

/** RFC 3261 §12.2: INVITE and UPDATE, and their 2xx, may move the target but not the route. */
export function refreshTarget(dialog: Dialog, message: SipMessage): Dialog {
  const remoteTarget = targetOf(message, dialog.remoteTarget);
  return remoteTarget === dialog.remoteTarget ? dialog : { ...dialog, remoteTarget };
}

/** RFC 3261 §12.2.2: undefined when the request is older than one we have seen. */
export function followRequest(dialog: Dialog, request: SipRequest): Dialog | undefined {
  const { sequence } = request.cseq;
  if (dialog.remoteSequence !== undefined && sequence <= dialog.remoteSequence) return undefined;
  return { ...dialog, remoteSequence: sequence };
}

export interface RequestParts {
  readonly headers?: SipHeaders | undefined;
  readonly body?: Body | undefined;
}

export interface NextRequest {
  readonly dialog: Dialog;
  readonly request: SipRequest;
}

/** The next request of ours, and the dialog that has sent it. */
export function nextRequest(dialog: Dialog, method: string, parts: RequestParts = {}): NextRequest {
  // Nobody sends two thousand million requests; starting over beats a number the far end must refuse.
  const localSequence = dialog.localSequence >= MAX_SEQUENCE ? 1 : dialog.localSequence + 1;
  const next = { ...dialog, localSequence };
  return { dialog: next, request: requestInDialog(next, method, localSequence, parts) };
}

/** RFC 3261 §13.2.2.4: the ACK of a 2xx has the number of its INVITE and counts as no request. */
export function ackInDialog(dialog: Dialog, sequence: number, parts: RequestParts = {}): SipRequest {
  return requestInDialog(dialog, "ACK", sequence, parts);
}

function requestInDialog(dialog: Dialog, method: string, sequence: number, parts: RequestParts): SipRequest {
  const { uri, routes } = routeOf(dialog);
  const entries: HeaderEntry[] = [
    { key: "max-forwards", name: "Max-Forwards", value: "70" },
    { key: "from", name: "From", value: dialog.local },
    { key: "to", name: "To", value: dialog.remote },
    { key: "call-id", name: "Call-ID", value: dialog.callId },
    { key: "cseq", name: "CSeq", value: CSeq.format({ sequence, method }) },
  ];
  for (const route of routes) entries.push({ key: "route", name: "Route", value: formatNameAddr(route) });
  const headers = withBodyType(new SipHeaders(entries).overriddenBy(parts.headers), parts.body);
  return new SipRequest(method, uri, headers, parts.body?.content ?? NO_BODY);
}

/** RFC 3261 §12.2.1.1: a strict router wants to be the Request-URI itself and the target last in the route. */
function routeOf(dialog: Dialog): { uri: Uri; routes: readonly NameAddr[] } {
  const [first, ...others] = dialog.routeSet;
  if (first?.uri.kind !== "sip" || hasParameter(first.uri.parameters, "lr")) {
    return { uri: dialog.remoteTarget, routes: dialog.routeSet };
  }
  const parameters = withoutParameter(first.uri.parameters, "method");
  const target: NameAddr = { displayName: undefined, uri: dialog.remoteTarget, parameters: [] };
  return { uri: { ...first.uri, parameters, headers: [] }, routes: [...others, target] };
}
