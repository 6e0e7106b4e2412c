import type { Identifiers } from "../grammar/identifiers.ts";
import { formatUri } from "../grammar/uri.ts";
import {
  Authorization,
  type AuthValue,
  ProxyAuthenticate,
  ProxyAuthorization,
  WwwAuthenticate,
} from "../messages/headers/auth-headers.ts";
import type { SipHeaders } from "../messages/headers/sip-headers.ts";
import type { SipRequest, SipResponse } from "../messages/sip-message.ts";
import {
  digestResponse,
  formatCount,
  type Hash,
  ha1Of,
  type NamedAlgorithm,
  readAlgorithm,
} from "./digest.ts";

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Only for this realm; without it for any that asks. */
  readonly realm?: string;
}

interface Challenge {
  readonly isProxy: boolean;
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  readonly named: NamedAlgorithm;
  readonly hasQop: boolean;
  readonly isStale: boolean;
}

type ChallengeRefusal = "noChallenge" | "unsupported" | "authInt" | "wrongCredentials" | "noCredentials";

export type ChallengeAnswer =
  | { readonly kind: "headers"; readonly headers: SipHeaders }
  | { readonly kind: "refused"; readonly reason: ChallengeRefusal };

/** Answers 401 and 407. One for each far end, because it counts how often each nonce was used. */
export class DigestClient {
  readonly #hash: Hash;
  readonly #identifiers: Identifiers;
  /** The last challenge for each realm, so that the next request need not be refused first. */
  readonly #known = new Map<string, { challenge: Challenge; uses: number }>();

  constructor(hash: Hash, identifiers: Identifiers) {
    this.#hash = hash;
    this.#identifiers = identifiers;
  }

  /** The headers of `request` with what the response asks for. The caller sends it with a new CSeq and branch. */
  answer(response: SipResponse, request: SipRequest, credentials: Credentials): ChallengeAnswer {
    const read = readChallenges(response);
    if (typeof read === "string") return { kind: "refused", reason: read };
    let headers = request.headers;
    for (const challenge of read) {
      if (credentials.realm !== undefined && credentials.realm !== challenge.realm) {
        return { kind: "refused", reason: "noCredentials" };
      }
      // Asked again for the same realm: either our nonce was too old, or the password is wrong and stays wrong.
      if (!challenge.isStale && hasAnswered(request, challenge))
        return { kind: "refused", reason: "wrongCredentials" };
      this.#known.set(keyOf(challenge), { challenge, uses: 0 });
      headers = this.#withAnswer(headers, request, challenge, credentials);
    }
    return { kind: "headers", headers };
  }

  /** Adds answers to the challenges met before, for one round trip less. */
  authorize(request: SipRequest, credentials: Credentials): SipHeaders {
    let headers = request.headers;
    for (const { challenge } of this.#known.values()) {
      if (credentials.realm !== undefined && credentials.realm !== challenge.realm) continue;
      headers = this.#withAnswer(headers, request, challenge, credentials);
    }
    return headers;
  }

  #withAnswer(
    headers: SipHeaders,
    request: SipRequest,
    challenge: Challenge,
    credentials: Credentials,
  ): SipHeaders {
    const type = challenge.isProxy ? ProxyAuthorization : Authorization;
    const value = this.#answerValue(request, challenge, credentials);
    const others = headers.all(type).filter((each) => each.parameters.get("realm") !== challenge.realm);
    return headers.withValues(type, ...others, value);
  }

  #answerValue(request: SipRequest, challenge: Challenge, credentials: Credentials): AuthValue {
    const { realm, nonce, named, opaque } = challenge;
    const { username, password } = credentials;
    const uri = formatUri(request.uri);
    const cnonce = this.#identifiers.tag();
    const count = formatCount(this.#countUse(challenge));
    const protection = challenge.hasQop ? ({ qop: "auth", cnonce, count } as const) : undefined;
    const ha1 = ha1Of(this.#hash, named.algorithm, { username, realm, password });
    const response = digestResponse(this.#hash, {
      named,
      ha1,
      nonce,
      method: request.method,
      uri,
      protection,
      cnonce,
    });
    const parameters = new Map([
      ["username", username],
      ["realm", realm],
      ["nonce", nonce],
      ["uri", uri],
      ["response", response],
      ["algorithm", named.algorithm + (named.isSession ? "-sess" : "")],
    ]);
    if (protection || named.isSession) parameters.set("cnonce", cnonce);
    if (protection) parameters.set("qop", "auth").set("nc", count);
    if (opaque !== undefined) parameters.set("opaque", opaque);
    return { scheme: "Digest", parameters };
  }

  #countUse(challenge: Challenge): number {
    const known = this.#known.get(keyOf(challenge));
    if (!known) return 1;
    known.uses += 1;
    return known.uses;
  }
}

const keyOf = (challenge: Challenge): string =>
  `${challenge.isProxy ? "proxy" : "server"}|${challenge.realm}`;

function hasAnswered(request: SipRequest, challenge: Challenge): boolean {
  const answers = request.headers.all(challenge.isProxy ? ProxyAuthorization : Authorization);
  return answers.some((answer) => answer.parameters.get("realm") === challenge.realm);
}

/** One challenge a realm: the topmost we can answer, as the server's order is its preference (RFC 8760 §2.4). */
function readChallenges(response: SipResponse): readonly Challenge[] | ChallengeRefusal {
  const asked = [
    ...response.headers.all(WwwAuthenticate).map((value) => ({ value, isProxy: false })),
    ...response.headers.all(ProxyAuthenticate).map((value) => ({ value, isProxy: true })),
  ];
  if (asked.length === 0) return "noChallenge";
  const byRealm = new Map<string, Challenge>();
  const unmet = new Map<string, ChallengeRefusal>();
  for (const { value, isProxy } of asked) {
    const challenge = readChallenge(value, isProxy);
    const key = `${isProxy}|${value.parameters.get("realm") ?? ""}`;
    if (typeof challenge === "string") unmet.set(key, challenge);
    else if (!byRealm.has(key)) byRealm.set(key, challenge);
  }
  for (const [key, reason] of unmet) if (!byRealm.has(key)) return reason;
  return [...byRealm.values()];
}

function readChallenge({ scheme, parameters }: AuthValue, isProxy: boolean): Challenge | ChallengeRefusal {
  const realm = parameters.get("realm");
  const nonce = parameters.get("nonce");
  const named = readAlgorithm(parameters.get("algorithm"));
  if (scheme.toLowerCase() !== "digest" || realm === undefined || nonce === undefined || !named)
    return "unsupported";
  const qops = (parameters.get("qop") ?? "").split(",", 8).map((each) => each.trim().toLowerCase());
  const hasQop = qops.includes("auth");
  // Integrity of the body needs the body hashed before it is sent; a server that insists on it is left alone.
  if (!hasQop && qops.includes("auth-int")) return "authInt";
  const isStale = parameters.get("stale")?.toLowerCase() === "true";
  return { isProxy, realm, nonce, opaque: parameters.get("opaque"), named, hasQop, isStale };
}
