import type { LoginRequest, LoginResult } from "@offhook/contract";
import type { Database, Transaction } from "../../../database/database.ts";
import type { Caller } from "../../../platform/actor.ts";
import { addressKey } from "../../../platform/network.ts";
import type { PasswordHasher } from "../../../platform/secrets/password-hasher.ts";
import { hashToken } from "../../../platform/secrets/secrets.ts";
import {
  type Account,
  findAccountByUsername,
  foldUsername,
  lockAccount,
  savePasswordHash,
} from "../accounts/account-repository.ts";
import { badCredentials, tooManyAttempts } from "../session-errors.ts";
import { isKnownDevice } from "../sessions/session-repository.ts";
import { type SignInContext, sessionOfRefreshToken } from "../sessions/sign-ins.ts";
import type { TfaChallenges } from "../two-factor/tfa-challenges.ts";
import type { Throttled, Throttles } from "./throttles.ts";

export interface PasswordSignInDeps {
  readonly database: Database;
  readonly hasher: PasswordHasher;
  readonly throttles: Throttles;
  readonly challenges: TfaChallenges;
}

export class PasswordSignIn {
  readonly #deps: PasswordSignInDeps;

  constructor(deps: PasswordSignInDeps) {
    this.#deps = deps;
  }

  /** Every step up to the answer is the same whether the account exists or not, so that time tells nothing. */
  async signIn(request: LoginRequest, caller: Caller): Promise<LoginResult> {
    const { database, hasher, throttles } = this.#deps;
    const username = foldUsername(request.username);
    const account = await findAccountByUsername(database.query, username);
    const isKnown = await isKnownDevice(database.query, account?.userId ?? 0, {
      deviceId: request.device?.id,
      refreshTokenHash: request.refreshToken ? hashToken(request.refreshToken) : undefined,
    });
    const throttled = throttledBy(username, isKnown, caller);
    const waitMs = await throttles.charge(...throttled);
    if (waitMs > 0) throw tooManyAttempts(waitMs);

    const matches = await hasher.verify(account?.passwordHash ?? null, request.passhash);
    if (!account?.passwordHash || !matches || account.isDisabled) throw badCredentials();
    const renewedHash = hasher.isOutdated(account.passwordHash)
      ? await hasher.hash(request.passhash)
      : undefined;
    return database.transaction(async (tx) => {
      await this.#requireUnchanged(tx, account);
      if (renewedHash) await savePasswordHash(tx.query, account.userId, renewedHash);
      await this.#forgive(tx, throttled);
      return this.#deps.challenges.proceed(tx, account, await contextOf(tx, request, isKnown), caller);
    });
  }

  async #requireUnchanged(tx: Transaction, account: Account): Promise<void> {
    const now = await lockAccount(tx.query, account.userId);
    // The password may have been changed, or the user disabled, while the hash was being computed.
    if (!now || now.isDisabled || now.passwordHash !== account.passwordHash) throw badCredentials();
  }

  async #forgive(tx: Transaction, throttled: readonly Throttled[]): Promise<void> {
    for (const each of throttled) {
      // Forgetting the whole address would let a guesser start afresh by signing in with an account of their own.
      if (each.name === "address") await this.#deps.throttles.refund(tx, each);
      else await this.#deps.throttles.clear(tx, each);
    }
  }
}

/** Keyed by what was typed and not by the user it belongs to: both must be slowed the same way. */
function throttledBy(username: string, isKnown: boolean, caller: Caller): readonly Throttled[] {
  if (isKnown) return [{ name: "knownDevice", of: username }];
  return [
    { name: "account", of: username },
    { name: "address", of: addressKey(caller.address) },
  ];
}

async function contextOf(tx: Transaction, request: LoginRequest, isKnown: boolean): Promise<SignInContext> {
  return {
    wantsRefreshToken: request.rrt ?? false,
    device: request.device ?? null,
    formerSessionId: await sessionOfRefreshToken(tx, request.refreshToken),
    isKnownDevice: isKnown,
    provider: null,
  };
}
