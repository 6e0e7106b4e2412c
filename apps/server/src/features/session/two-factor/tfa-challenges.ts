import type { LoginResult, SignedIn, TfaMethod, TfaRequired, TfaSent, TfaType } from "@offhook/contract";
import { assertNever, type Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../../database/database.ts";
import type { Actor, Caller } from "../../../platform/actor.ts";
import { hashToken, randomToken } from "../../../platform/secrets/secrets.ts";
import { type Account, lockAccount } from "../accounts/account-repository.ts";
import type { Throttled, Throttles } from "../password/throttles.ts";
import { sessionGone, tooManyAttempts } from "../session-errors.ts";
import { SignInContext, type SignIns } from "../sessions/sign-ins.ts";
import { CODE_SECONDS, numberForTexts, type SecondFactors } from "./second-factors.ts";
import {
  deleteChallenge,
  findChallenge,
  findCode,
  insertChallenge,
  saveCode,
  saveWrongCodes,
  type TfaChallengeRow,
} from "./tfa-challenge-repository.ts";
import {
  methodNotOffered,
  proofEnded,
  proofExpired,
  resendTooSoon,
  signInEnded,
  signInExpired,
  tooManyCodes,
  wrongCode,
} from "./tfa-errors.ts";
import { describeChoice, describeEntry } from "./tfa-texts.ts";

const CHALLENGE_SECONDS = 600;
const RESEND_SECONDS = 30;
const MAX_WRONG_CODES = 5;

export interface TfaChallengesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly factors: SecondFactors;
  readonly throttles: Throttles;
  readonly signIns: SignIns;
}

interface OpenChallenge {
  readonly row: TfaChallengeRow;
  readonly account: Account;
}

interface Attempt {
  readonly type: TfaType;
  readonly code: string;
  readonly isKnownDevice: boolean;
}

type Verdict = "right" | "wrong" | "ended";

/** Between the first factor and the session: asks for the second where the user has one. */
export class TfaChallenges {
  readonly #deps: TfaChallengesDeps;

  constructor(deps: TfaChallengesDeps) {
    this.#deps = deps;
  }

  /** The first factor is proved and the caller holds the account's lock. */
  async proceed(
    tx: Transaction,
    account: Account,
    context: SignInContext,
    caller: Caller,
  ): Promise<LoginResult> {
    const required = await this.#begin(tx, account, { context, sessionId: null });
    return required ?? this.#deps.signIns.complete(tx, account, context, caller);
  }

  /** For someone who is signed in and has to confirm it. Null where there is no second factor to do so with. */
  async beginProof(tx: Transaction, account: Account, { sessionId }: Actor): Promise<TfaRequired | null> {
    return (await this.#begin(tx, account, { context: null, sessionId })) ?? null;
  }

  send(token: string, type: TfaType): Promise<TfaSent> {
    return this.#deps.database.transaction(async (tx) => {
      const { row, account } = await this.#open(tx, token);
      const { value } = await this.#requireMethod(tx, account, type);
      const isSent = type === "email" || type === "sms";
      if (isSent) await this.#sendCode(tx, row, account, type);
      return {
        type,
        value,
        timeout: isSent ? CODE_SECONDS : this.#secondsLeft(row),
        resendTimeout: isSent ? RESEND_SECONDS : 0,
        ...describeEntry(type, value),
      };
    });
  }

  async check(token: string, type: TfaType, code: string, caller: Caller): Promise<SignedIn> {
    const outcome = await this.#deps.database.transaction(async (tx) => {
      const open = await this.#open(tx, token);
      if (open.row.session_id !== null) throw signInExpired();
      const context = SignInContext.parse(open.row.sign_in);
      const verdict = await this.#judge(tx, open, { type, code, isKnownDevice: context.isKnownDevice });
      if (verdict !== "right") return verdict;
      return this.#deps.signIns.complete(tx, open.account, context, caller);
    });
    // Thrown after the commit, or wrong codes would not be counted.
    if (outcome === "wrong") throw wrongCode();
    if (outcome === "ended") throw signInEnded();
    return outcome;
  }

  /** The counterpart of `beginProof`: throws unless the code is right. */
  async prove(actor: Actor, token: string, type: TfaType, code: string): Promise<void> {
    const verdict = await this.#deps.database.transaction(async (tx) => {
      const open = await this.#open(tx, token, proofExpired);
      if (open.row.session_id !== actor.sessionId) throw proofExpired();
      return this.#judge(tx, open, { type, code, isKnownDevice: true });
    });
    if (verdict === "wrong") throw wrongCode();
    if (verdict === "ended") throw proofEnded();
  }

  async #begin(
    tx: Transaction,
    account: Account,
    what: { readonly context: SignInContext | null; readonly sessionId: string | null },
  ): Promise<TfaRequired | undefined> {
    const { clock, factors } = this.#deps;
    if (!(await factors.isOn(tx, account.userId))) return undefined;
    const token = randomToken();
    await insertChallenge(tx.query, {
      token_hash: hashToken(token),
      user_id: account.userId,
      expires_at: new Date(clock.now() + CHALLENGE_SECONDS * 1000),
      sign_in: JSON.stringify(what.context),
      session_id: what.sessionId,
    });
    const methods = await factors.offered(tx, account);
    return { tfa_required: true, tfa_token: token, methods, ...describeChoice(methods) };
  }

  async #judge(tx: Transaction, { row, account }: OpenChallenge, attempt: Attempt): Promise<Verdict> {
    const { throttles } = this.#deps;
    await this.#requireMethod(tx, account, attempt.type);
    const throttled = throttledOf(account, attempt);
    const waitMs = await throttles.chargeIn(tx, throttled);
    if (waitMs > 0) throw tooManyAttempts(waitMs);

    if (!(await this.#isRight(tx, row, attempt.type, attempt.code))) return this.#countWrongCode(tx, row);
    await deleteChallenge(tx.query, row.token_hash);
    await throttles.clear(tx, throttled);
    return "right";
  }

  async #open(tx: Transaction, token: string, expired = signInExpired): Promise<OpenChallenge> {
    const tokenHash = hashToken(token);
    const userId = (await findChallenge(tx.query, tokenHash))?.user_id;
    const account = userId === undefined ? undefined : await lockAccount(tx.query, userId);
    // Read again under the lock: another check may have used it up meanwhile.
    const row = account && (await findChallenge(tx.query, tokenHash));
    if (!row || row.expires_at.getTime() <= this.#deps.clock.now()) throw expired();
    if (account.isDisabled) throw sessionGone();
    return { row, account };
  }

  async #requireMethod(tx: Transaction, account: Account, type: TfaType): Promise<TfaMethod> {
    const method = (await this.#deps.factors.offered(tx, account)).find((each) => each.type === type);
    if (!method) throw methodNotOffered();
    return method;
  }

  async #sendCode(
    tx: Transaction,
    row: TfaChallengeRow,
    account: Account,
    type: "email" | "sms",
  ): Promise<void> {
    const { clock, factors, throttles } = this.#deps;
    const now = clock.now();
    const last = await findCode(tx.query, row.token_hash, type);
    const remainingMs = last ? last.sent_at.getTime() + RESEND_SECONDS * 1000 - now : 0;
    if (remainingMs > 0) throw resendTooSoon(remainingMs);
    const waitMs = await throttles.chargeIn(tx, { name: "codeMessages", of: account.userId });
    if (waitMs > 0) throw tooManyCodes(waitMs);

    const number = (await numberForTexts(tx, account.userId)) ?? "";
    const code_hash = await factors.sendCode(tx, account, type === "email" ? { type } : { type, number });
    await saveCode(tx.query, {
      challenge_hash: row.token_hash,
      type,
      code_hash,
      sent_at: new Date(now),
      expires_at: new Date(now + CODE_SECONDS * 1000),
    });
  }

  async #isRight(tx: Transaction, row: TfaChallengeRow, type: TfaType, code: string): Promise<boolean> {
    const { clock, factors } = this.#deps;
    switch (type) {
      case "app":
        return factors.spendAppCode(tx, row.user_id, code);
      case "recovery":
        return factors.spendRecoveryCode(tx, row.user_id, code);
      case "email":
      case "sms": {
        const sent = await findCode(tx.query, row.token_hash, type);
        const isGood = sent !== undefined && sent.expires_at.getTime() > clock.now();
        return isGood && factors.isSentCode(row.user_id, sent.code_hash, code);
      }
      default:
        return assertNever(type);
    }
  }

  async #countWrongCode(tx: Transaction, row: TfaChallengeRow): Promise<Verdict> {
    const wrongCodes = row.wrong_codes + 1;
    if (wrongCodes < MAX_WRONG_CODES) {
      await saveWrongCodes(tx.query, row.token_hash, wrongCodes);
      return "wrong";
    }
    await deleteChallenge(tx.query, row.token_hash);
    return "ended";
  }

  #secondsLeft(row: TfaChallengeRow): number {
    return Math.max(0, Math.floor((row.expires_at.getTime() - this.#deps.clock.now()) / 1000));
  }
}

/** As with passwords: guessing from elsewhere must not keep the owner out on a device the account knows. */
function throttledOf({ userId }: Account, { isKnownDevice }: Pick<Attempt, "isKnownDevice">): Throttled {
  return { name: "secondFactor", of: isKnownDevice ? `${userId} on a known device` : userId };
}
