import { timingSafeEqual } from "node:crypto";
import type { TfaMethod, TfaType } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../../database/database.ts";
import type { Outbox } from "../../../platform/loops/outbox.ts";
import { hashWithKey, type Secrets } from "../../../platform/secrets/secrets.ts";
import { createSealer, type Sealer } from "../../../platform/secrets/secrets-sealing.ts";
import type { Account } from "../accounts/account-repository.ts";
import { codeMail, codeText } from "../session-mails.ts";
import { acceptedStep, foldRecoveryCode, newRecoveryCodes, randomCode, tidyCode } from "./one-time-codes.ts";
import {
  countRecoveryCodes,
  type EnrolledType,
  listTfaMethods,
  replaceRecoveryCodes,
  saveLastStep,
  saveTfaMethod,
  spendRecoveryCode,
  type TfaMethodRow,
} from "./tfa-method-repository.ts";
import { describeMethod, maskEmail, maskNumber } from "./tfa-texts.ts";

export const CODE_SECONDS = 300;

type Reader = Pick<Database, "query">;

export interface SecondFactorsDeps {
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly outbox: Outbox;
}

/** A second factor as it is set up: the key of an app, the number texts go to. */
export type NewTfaMethod =
  | { readonly type: "app"; readonly secret: string; readonly lastStep?: number }
  | { readonly type: "email" }
  | { readonly type: "sms"; readonly number: string };

/** What users confirm their sign-ins with: storing it, sending its codes, checking them. */
export class SecondFactors {
  readonly #deps: SecondFactorsDeps;
  readonly #key: Uint8Array;
  readonly #sealer: Sealer;

  constructor(deps: SecondFactorsDeps) {
    this.#deps = deps;
    this.#key = deps.secrets.key("one-time-code");
    this.#sealer = createSealer(deps.secrets.key("authenticator-app"));
  }

  async isOn(tx: Reader, userId: number): Promise<boolean> {
    return (await listTfaMethods(tx.query, userId)).length > 0;
  }

  /** What this user has set up, whether it can be used at the moment or not. */
  async list(tx: Reader, account: Account): Promise<TfaMethod[]> {
    const rows = await listTfaMethods(tx.query, account.userId);
    return rows.map((row) => describeMethod(row.type, maskedValue(row, account)));
  }

  /** What this user can confirm a sign-in with right now. */
  async offered(tx: Reader, account: Account): Promise<TfaMethod[]> {
    const methods = (await this.list(tx, account)).filter((method) => this.canSend(method.type));
    const codesLeft = await countRecoveryCodes(tx.query, account.userId);
    return codesLeft > 0 ? [...methods, describeMethod("recovery", "")] : methods;
  }

  canSend(type: TfaType): boolean {
    if (type === "email") return this.#deps.outbox.canMail;
    if (type === "sms") return this.#deps.outbox.canText;
    return true;
  }

  /** Sends a new code and returns what to store of it. */
  async sendCode(
    tx: Transaction,
    account: Account,
    target: { readonly type: "email" } | { readonly type: "sms"; readonly number: string },
  ): Promise<Buffer> {
    const { outbox } = this.#deps;
    const code = randomCode();
    const lifetimeMs = CODE_SECONDS * 1000;
    if (target.type === "email")
      await outbox.mail(tx, codeMail(account, code, CODE_SECONDS / 60), lifetimeMs);
    else await outbox.text(tx, { to: target.number, text: codeText(code, CODE_SECONDS / 60) }, lifetimeMs);
    return this.#hashCode(account.userId, code);
  }

  isSentCode(userId: number, stored: Uint8Array, typed: string): boolean {
    return timingSafeEqual(stored, this.#hashCode(userId, tidyCode(typed)));
  }

  /** Accepts a code of the user's app, once. */
  async spendAppCode(tx: Transaction, userId: number, typed: string): Promise<boolean> {
    const method = (await listTfaMethods(tx.query, userId)).find((each) => each.type === "app");
    if (!method?.sealed_secret) return false;
    const app = { secret: this.openAppSecret(userId, method.sealed_secret), lastStep: method.last_step };
    const step = acceptedStep(app, typed, this.#deps.clock.now());
    if (step === undefined) return false;
    await saveLastStep(tx.query, userId, step);
    return true;
  }

  spendRecoveryCode(tx: Transaction, userId: number, typed: string): Promise<boolean> {
    return spendRecoveryCode(tx.query, userId, this.#hashRecoveryCode(userId, typed));
  }

  async add(tx: Transaction, userId: number, method: NewTfaMethod): Promise<void> {
    await saveTfaMethod(tx.query, {
      user_id: userId,
      type: method.type,
      value: method.type === "sms" ? method.number : "",
      sealed_secret: method.type === "app" ? this.sealAppSecret(userId, method.secret) : null,
      last_step: method.type === "app" ? (method.lastStep ?? 0) : 0,
      created_at: new Date(this.#deps.clock.now()),
    });
  }

  async renewRecoveryCodes(tx: Transaction, userId: number): Promise<readonly string[]> {
    const codes = newRecoveryCodes();
    await replaceRecoveryCodes(
      tx.query,
      userId,
      codes.map((code) => this.#hashRecoveryCode(userId, code)),
    );
    return codes;
  }

  sealAppSecret(userId: number, secret: string): Buffer {
    return this.#sealer.seal(String(userId), secret);
  }

  openAppSecret(userId: number, sealed: Uint8Array): string {
    return this.#sealer.open(String(userId), sealed);
  }

  #hashCode(userId: number, code: string): Buffer {
    return hashWithKey(this.#key, "sent", String(userId), code);
  }

  #hashRecoveryCode(userId: number, typed: string): Buffer {
    return hashWithKey(this.#key, "recovery", String(userId), foldRecoveryCode(typed));
  }
}

export async function numberForTexts(tx: Transaction, userId: number): Promise<string | undefined> {
  return (await listTfaMethods(tx.query, userId)).find((method) => method.type === "sms")?.value;
}

function maskedValue(
  row: Pick<TfaMethodRow, "value"> & { readonly type: EnrolledType },
  account: Account,
): string {
  if (row.type === "email") return maskEmail(account.email);
  return row.type === "sms" ? maskNumber(row.value) : "";
}
