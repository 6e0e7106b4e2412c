import type { Clock } from "@offhook/kernel";
import type { Identifiers } from "../grammar/identifiers.ts";
import { formatUri, parseUri } from "../grammar/uri.ts";
import { isSameUri } from "../grammar/uri-comparison.ts";
import {
  Authorization,
  type AuthValue,
  ProxyAuthenticate,
  ProxyAuthorization,
  WwwAuthenticate,
} from "../messages/headers/auth-headers.ts";
import { SipHeaders } from "../messages/headers/sip-headers.ts";
import type { SipRequest } from "../messages/sip-message.ts";
import {
  type DigestAlgorithm,
  digestOf,
  digestResponse,
  type Hash,
  ha1Of,
  isSameSecret,
  readAlgorithm,
} from "./digest.ts";
import { NonceLedger } from "./nonce-ledger.ts";

export interface DigestServerParts {
  readonly hash: Hash;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly realm: string;
  /** Signs nonces. The same on all nodes that share a realm; unguessable. */
  readonly secret: string;
  /** 401 for a server that keeps the resource, 407 for one on the way. */
  readonly role: "server" | "proxy";
  /** In order of preference (RFC 8760): a peer takes the first it can. */
  readonly algorithms?: readonly DigestAlgorithm[];
  readonly nonceLifetimeMs?: number;
  readonly maxNonces?: number;
}

/** What is kept for a user: the password, or what may be kept in its place. */
export type DigestSecret =
  | { readonly kind: "password"; readonly password: string }
  | { readonly kind: "ha1"; readonly ha1: Readonly<Partial<Record<DigestAlgorithm, string>>> };

/** An answer to one of our challenges, read but not believed. */
export interface DigestAnswer {
  readonly username: string;
  readonly algorithm: DigestAlgorithm;
  readonly nonce: string;
  readonly uri: string;
  readonly response: string;
  readonly protection: { readonly qop: "auth"; readonly cnonce: string; readonly count: string } | undefined;
}

export type DigestVerdict =
  | { readonly kind: "accepted"; readonly username: string }
  /** Stale: only the nonce is not good, so nobody need be asked for a password. Else the answer was a wrong one. */
  | { readonly kind: "refused"; readonly isStale: boolean };

const REFUSED: DigestVerdict = { kind: "refused", isStale: false };
const STALE: DigestVerdict = { kind: "refused", isStale: true };

const LIFETIME_MS = 5 * 60_000;

/** Challenges and checks answers. Nonces are signed and carry their time, so unanswered challenges cost nothing. */
export class DigestServer {
  readonly #parts: DigestServerParts;
  readonly #algorithms: readonly DigestAlgorithm[];
  readonly #lifetimeMs: number;
  readonly #ledger: NonceLedger;

  constructor(parts: DigestServerParts) {
    this.#parts = parts;
    this.#algorithms = parts.algorithms ?? ["SHA-256", "MD5"];
    this.#lifetimeMs = parts.nonceLifetimeMs ?? LIFETIME_MS;
    this.#ledger = new NonceLedger(parts.maxNonces ?? 20_000);
  }

  get status(): 401 | 407 {
    return this.#parts.role === "server" ? 401 : 407;
  }

  /**
   * The headers of a 401 or 407. `context` ties the nonce to something the next request must share, say its flow;
   * `algorithms` narrows the choice for a peer that takes only the first challenge it sees.
   */
  challenge(
    options: { isStale?: boolean; context?: string; algorithms?: readonly DigestAlgorithm[] } = {},
  ): SipHeaders {
    const type = this.#parts.role === "server" ? WwwAuthenticate : ProxyAuthenticate;
    const nonce = this.#issueNonce(options.context ?? "");
    const values = (options.algorithms ?? this.#algorithms).map((algorithm): AuthValue => {
      const parameters = new Map([
        ["realm", this.#parts.realm],
        ["nonce", nonce],
        ["algorithm", algorithm],
        ["qop", "auth"],
      ]);
      if (options.isStale) parameters.set("stale", "true");
      return { scheme: "Digest", parameters };
    });
    return new SipHeaders().withValues(type, ...values);
  }

  /** The answer for our realm. Undefined when there is none we could check, then challenge. */
  read(request: SipRequest): DigestAnswer | undefined {
    const type = this.#parts.role === "server" ? Authorization : ProxyAuthorization;
    for (const value of request.headers.all(type)) {
      const answer = this.#readAnswer(value);
      if (answer) return answer;
    }
    return undefined;
  }

  /**
   * `secret` is undefined for a user who does not exist: everything is then computed all the same, and the verdict
   * is that of a wrong password, so that neither answer nor time tells who has an account. `ownHosts` are names of
   * this server besides the realm.
   */
  verify(
    request: SipRequest,
    answer: DigestAnswer,
    secret: DigestSecret | undefined,
    context = "",
    ownHosts: readonly string[] = [],
  ): DigestVerdict {
    const ha1 = this.#ha1For(answer, secret);
    const expected = digestResponse(this.#parts.hash, {
      named: { algorithm: answer.algorithm, isSession: false },
      ha1,
      nonce: answer.nonce,
      method: request.method,
      uri: answer.uri,
      protection: answer.protection,
    });
    const isRight = isSameSecret(expected, answer.response) && secret !== undefined;
    const issuedAt = this.#issuedAt(answer.nonce, context);
    // Whatever the password: else one could be tried without ever taking a challenge, from any address one likes.
    if (issuedAt === undefined || !this.#isFresh(issuedAt)) return STALE;
    if (!isRight || !this.#isMeantFor(request, answer.uri, ownHosts)) return REFUSED;
    this.#ledger.expire(this.#parts.clock.now() - this.#lifetimeMs);
    // Without a count (RFC 2069) every nonce is good for one request only.
    const count = answer.protection ? Number.parseInt(answer.protection.count, 16) : 0;
    if (!this.#ledger.spend(answer.nonce, issuedAt, count)) return STALE;
    return { kind: "accepted", username: answer.username };
  }

  #readAnswer({ scheme, parameters }: AuthValue): DigestAnswer | undefined {
    if (scheme.toLowerCase() !== "digest" || parameters.get("realm") !== this.#parts.realm) return undefined;
    const named = readAlgorithm(parameters.get("algorithm"));
    const [username, nonce, uri, response] = ["username", "nonce", "uri", "response"].map((name) =>
      parameters.get(name),
    );
    if (!named || named.isSession || !this.#algorithms.includes(named.algorithm)) return undefined;
    if (!username || !nonce || !uri || !response) return undefined;
    const protection = readProtection(parameters);
    if (protection === "refused") return undefined;
    return { username, algorithm: named.algorithm, nonce, uri, response: response.toLowerCase(), protection };
  }

  /**
   * RFC 7616 §3.4.6: an answer made for one resource must not open another. Test tools such as sipp name the server
   * as a whole in every answer, which can open nothing elsewhere, and a count is good once in any case.
   */
  #isMeantFor(request: SipRequest, text: string, ownHosts: readonly string[]): boolean {
    if (formatUri(request.uri) === text) return true;
    const uri = parseUri(text);
    if (uri?.kind !== "sip" || uri.user !== undefined)
      return uri !== undefined && isSameUri(uri, request.uri);
    const host = uri.host.toLowerCase();
    return host === this.#parts.realm || ownHosts.includes(host) || isSameUri(uri, request.uri);
  }

  #ha1For(answer: DigestAnswer, secret: DigestSecret | undefined): string {
    const { hash, realm } = this.#parts;
    const { username, algorithm } = answer;
    const password = secret?.kind === "password" ? secret.password : this.#parts.secret;
    const computed = ha1Of(hash, algorithm, { username, realm, password });
    return secret?.kind === "ha1" ? (secret.ha1[algorithm] ?? computed) : computed;
  }

  #issueNonce(context: string): string {
    const body = `${this.#parts.clock.now()}.${this.#parts.identifiers.tag()}`;
    return `${body}.${this.#sign(body, context)}`;
  }

  /** When a nonce of ours was made; undefined for one that is not ours or belongs to another context. */
  #issuedAt(nonce: string, context: string): number | undefined {
    const cut = nonce.lastIndexOf(".");
    const body = nonce.slice(0, Math.max(0, cut));
    const isOurs = isSameSecret(this.#sign(body, context), nonce.slice(cut + 1));
    const time = Number.parseInt(body, 10);
    return isOurs && Number.isSafeInteger(time) ? time : undefined;
  }

  #sign(body: string, context: string): string {
    const { hash, secret } = this.#parts;
    // Half of the hash: whoever does not know the other half cannot extend a signed text.
    return digestOf(hash, "SHA-256", `${secret}|${body}|${context}`).slice(0, 32);
  }

  #isFresh(issuedAt: number): boolean {
    const age = this.#parts.clock.now() - issuedAt;
    return age >= 0 && age <= this.#lifetimeMs;
  }
}

function readProtection(parameters: ReadonlyMap<string, string>): DigestAnswer["protection"] | "refused" {
  const qop = parameters.get("qop")?.toLowerCase();
  if (qop === undefined) return undefined;
  const cnonce = parameters.get("cnonce");
  const count = parameters.get("nc");
  // We never offer auth-int: an answer with it is for somebody else's challenge.
  if (qop !== "auth" || !cnonce || !count || !/^[0-9a-fA-F]{8}$/.test(count)) return "refused";
  return { qop: "auth", cnonce, count };
}
