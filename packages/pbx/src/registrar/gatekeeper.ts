import type { Clock } from "@offhook/kernel";
import {
  type DigestAlgorithm,
  DigestServer,
  type Flow,
  type Hash,
  type Identifiers,
  SipHeaders,
  type SipRequest,
  UserAgent,
  userText,
} from "@offhook/sip";
import type { PbxDirectory, SipAccount } from "../ports/pbx-directory.ts";
import { isBrowserFlow } from "./binding.ts";

export interface GatekeeperParts {
  readonly clock: Clock;
  readonly hash: Hash;
  readonly identifiers: Identifiers;
  readonly realm: string;
  readonly secret: string;
  readonly directory: Pick<PbxDirectory, "account">;
  /** For phones; default SHA-256 before MD5 (RFC 8760). */
  readonly algorithms?: readonly DigestAlgorithm[];
}

interface Refusal {
  readonly kind: "refused";
  readonly status: number;
  readonly headers: SipHeaders;
}

export type Admission = { readonly kind: "admitted"; readonly account: SipAccount } | Refusal;

/** Who is it, and may he? The answers do not tell whether an account exists. */
export class Gatekeeper {
  readonly #parts: GatekeeperParts;
  readonly #digest: DigestServer;
  /** Who has proved his password over which websocket: nobody else can send anything over it. */
  readonly #proven = new WeakMap<Flow, string>();

  constructor(parts: GatekeeperParts) {
    this.#parts = parts;
    const { hash, clock, identifiers, realm, secret } = parts;
    this.#digest = new DigestServer({ hash, clock, identifiers, realm, secret, role: "server" });
  }

  /** For whoever does not even say who he is. */
  challenge(request: SipRequest, flow: Flow): Refusal | undefined {
    return request.headers.has("authorization") ? undefined : this.#challenge(request, flow, false);
  }

  admit(request: SipRequest, flow: Flow): Admission {
    const answer = this.#digest.read(request);
    if (!answer) return this.#admitProven(request, flow) ?? this.#challenge(request, flow, false);
    const account = this.#accountFor(answer.username, flow);
    const verdict = this.#digest.verify(request, answer, account?.secret, "", [flow.local.host]);
    if (verdict.kind === "refused" || !account) {
      const isStale = verdict.kind === "refused" && verdict.isStale;
      // JsSIP tries again for ever on a fresh challenge; after a wrong answer it must hear a no.
      return isStale
        ? this.#challenge(request, flow, true)
        : { kind: "refused", status: 403, headers: new SipHeaders() };
    }
    // The name in From is what others see: nobody calls, and nobody registers, for somebody else.
    if (userText(request.from.uri) !== account.username)
      return { kind: "refused", status: 403, headers: new SipHeaders() };
    if (isBrowserFlow(flow)) this.#proven.set(flow, account.username);
    return { kind: "admitted", account };
  }

  /** A call must not wait for a challenge that its connection has met before; a registration proves itself anew. */
  #admitProven(request: SipRequest, flow: Flow): Admission | undefined {
    const username = this.#proven.get(flow);
    if (username === undefined || request.method !== "INVITE") return undefined;
    if (userText(request.from.uri) !== username) return undefined;
    const account = this.#accountFor(username, flow);
    return account && { kind: "admitted", account };
  }

  #accountFor(username: string, flow: Flow): SipAccount | undefined {
    const account = this.#parts.directory.account(username);
    if (!account) return undefined;
    if (account.expiresAt !== undefined && account.expiresAt <= this.#parts.clock.now()) return undefined;
    const context = flowContextOf(flow);
    return account.flowContext === undefined || account.flowContext === context ? account : undefined;
  }

  #challenge(request: SipRequest, flow: Flow, isStale: boolean): Refusal {
    const algorithms = isChooser(request, flow) ? undefined : (["MD5"] as const);
    const headers = this.#digest.challenge({ isStale, ...(algorithms && { algorithms }) });
    return { kind: "refused", status: this.#digest.status, headers };
  }
}

/**
 * Phones known to pick what they can from several challenges (RFC 8760). JsSIP takes the first one it sees, and
 * baresip 1 gives up on a challenge it does not know: all others are asked for MD5 alone.
 */
const CHOOSERS = /linphone|pjsip|pjsua/i;

function isChooser(request: SipRequest, flow: Flow): boolean {
  return !isBrowserFlow(flow) && CHOOSERS.test(request.headers.first(UserAgent) ?? "");
}

/** A websocket that was opened in a signed-in session says which. */
export interface SessionFlow extends Flow {
  readonly context?: string;
}

const flowContextOf = (flow: SessionFlow): string | undefined => flow.context;
