import type { Database, Transaction } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { Outbox } from "../../../platform/loops/outbox.ts";
import type { PasswordHasher } from "../../../platform/secrets/password-hasher.ts";
import { type Account, lockAccount, savePasswordHash } from "../accounts/account-repository.ts";
import { samePassword, wrongPassword } from "../session-errors.ts";
import { passwordChangedMail } from "../session-mails.ts";
import type { SessionEndings } from "../sessions/session-endings.ts";
import { deleteChallengesOfUser } from "../two-factor/tfa-challenge-repository.ts";
import type { OwnPassword } from "./own-password.ts";
import { markResetsUsed } from "./password-reset-repository.ts";
import type { Throttles } from "./throttles.ts";

export interface PasswordChangesDeps {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly hasher: PasswordHasher;
  readonly throttles: Throttles;
  readonly ownPassword: OwnPassword;
  readonly endings: SessionEndings;
  readonly outbox: Outbox;
}

export class PasswordChanges {
  readonly #deps: PasswordChangesDeps;

  constructor(deps: PasswordChangesDeps) {
    this.#deps = deps;
  }

  /** By the signed-in user: the device it is done on stays signed in. */
  async change(actor: Actor, current: string, password: string): Promise<void> {
    const { database, hasher, ownPassword } = this.#deps;
    const before = await ownPassword.require(actor, current);
    if (current === password) throw samePassword();

    const passwordHash = await hasher.hash(password);
    await database.transaction(async (tx) => {
      const account = await lockAccount(tx.query, actor.userId);
      if (account?.passwordHash !== before.passwordHash) throw wrongPassword();
      await ownPassword.forgive(tx, actor);
      await this.apply(tx, account, { passwordHash, exceptSessionId: actor.sessionId });
    });
  }

  /** Everything that was obtained with the old password ends with it, and every link to set a new one. The caller holds the account's lock. */
  async apply(
    tx: Transaction,
    account: Account,
    change: { readonly passwordHash: string; readonly exceptSessionId?: string },
  ): Promise<void> {
    const { clock, endings, outbox, throttles } = this.#deps;
    const { userId, customerId } = account;
    const except = change.exceptSessionId === undefined ? {} : { exceptId: change.exceptSessionId };
    await savePasswordHash(tx.query, userId, change.passwordHash);
    await endings.end(tx, { userId, customerId, ...except }, "passwordChanged");
    await deleteChallengesOfUser(tx.query, userId);
    await markResetsUsed(tx.query, userId, new Date(clock.now()));
    await throttles.clear(tx, { name: "account", of: account.username });
    await outbox.mail(tx, passwordChangedMail(account));
  }
}
