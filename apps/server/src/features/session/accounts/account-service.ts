import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../../database/database.ts";
import { publishSessionsChanged, type SessionEndings } from "../sessions/session-endings.ts";
import type { AccessTokens } from "../tokens/access-tokens.ts";
import { deleteChallengesOfUser } from "../two-factor/tfa-challenge-repository.ts";
import { lockAccount, saveDisabledAt } from "./account-repository.ts";

export interface AccountServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly endings: SessionEndings;
  readonly accessTokens: AccessTokens;
}

/** What an administrator does to an account, as far as sessions go. */
export class AccountService {
  readonly #deps: AccountServiceDeps;

  constructor(deps: AccountServiceDeps) {
    this.#deps = deps;
  }

  /** Signs the user out everywhere, from the commit on. */
  async disable(userId: number): Promise<void> {
    await this.#deps.database.transaction((tx) => this.disableWithin(tx, userId));
  }

  async disableWithin(tx: Transaction, userId: number): Promise<void> {
    const { clock, endings } = this.#deps;
    const account = await lockAccount(tx.query, userId);
    if (!account || account.isDisabled) return;
    await saveDisabledAt(tx.query, userId, new Date(clock.now()));
    await deleteChallengesOfUser(tx.query, userId);
    const user = { userId, customerId: account.customerId };
    // Told even where no session was open: the user's desk phones end with the account.
    if ((await endings.end(tx, user, "userDisabled")) === 0) publishSessionsChanged(tx, user);
  }

  async enable(userId: number): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const account = await lockAccount(tx.query, userId);
      if (!account) return;
      await saveDisabledAt(tx.query, userId, null);
      publishSessionsChanged(tx, { userId, customerId: account.customerId });
    });
  }

  /** To be called after the commit that changed a user's roles; the user's next request has the new features. */
  rolesChanged(userId: number): void {
    this.#deps.accessTokens.forgetUser(userId);
  }
}
