import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../database/database.ts";
import { lockAccount, saveDisabledAt } from "./account-repository.ts";
import type { SessionEndings } from "./session-endings.ts";
import type { AccessTokens } from "./tokens/access-tokens.ts";
import { deleteChallengesOfUser } from "./two-factor/tfa-challenge-repository.ts";

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
    await endings.end(tx, { userId, customerId: account.customerId }, "userDisabled");
  }

  async enable(userId: number): Promise<void> {
    await this.#deps.database.transaction((tx) => saveDisabledAt(tx.query, userId, null));
  }

  /** To be called after the commit that changed a user's roles; his next request has the new features. */
  rolesChanged(userId: number): void {
    this.#deps.accessTokens.forgetUser(userId);
  }
}
