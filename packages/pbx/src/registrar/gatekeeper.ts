import type { Clock } from "@offhook/kernel";
import {
  type DigestAlgorithm,
  type DigestAnswer,
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
import { type Attempt, GuessBrake, type Lockout } from "./guess-brake.ts";
import { ProvenFlows } from "./proven-flows.ts";

export interface GatekeeperParts {
  readonly clock: Clock;
  readonly hash: Hash;
  readonly identifiers: Identifiers;
  readonly realm: string;
  readonly secret: string;
  readonly directory: Pick<PbxDirectory, "account">;
  /** For phones; default SHA-256 before MD5 (RFC 8760). */
  readonly algorithms?: readonly DigestAlgorithm[];
  /** What addresses count as where guesses are counted: a whole IPv6 network say. */
  readonly sourceOf?: (address: string) => string;
  /** Somebody who guesses passwords has to wait from now on. */
  readonly onLockout?: (lockout: Lockout, account: SipAccount | undefined) => void;
}

interface Refusal {
  readonly kind: "refused";
  readonly status: number;
  readonly headers: SipHeaders;
}

export type Admission = { readonly kind: "admitted"; readonly account: SipAccount } | Refusal;

/** Authenticates and authorizes requests. The answers do not tell whether an account exists. */
export class Gatekeeper {
  readonly #parts: GatekeeperParts;
  readonly #digest: DigestServer;
  readonly #proven: ProvenFlows;
  readonly #brake: GuessBrake;
  /** Of requests that were looked at before they got a transaction: a nonce is good for one look. */
  readonly #admissions = new WeakMap<SipRequest, Admission>();

  constructor(parts: GatekeeperParts) {
    this.#parts = parts;
    this.#proven = new ProvenFlows(parts.clock);
    this.#brake = new GuessBrake(parts.clock);
    const { hash, clock, identifiers, realm, secret } = parts;
    this.#digest = new DigestServer({ hash, clock, identifiers, realm, secret, role: "server" });
  }

  /** Whether somebody has proved a password over this flow and may be expected to come again. */
  isKnown(flow: Flow): boolean {
    return this.#proven.usernameOf(flow) !== undefined;
  }

  flowClosed(flow: Flow): void {
    this.#proven.closed(flow);
  }

  /** For whoever is not let in: nothing need be kept of the request. */
  refusal(request: SipRequest, flow: Flow): Refusal | undefined {
    const admission = this.admit(request, flow);
    if (admission.kind === "refused") return admission;
    this.#admissions.set(request, admission);
    return undefined;
  }

  admit(request: SipRequest, flow: Flow): Admission {
    const known = this.#admissions.get(request);
    if (known) return known;
    const answer = this.#digest.read(request);
    if (!answer) return this.#admitProven(request, flow) ?? this.#challenge(request, flow, false);
    const admission = this.#judge(request, flow, answer);
    if (admission.kind === "refused") return admission;
    // The name in From is what others see: nobody calls, and nobody registers, for somebody else.
    return userText(request.from.uri) === admission.account.username ? admission : FORBIDDEN;
  }

  /** Whether a request of a call comes from this line, by a flow that has proved it or by its password. */
  admitToCall(request: SipRequest, flow: Flow, endpointId: string): Refusal | undefined {
    const username = this.#proven.usernameOf(flow);
    const proven = username === undefined ? undefined : this.#accountFor(username, flow);
    if (proven?.endpointId === endpointId || this.#admissions.has(request)) return undefined;
    const answer = this.#digest.read(request);
    if (!answer) return this.#challenge(request, flow, false);
    const admission = this.#judge(request, flow, answer);
    if (admission.kind === "refused") return admission;
    if (admission.account.endpointId !== endpointId) return FORBIDDEN;
    this.#admissions.set(request, admission);
    return undefined;
  }

  #judge(request: SipRequest, flow: Flow, answer: DigestAnswer): Admission {
    const attempt = this.#attemptOf(flow, answer.username);
    const waitMs = this.#brake.waitMs(attempt);
    if (waitMs > 0) return comeBackIn(waitMs);
    const account = this.#accountFor(answer.username, flow);
    const context = flow.remote.address;
    const verdict = this.#digest.verify(request, answer, account?.secret, context, [flow.local.host]);
    if (verdict.kind === "accepted" && account) {
      this.#brake.proved(attempt);
      this.#proven.add(flow, account.username);
      return { kind: "admitted", account };
    }
    if (verdict.kind === "refused" && verdict.isStale) return this.#challenge(request, flow, true);
    for (const lockout of this.#brake.failed(attempt, answer.response))
      this.#parts.onLockout?.(lockout, this.#parts.directory.account(answer.username));
    // JsSIP tries again forever on a fresh challenge; after a wrong answer it must hear a no.
    return FORBIDDEN;
  }

  /** A signed-in session is one person; behind one address there may be a whole company of browsers. */
  #attemptOf(flow: Flow, username: string): Attempt {
    const { sourceOf = (address) => address } = this.#parts;
    const session = flowContextOf(flow);
    const source = session === undefined ? sourceOf(flow.remote.address) : `session ${session}`;
    return { source, flowId: flow.id, username };
  }

  /** A call must not wait for a challenge that its connection has met before; a registration proves itself anew. */
  #admitProven(request: SipRequest, flow: Flow): Admission | undefined {
    const username = isBrowserFlow(flow) ? this.#proven.usernameOf(flow) : undefined;
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
    // Good at that address alone: nobody can use up the tries of another address by naming it as their own.
    const context = flow.remote.address;
    const headers = this.#digest.challenge({ isStale, context, ...(algorithms && { algorithms }) });
    return { kind: "refused", status: this.#digest.status, headers };
  }
}

const FORBIDDEN: Refusal = { kind: "refused", status: 403, headers: new SipHeaders() };

/** The same no as for a wrong password, right or wrong: whoever waits learns nothing by trying. */
function comeBackIn(waitMs: number): Refusal {
  const headers = SipHeaders.of(["Retry-After", String(Math.ceil(waitMs / 1000))]);
  return { kind: "refused", status: 403, headers };
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
