import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database, Transaction } from "../../../database/database.ts";
import { BackgroundLoop } from "../../../platform/loops/background-loop.ts";
import type { Outbox } from "../../../platform/loops/outbox.ts";
import type { PasswordHasher } from "../../../platform/secrets/password-hasher.ts";
import { hashToken, randomToken } from "../../../platform/secrets/secrets.ts";
import {
  type Account,
  findAccountByEmail,
  foldUsername,
  lockAccount,
} from "../accounts/account-repository.ts";
import { mailOff, resetLinkInvalid } from "../session-errors.ts";
import { noPasswordMail, resetMail } from "../session-mails.ts";
import type { PasswordChanges } from "./password-changes.ts";
import {
  countResetsSince,
  findReset,
  insertReset,
  insertResetRequest,
  type PasswordResetRow,
  takeResetRequest,
} from "./password-reset-repository.ts";

const LINK_MS = 3_600_000;
const MAILS_PER_HOUR = 3;
const HOUR_MS = 3_600_000;
const SWEEP_MS = 60_000;

export interface PasswordResetsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "info" | "error">;
  readonly outbox: Outbox;
  readonly hasher: PasswordHasher;
  readonly changes: PasswordChanges;
  readonly publicUrl: string;
}

/**
 * The request only writes down which address asked. Whether an account has it is looked up behind the request, so
 * neither the reply nor its time can tell, and a request that was acknowledged survives the process.
 */
export class PasswordResets {
  readonly #deps: PasswordResetsDeps;
  readonly #loop: BackgroundLoop;

  constructor(deps: PasswordResetsDeps) {
    this.#deps = deps;
    const { clock, log } = deps;
    this.#loop = new BackgroundLoop({ name: "password resets", clock, log, work: () => this.#workOff() });
  }

  start(): void {
    this.#loop.start();
  }

  close(): Promise<void> {
    return this.#loop.close();
  }

  async request(email: string): Promise<void> {
    const { clock, database, outbox } = this.#deps;
    // Said to everyone alike, so it tells nothing about accounts.
    if (!outbox.canMail) throw mailOff();
    await database.transaction(async (tx) => {
      await insertResetRequest(tx.query, foldUsername(email), new Date(clock.now()));
      tx.onCommit(() => this.#loop.wake());
    });
  }

  async reset(token: string, password: string): Promise<void> {
    const { database, hasher } = this.#deps;
    // Asked first, so that only the holder of a link can make the server compute a hash.
    if (!this.#isGood(await findReset(database.query, hashToken(token)))) throw resetLinkInvalid();
    const passwordHash = await hasher.hash(password);
    await database.transaction(async (tx) => {
      const account = await this.#use(tx, token);
      await this.#deps.changes.apply(tx, account, { passwordHash });
    });
  }

  /** For someone whose mailbox has just proved itself in another way; returns the token of the link. */
  async openLink(tx: Transaction, { userId }: Account): Promise<string> {
    const now = this.#deps.clock.now();
    const token = randomToken();
    await insertReset(tx.query, {
      token_hash: hashToken(token),
      user_id: userId,
      created_at: new Date(now),
      expires_at: new Date(now + LINK_MS),
    });
    return token;
  }

  async #use(tx: Transaction, token: string): Promise<Account> {
    const userId = (await findReset(tx.query, hashToken(token)))?.user_id;
    const account = userId === undefined ? undefined : await lockAccount(tx.query, userId);
    // Read again under the lock: of two who use the link at once, one is late.
    const row = account && (await findReset(tx.query, hashToken(token)));
    if (!account || account.isDisabled || !this.#isGood(row)) throw resetLinkInvalid();
    return account;
  }

  #isGood(row: PasswordResetRow | undefined): boolean {
    return row !== undefined && row.used_at === null && row.expires_at.getTime() > this.#deps.clock.now();
  }

  async #workOff(): Promise<number> {
    while (await this.#deps.database.transaction((tx) => this.#answerOldestRequest(tx)));
    return SWEEP_MS;
  }

  async #answerOldestRequest(tx: Transaction): Promise<boolean> {
    const request = await takeResetRequest(tx.query);
    if (!request) return false;
    const found = await findAccountByEmail(tx.query, request.email);
    const account = found && (await lockAccount(tx.query, found.userId));
    if (account && !account.isDisabled) await this.#mailLink(tx, account);
    return true;
  }

  async #mailLink(tx: Transaction, account: Account): Promise<void> {
    const { clock, log, outbox, publicUrl } = this.#deps;
    const now = clock.now();
    const sentLately = await countResetsSince(tx.query, account.userId, new Date(now - HOUR_MS));
    if (sentLately >= MAILS_PER_HOUR) {
      log.info({ userId: account.userId }, "No further reset mail within this hour");
      return;
    }
    const token = await this.openLink(tx, account);
    const mail =
      account.passwordHash === null
        ? noPasswordMail(account, `${publicUrl}/login`)
        : resetMail(account, `${publicUrl}/reset/${token}`);
    await outbox.mail(tx, mail, LINK_MS);
  }
}
