import { type NameAddr, tagOf } from "../grammar/name-addr.ts";
import type { Uri } from "../grammar/uri.ts";
import { From, To } from "./headers/address-headers.ts";
import type { HeaderType } from "./headers/header-type.ts";
import { CSeq } from "./headers/number-headers.ts";
import type { SipHeaders } from "./headers/sip-headers.ts";
import { CallId } from "./headers/text-headers.ts";
import { Via } from "./headers/via-header.ts";

export const NO_BODY = new Uint8Array(0);

/** What every message has. The parser refuses one without, so reading these needs no doubt afterwards. */
abstract class MessageBase {
  readonly headers: SipHeaders;
  readonly body: Uint8Array;

  constructor(headers: SipHeaders, body: Uint8Array) {
    this.headers = headers;
    this.body = body;
  }

  /** The topmost Via: of a request, its sender's; of a response, our own. */
  get via(): Via {
    return this.#need(Via);
  }

  get from(): NameAddr {
    return this.#need(From);
  }

  get to(): NameAddr {
    return this.#need(To);
  }

  /** Empty for a peer of RFC 2543, which has none. */
  get fromTag(): string {
    return tagOf(this.from) ?? "";
  }

  get toTag(): string | undefined {
    return tagOf(this.to);
  }

  get callId(): string {
    return this.#need(CallId);
  }

  get cseq(): CSeq {
    return this.#need(CSeq);
  }

  #need<Value>(type: HeaderType<Value>): Value {
    const value = this.headers.first(type);
    if (value === undefined) throw new TypeError(`A message was built without a valid ${type.name} header`);
    return value;
  }
}

export class SipRequest extends MessageBase {
  readonly kind = "request";
  readonly method: string;
  readonly uri: Uri;

  constructor(method: string, uri: Uri, headers: SipHeaders, body: Uint8Array = NO_BODY) {
    super(headers, body);
    this.method = method;
    this.uri = uri;
  }

  withHeaders(headers: SipHeaders): SipRequest {
    return new SipRequest(this.method, this.uri, headers, this.body);
  }
}

export class SipResponse extends MessageBase {
  readonly kind = "response";
  readonly status: number;
  readonly reason: string;

  constructor(status: number, reason: string, headers: SipHeaders, body: Uint8Array = NO_BODY) {
    super(headers, body);
    this.status = status;
    this.reason = reason;
  }

  withHeaders(headers: SipHeaders): SipResponse {
    return new SipResponse(this.status, this.reason, headers, this.body);
  }
}

export type SipMessage = SipRequest | SipResponse;
