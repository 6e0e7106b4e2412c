import { SipHeaders } from "./headers/sip-headers.ts";
import { NO_BODY, type SipRequest, SipResponse } from "./sip-message.ts";
import { phraseOf } from "./status-phrases.ts";

/** A body with its media type. What is inside is nobody's business here. */
export interface Body {
  readonly type: string;
  readonly content: Uint8Array;
}

export interface ResponseParts {
  readonly reason?: string | undefined;
  /** Put into To when the request had no tag; needed for all but 100. */
  readonly localTag?: string | undefined;
  readonly headers?: SipHeaders | undefined;
  readonly body?: Body | undefined;
}

/** RFC 3261 §8.2.6: Via, From, To, Call-ID and CSeq go back as they came, letter by letter. */
export function createResponse(request: SipRequest, status: number, parts: ResponseParts = {}): SipResponse {
  const entries = [];
  for (const entry of request.headers.entries) {
    switch (entry.key) {
      case "to":
        entries.push(
          parts.localTag === undefined || request.toTag !== undefined
            ? entry
            : { ...entry, value: `${entry.value};tag=${parts.localTag}` },
        );
        break;
      case "via":
      case "from":
      case "call-id":
      case "cseq":
        entries.push(entry);
        break;
      case "timestamp":
        // §8.2.6.1: in a 100 the sender measures the way with it.
        if (status === 100) entries.push(entry);
        break;
    }
  }
  const headers = withBodyType(new SipHeaders(entries).overriddenBy(parts.headers), parts.body);
  return new SipResponse(status, parts.reason ?? phraseOf(status), headers, parts.body?.content ?? NO_BODY);
}

export function withBodyType(headers: SipHeaders, body: Body | undefined): SipHeaders {
  return body === undefined ? headers : headers.with("Content-Type", body.type);
}

/** The body of a message with its type; undefined when there is none. */
export function bodyOf(message: {
  readonly headers: SipHeaders;
  readonly body: Uint8Array;
}): Body | undefined {
  if (message.body.length === 0) return undefined;
  return { type: message.headers.text("content-type") ?? "application/octet-stream", content: message.body };
}
