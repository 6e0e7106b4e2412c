import { randomUUID, timingSafeEqual } from "node:crypto";
import { channelName, type UndoneEmail } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../../database/database.ts";
import { isTaken } from "../../../database/postgres/postgres-errors.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { Outbox } from "../../../platform/loops/outbox.ts";
import { hashToken, hashWithKey, randomToken, type Secrets } from "../../../platform/secrets/secrets.ts";
import {
  type Account,
  findAccountByUsername,
  lockAccount,
  saveAddress,
} from "../accounts/account-repository.ts";
import { markResetsUsed } from "../password/password-reset-repository.ts";
import type { PasswordResets } from "../password/password-resets.ts";
import { deleteLinksSince } from "../providers/identity-link-repository.ts";
import { mailOff, sessionGone } from "../session-errors.ts";
import type { SessionEndings } from "../sessions/session-endings.ts";
import { deleteChallengesOfUser } from "../two-factor/tfa-challenge-repository.ts";
import { deleteFactorsSince } from "../two-factor/tfa-method-repository.ts";
import {
  countChangesSince,
  type EmailChangeRow,
  endChangesSince,
  endPendingChanges,
  findChangeToConfirm,
  findEmailChange,
  findPendingEmail,
  insertEmailChange,
  saveConfirmed,
} from "./email-change-repository.ts";
import { emailLinkInvalid, emailTaken, formerEmailTaken, tooManyEmailChanges } from "./email-errors.ts";
import { confirmEmailMail, emailAskedMail, emailChangedMail } from "./email-mails.ts";

const HOUR_MS = 3_600_000;
const CONFIRM_MS = 24 * HOUR_MS;
const UNDO_MS = 7 * 24 * HOUR_MS;
const CHANGES_PER_HOUR = 5;

export interface EmailChangesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly outbox: Outbox;
  readonly endings: SessionEndings;
  readonly resets: PasswordResets;
  readonly publicUrl: string;
}

/**
 * The address is also the user name, and its owner can set a new password. So a new one counts only when its mailbox
 * has answered, and the former mailbox can take the change back for a week.
 */
export class EmailChanges {
  readonly #deps: EmailChangesDeps;
  readonly #key: Uint8Array;

  constructor(deps: EmailChangesDeps) {
    this.#deps = deps;
    this.#key = deps.secrets.key("email-undo");
  }

  async pending(userId: number): Promise<string | null> {
    const { clock, database } = this.#deps;
    return (await findPendingEmail(database.query, userId, new Date(clock.now()))) ?? null;
  }

  /** Asks for another address; the present one asks for nothing and drops what was asked for before. */
  async request(tx: Transaction, actor: Actor, email: string): Promise<void> {
    const { clock, outbox, publicUrl } = this.#deps;
    const now = clock.now();
    const account = await lockAccount(tx.query, actor.userId);
    if (!account) throw sessionGone();
    const isPresent = email === account.email && email === account.username;
    if (!isPresent) await this.#requireChangeable(tx, account, email);
    await endPendingChanges(tx.query, account.userId, new Date(now));
    if (isPresent) return;

    const [id, token] = [randomUUID(), randomToken()];
    await insertEmailChange(tx.query, {
      id,
      user_id: account.userId,
      old_username: account.username,
      old_email: account.email,
      new_email: email,
      confirm_hash: hashToken(token),
      created_at: new Date(now),
      confirm_until: new Date(now + CONFIRM_MS),
      undo_until: new Date(now + UNDO_MS),
    });
    await outbox.mail(tx, confirmEmailMail(account, email, `${publicUrl}/email/${token}`), CONFIRM_MS);
    await outbox.mail(tx, emailAskedMail(account, email, this.#undoUrl(id)));
    publishEmailChanged(tx, account);
  }

  confirm(token: string): Promise<{ readonly email: string }> {
    const { clock, database, outbox } = this.#deps;
    return database.transaction(async (tx) => {
      const now = clock.now();
      const [change, account] = await this.#open(tx, () => findChangeToConfirm(tx.query, hashToken(token)));
      const isGood = !change.confirmed_at && !change.ended_at && change.confirm_until.getTime() > now;
      if (!isGood || account.isDisabled) throw emailLinkInvalid();
      const { new_email: email } = change;
      await this.#become(tx, account, { username: email, email }, emailTaken);
      await saveConfirmed(tx.query, change.id, {
        confirmed_at: new Date(now),
        undo_until: new Date(now + UNDO_MS),
      });
      // Links that were mailed to the former address.
      await markResetsUsed(tx.query, account.userId, new Date(now));
      await outbox.mail(tx, emailChangedMail(account, email, this.#undoUrl(change.id)));
      publishEmailChanged(tx, account);
      return { email };
    });
  }

  /**
   * "That was not me": the former address is back, and what may have been put in place by someone else since then ends
   * with it (sessions, second factors, linked identities, unfinished sign-ins).
   */
  undo(token: string): Promise<UndoneEmail> {
    const { clock, database, endings, resets } = this.#deps;
    return database.transaction(async (tx) => {
      const at = new Date(clock.now());
      const [change, account] = await this.#open(tx, () => this.#findByUndo(tx, token));
      if (change.ended_at || change.undo_until <= at || account.isDisabled) throw emailLinkInvalid();
      const { old_email: email, old_username: username } = change;
      await this.#become(tx, account, { username, email }, formerEmailTaken);
      await endChangesSince(tx.query, account.userId, change.created_at, at);
      await deleteFactorsSince(tx.query, account.userId, change.created_at);
      await deleteLinksSince(tx.query, account.userId, change.created_at);
      await deleteChallengesOfUser(tx.query, account.userId);
      await markResetsUsed(tx.query, account.userId, at);
      await endings.end(tx, account, "addressRestored");
      publishEmailChanged(tx, account);
      return { email, reset: account.passwordHash === null ? null : await resets.openLink(tx, account) };
    });
  }

  async #requireChangeable(tx: Transaction, account: Account, email: string): Promise<void> {
    if (!this.#deps.outbox.canMail) throw mailOff();
    await this.#requireFree(tx, account, email, emailTaken);
    const hourAgo = new Date(this.#deps.clock.now() - HOUR_MS);
    if ((await countChangesSince(tx.query, account.userId, hourAgo)) >= CHANGES_PER_HOUR)
      throw tooManyEmailChanges();
  }

  async #requireFree(
    tx: Transaction,
    account: Account,
    username: string,
    refusal: () => Error,
  ): Promise<void> {
    const owner = await findAccountByUsername(tx.query, username);
    if (owner && owner.userId !== account.userId) throw refusal();
  }

  async #become(
    tx: Transaction,
    account: Account,
    address: { readonly username: string; readonly email: string },
    refusal: () => Error,
  ): Promise<void> {
    await this.#requireFree(tx, account, address.username, refusal);
    await saveAddress(tx.query, account.userId, address).catch((error: unknown) => {
      // Someone else took it in this very moment.
      throw isTaken(error) ? refusal() : error;
    });
  }

  /** Read again under the account's lock: of two who use a link at once, one is late. */
  async #open(
    tx: Transaction,
    find: () => Promise<EmailChangeRow | undefined>,
  ): Promise<readonly [EmailChangeRow, Account]> {
    const userId = (await find())?.user_id;
    const account = userId === undefined ? undefined : await lockAccount(tx.query, userId);
    const change = account && (await find());
    if (!change) throw emailLinkInvalid();
    return [change, account];
  }

  /** Without a dot: an address that ends like a file's name is looked for among the files of the console. */
  #undoUrl(id: string): string {
    return `${this.#deps.publicUrl}/email/undo/${id}${this.#signUndo(id).toString("base64url")}`;
  }

  /** Signed and not stored, because both mails to the former address carry the same link. */
  async #findByUndo(tx: Transaction, token: string): Promise<EmailChangeRow | undefined> {
    const [, id = "", signature = ""] = /^([\w-]{36})([\w-]{43})$/.exec(token) ?? [];
    if (id === "") return undefined;
    const isOurs = timingSafeEqual(Buffer.from(signature, "base64url"), this.#signUndo(id));
    return isOurs ? findEmailChange(tx.query, id) : undefined;
  }

  #signUndo(id: string): Buffer {
    return hashWithKey(this.#key, id);
  }
}

function publishEmailChanged(tx: Transaction, { userId, customerId }: Account): void {
  tx.publish({ customerId, channel: channelName("user", userId), event: { type: "EMAIL_CHANGED" } });
}
