import type { Database, Transaction } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { PasswordHasher } from "../../../platform/secrets/password-hasher.ts";
import { type Account, findAccount } from "../accounts/account-repository.ts";
import { noPassword, sessionGone, tooManyAttempts, wrongPassword } from "../session-errors.ts";
import type { Throttled, Throttles } from "./throttles.ts";

export interface OwnPasswordDeps {
  readonly database: Database;
  readonly hasher: PasswordHasher;
  readonly throttles: Throttles;
}

/** The password of someone who is signed in already, asked for again. */
export class OwnPassword {
  readonly #deps: OwnPasswordDeps;

  constructor(deps: OwnPasswordDeps) {
    this.#deps = deps;
  }

  /** Throws unless the password is right. Every place that asks counts the same attempts. */
  async require(actor: Actor, password: string): Promise<Account & { readonly passwordHash: string }> {
    const { database, hasher, throttles } = this.#deps;
    const account = await findAccount(database.query, actor.userId);
    if (!account) throw sessionGone();
    const { passwordHash } = account;
    if (passwordHash === null) throw noPassword();
    // Whoever finds an unlocked screen, or a token, must not be able to try passwords with it.
    const waitMs = await throttles.charge(throttledOf(actor));
    if (waitMs > 0) throw tooManyAttempts(waitMs);
    if (!(await hasher.verify(passwordHash, password))) throw wrongPassword();
    return { ...account, passwordHash };
  }

  async forgive(tx: Transaction, actor: Actor): Promise<void> {
    await this.#deps.throttles.clear(tx, throttledOf(actor));
  }
}

function throttledOf({ userId }: Actor): Throttled {
  return { name: "account", of: `password of ${userId}` };
}
