import type { AgentProfile } from "../dialogs/dialog-services.ts";
import { type Body, bodyOf } from "../messages/create-response.ts";
import { SipHeaders } from "../messages/headers/sip-headers.ts";
import { Accept, ContentType, essenceOf, Require } from "../messages/headers/token-headers.ts";
import { isDescription, isMultipart, isRequired, partsOf } from "../messages/parsing/multipart.ts";
import type { SipRequest } from "../messages/sip-message.ts";

export interface Refused {
  readonly status: number;
  readonly headers?: SipHeaders;
}

/** RFC 3261 §8.2 in its order: method, Request-URI, required extensions, content. Undefined when all is well. */
export function screenRequest(request: SipRequest, profile: AgentProfile): Refused | undefined {
  return (
    screenMethod(request, profile) ??
    screenUri(request) ??
    screenRequire(request, profile) ??
    screenContent(request, profile)
  );
}

function screenMethod(request: SipRequest, profile: AgentProfile): Refused | undefined {
  if (profile.allow.includes(request.method)) return undefined;
  return { status: 405, headers: SipHeaders.of(["Allow", profile.allow.join(", ")]) };
}

function screenUri(request: SipRequest): Refused | undefined {
  return request.uri.kind === "other" ? { status: 416 } : undefined;
}

function screenRequire(request: SipRequest, profile: AgentProfile): Refused | undefined {
  const unknown = request.headers
    .all(Require)
    .filter((tag) => !profile.supported.includes(tag.toLowerCase()));
  return unknown.length === 0
    ? undefined
    : { status: 420, headers: SipHeaders.of(["Unsupported", unknown.join(", ")]) };
}

const SESSION_METHODS = new Set(["INVITE", "UPDATE", "PRACK"]);

function screenContent(request: SipRequest, profile: AgentProfile): Refused | undefined {
  if (!SESSION_METHODS.has(request.method)) return undefined;
  const body = bodyOf(request);
  if (body) {
    const refused = screenType(request, body, profile);
    if (refused) return refused;
    const encoding = request.headers.text("content-encoding")?.toLowerCase();
    if (encoding !== undefined && encoding !== "identity") {
      return { status: 415, headers: SipHeaders.of(["Accept-Encoding", "identity"]) };
    }
  }
  return request.method === "INVITE" && !takesOurAnswers(request, profile) ? { status: 406 } : undefined;
}

function screenType(request: SipRequest, body: Body, { accept }: AgentProfile): Refused | undefined {
  const unsupported: Refused = { status: 415, headers: SipHeaders.of(["Accept", accept.join(", ")]) };
  const type = request.headers.first(ContentType);
  if (!type) return unsupported;
  if (!isMultipart(body)) return accept.includes(essenceOf(type)) ? undefined : unsupported;
  if (!accept.includes("multipart/mixed")) return unsupported;
  const parts = partsOf(body);
  if (!parts) return { status: 400 };
  return parts.some((part) => isRequired(part) && !isDescription(part)) ? unsupported : undefined;
}

/** RFC 3261 §20.1: an Accept that leaves no room for any description of ours. */
function takesOurAnswers(request: SipRequest, profile: AgentProfile): boolean {
  if (!request.headers.has("accept") || !request.headers.isWellFormed(Accept)) return true;
  return request.headers.all(Accept).some(({ type, subtype }) => {
    if (type === "*") return true;
    // We read multiparts, but answer with a plain description.
    if (type === "multipart") return false;
    return profile.accept.some(
      (own) => own === `${type}/${subtype}` || (subtype === "*" && own.startsWith(`${type}/`)),
    );
  });
}
