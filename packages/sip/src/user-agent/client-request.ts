import { type RequestOutcome, sendRequest } from "../dialogs/dialog-requests.ts";
import { agentHeaders, type DialogServices, type Signer } from "../dialogs/dialog-services.ts";
import { formatNameAddr, type NameAddr } from "../grammar/name-addr.ts";
import { withParameter } from "../grammar/parameters.ts";
import type { Uri } from "../grammar/uri.ts";
import { type Body, withBodyType } from "../messages/create-response.ts";
import { CSeq } from "../messages/headers/number-headers.ts";
import { SipHeaders } from "../messages/headers/sip-headers.ts";
import { NO_BODY, SipRequest, type SipResponse } from "../messages/sip-message.ts";
import type { Flow } from "../transactions/flow.ts";

export interface ClientRequestParts {
  readonly method: string;
  readonly flow: Flow;
  readonly uri: Uri;
  readonly from: NameAddr;
  readonly to: NameAddr;
  readonly headers?: SipHeaders | undefined;
  readonly body?: Body | undefined;
  readonly routes?: readonly NameAddr[];
  readonly signer?: Signer | undefined;
  /** REGISTER keeps its Call-ID and counts on (RFC 3261 §10.2). */
  readonly callId?: string;
  readonly sequence?: number;
  readonly onProvisional?: (response: SipResponse) => void;
  /** `sequence` is the number the last attempt had. */
  readonly onOutcome: (outcome: RequestOutcome, sequence: number) => void;
}

/** A request outside of any dialog: REGISTER, OPTIONS, MESSAGE, PUBLISH. */
export function sendClientRequest(services: DialogServices, parts: ClientRequestParts): void {
  let sequence = parts.sequence ?? 1;
  const bare = createRequest(services, parts, sequence);
  const { signer } = parts;
  sendRequest({
    layer: services.layer,
    flow: parts.flow,
    signer,
    request: signer ? bare.withHeaders(signer.client.authorize(bare, signer.credentials)) : bare,
    again: (request) => {
      sequence += 1;
      return request.withHeaders(request.headers.withValues(CSeq, { sequence, method: parts.method }));
    },
    ...(parts.onProvisional && { onProvisional: parts.onProvisional }),
    onOutcome: (outcome) => parts.onOutcome(outcome, sequence),
  });
}

function createRequest(services: DialogServices, parts: ClientRequestParts, sequence: number): SipRequest {
  const { method, uri, from, to, routes = [], body } = parts;
  const own = { ...from, parameters: withParameter(from.parameters, "tag", services.identifiers.tag()) };
  const base = SipHeaders.of(
    ["Max-Forwards", "70"],
    ["From", formatNameAddr(own)],
    ["To", formatNameAddr(to)],
    ["Call-ID", parts.callId ?? services.identifiers.callId()],
    ["CSeq", CSeq.format({ sequence, method })],
    ...routes.map((route) => ["Route", formatNameAddr(route)] as const),
  );
  const headers = base.overriddenBy(agentHeaders(services.profile)).overriddenBy(parts.headers);
  return new SipRequest(method, uri, withBodyType(headers, body), body?.content ?? NO_BODY);
}
