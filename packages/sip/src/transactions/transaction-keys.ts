import { formatUri } from "../grammar/uri.ts";
import { formatVia, sentBy, uniqueBranch } from "../messages/headers/via-header.ts";
import type { SipRequest, SipResponse } from "../messages/sip-message.ts";

/** RFC 3261 §17.2.3: ACK belongs to the transaction of its INVITE. */
export function serverKey(request: SipRequest): string {
  const kind = request.method === "ACK" ? "INVITE" : request.method;
  const branch = uniqueBranch(request.via);
  if (branch !== undefined) return `${kind}\n${branch}\n${sentBy(request.via)}`;
  // A peer of RFC 2543 puts no unique branch into its Via: everything else that stays the same must do.
  const { callId, fromTag, cseq, uri, via } = request;
  return [kind, callId, fromTag, cseq.sequence, formatUri(uri), formatVia(via)].join("\n");
}

/** RFC 3261 §17.1.3. Undefined for a response that no request of ours can have caused. */
export function clientKey(message: SipResponse | SipRequest): string | undefined {
  const branch = uniqueBranch(message.via);
  return branch === undefined ? undefined : `${message.cseq.method}\n${branch}`;
}

/** RFC 3261 §8.2.2.2: the same request that came by two ways of a fork. Undefined inside dialogs. */
export function mergeKey(request: SipRequest): string | undefined {
  if (request.toTag !== undefined || request.method === "ACK" || request.method === "CANCEL")
    return undefined;
  return `${request.callId}\n${request.fromTag}\n${request.cseq.sequence}\n${request.method}`;
}
