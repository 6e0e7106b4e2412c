import { channelName, type RecoveryCodes, type TfaEnrollment, type TfaSettings } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { Outbox } from "../../../platform/loops/outbox.ts";
import { hashToken, randomToken } from "../../../platform/secrets/secrets.ts";
import { type Account, findAccount, lockAccount } from "../accounts/account-repository.ts";
import type { Throttles } from "../password/throttles.ts";
import { sessionGone } from "../session-errors.ts";
import { tfaAddedMail, tfaRemovedMail } from "../session-mails.ts";
import { acceptedStep, newAppSecret } from "./one-time-codes.ts";
import type { NewTfaMethod, SecondFactors } from "./second-factors.ts";
import {
  enrollmentExpired,
  methodNotFound,
  methodNotOffered,
  noMailAddress,
  numberInvalid,
  tfaOff,
  tooManyCodes,
  wrongCode,
} from "./tfa-errors.ts";
import {
  countRecoveryCodes,
  deleteEnrollment,
  deleteTfaMethod,
  type EnrolledType,
  findEnrollment,
  replaceEnrollment,
  replaceRecoveryCodes,
  saveEnrollmentWrongCodes,
  type TfaEnrollmentRow,
} from "./tfa-method-repository.ts";
import { describeMethod } from "./tfa-texts.ts";

const ENROLLMENT_SECONDS = 600;
const MAX_WRONG_CODES = 5;

export interface TfaSettingsServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly factors: SecondFactors;
  readonly throttles: Throttles;
  readonly outbox: Outbox;
}

/** What a signed-in user does with the own second factors. */
export class TfaSettingsService {
  readonly #deps: TfaSettingsServiceDeps;

  constructor(deps: TfaSettingsServiceDeps) {
    this.#deps = deps;
  }

  async get(actor: Actor): Promise<TfaSettings> {
    const { database } = this.#deps;
    const account = await findAccount(database.query, actor.userId);
    if (!account) throw sessionGone();
    return this.#settings(database, account);
  }

  enroll(actor: Actor, type: EnrolledType, value: string | undefined): Promise<TfaEnrollment> {
    return this.#change(actor, async (tx, account) => {
      if (!this.#deps.factors.canSend(type)) throw methodNotOffered();
      const token = randomToken();
      const common = {
        token_hash: hashToken(token),
        user_id: account.userId,
        expires_at: new Date(this.#deps.clock.now() + ENROLLMENT_SECONDS * 1000),
        type,
      };
      if (type === "app") {
        const { secret, uri } = newAppSecret(account.username);
        const sealed_secret = this.#deps.factors.sealAppSecret(account.userId, secret);
        await replaceEnrollment(tx.query, { ...common, value: "", sealed_secret, code_hash: null });
        return { enrollment: token, secret, uri };
      }
      const number = type === "sms" ? tidyNumber(value) : "";
      const code_hash = await this.#sendCode(tx, account, type, number);
      await replaceEnrollment(tx.query, { ...common, value: number, sealed_secret: null, code_hash });
      return { enrollment: token, secret: null, uri: null };
    });
  }

  /** Returns the recovery codes that came with the first second factor; none for a further one. */
  async confirm(actor: Actor, token: string, code: string): Promise<RecoveryCodes> {
    const codes = await this.#change(actor, async (tx, account) => {
      const row = await findEnrollment(tx.query, account.userId, hashToken(token));
      if (!row || row.expires_at.getTime() <= this.#deps.clock.now()) throw enrollmentExpired();
      const method = this.#proved(row, code);
      if (!method) return this.#countWrongCode(tx, row);
      return this.#add(tx, account, row, method);
    });
    // Thrown after the commit, or wrong codes would not be counted.
    if (!codes) throw wrongCode();
    return { recovery_codes: [...codes] };
  }

  remove(actor: Actor, type: EnrolledType): Promise<TfaSettings> {
    return this.#change(actor, async (tx, account) => {
      if (!(await deleteTfaMethod(tx.query, account.userId, type))) throw methodNotFound();
      if (!(await this.#deps.factors.isOn(tx, account.userId))) {
        await replaceRecoveryCodes(tx.query, account.userId, []);
      }
      await this.#deps.outbox.mail(tx, tfaRemovedMail(account, describeMethod(type, "").title));
      publishTfaChanged(tx, account);
      return this.#settings(tx, account);
    });
  }

  renewRecoveryCodes(actor: Actor): Promise<RecoveryCodes> {
    return this.#change(actor, async (tx, account) => {
      if (!(await this.#deps.factors.isOn(tx, account.userId))) throw tfaOff();
      const codes = await this.#deps.factors.renewRecoveryCodes(tx, account.userId);
      publishTfaChanged(tx, account);
      return { recovery_codes: [...codes] };
    });
  }

  #change<Result>(
    actor: Actor,
    work: (tx: Transaction, account: Account) => Promise<Result>,
  ): Promise<Result> {
    return this.#deps.database.transaction(async (tx) => {
      const account = await lockAccount(tx.query, actor.userId);
      if (!account) throw sessionGone();
      return work(tx, account);
    });
  }

  async #settings(tx: Pick<Database, "query">, account: Account): Promise<TfaSettings> {
    return {
      methods: await this.#deps.factors.list(tx, account),
      recovery_codes_left: await countRecoveryCodes(tx.query, account.userId),
    };
  }

  async #sendCode(tx: Transaction, account: Account, type: "email" | "sms", number: string): Promise<Buffer> {
    if (type === "email" && !account.email.includes("@")) throw noMailAddress();
    const waitMs = await this.#deps.throttles.chargeIn(tx, { name: "codeMessages", of: account.userId });
    if (waitMs > 0) throw tooManyCodes(waitMs);
    return this.#deps.factors.sendCode(tx, account, type === "email" ? { type } : { type, number });
  }

  #proved(row: TfaEnrollmentRow, code: string): NewTfaMethod | undefined {
    const { clock, factors } = this.#deps;
    if (row.sealed_secret) {
      const secret = factors.openAppSecret(row.user_id, row.sealed_secret);
      const lastStep = acceptedStep({ secret, lastStep: 0 }, code, clock.now());
      return lastStep === undefined ? undefined : { type: "app", secret, lastStep };
    }
    if (!row.code_hash || !factors.isSentCode(row.user_id, row.code_hash, code)) return undefined;
    return row.type === "sms" ? { type: "sms", number: row.value } : { type: "email" };
  }

  async #countWrongCode(tx: Transaction, row: TfaEnrollmentRow): Promise<undefined> {
    const wrongCodes = row.wrong_codes + 1;
    if (wrongCodes < MAX_WRONG_CODES) await saveEnrollmentWrongCodes(tx.query, row.token_hash, wrongCodes);
    else await deleteEnrollment(tx.query, row.token_hash);
  }

  async #add(
    tx: Transaction,
    account: Account,
    row: TfaEnrollmentRow,
    method: NewTfaMethod,
  ): Promise<readonly string[]> {
    const { factors, outbox } = this.#deps;
    const isFirst = !(await factors.isOn(tx, account.userId));
    await deleteEnrollment(tx.query, row.token_hash);
    await factors.add(tx, account.userId, method);
    await outbox.mail(tx, tfaAddedMail(account, describeMethod(method.type, "").title));
    publishTfaChanged(tx, account);
    return isFirst ? factors.renewRecoveryCodes(tx, account.userId) : [];
  }
}

function tidyNumber(typed: string | undefined): string {
  const number = (typed ?? "").replace(/[\s().-]/g, "");
  // A code must reach the phone from any carrier, so the number needs its country.
  if (!/^\+[1-9]\d{6,14}$/.test(number)) throw numberInvalid();
  return number;
}

function publishTfaChanged(tx: Transaction, { userId, customerId }: Account): void {
  tx.publish({ customerId, channel: channelName("user", userId), event: { type: "TFA_CHANGED" } });
}
