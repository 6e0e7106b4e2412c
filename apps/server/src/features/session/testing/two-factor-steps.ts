import type { SignedIn, TfaRequired, TfaType } from "@offhook/contract";
import { generateSync } from "otplib";
import { expect } from "vitest";
import type { SessionFeature } from "../session-feature.ts";
import type { NewTfaMethod } from "../two-factor/second-factors.ts";
import {
  aCaller,
  anonymous,
  PASSWORD,
  type SessionHarness,
  type SignInOptions,
  type TestUser,
} from "./session-harness.ts";

export const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
export const NUMBER = "+12125550123";
export const app: NewTfaMethod = { type: "app", secret: SECRET };
export const email: NewTfaMethod = { type: "email" };
export const sms: NewTfaMethod = { type: "sms", number: NUMBER };

export const EXPIRED = {
  status: 401,
  code: "tfa.expired",
  message: "This sign-in has expired. Please sign in again.",
};
export const WRONG = {
  status: 400,
  code: "tfa.wrongCode",
  message: "This code is wrong or has expired. Please check it and try again.",
};

export const wrongOf = (code: string): string => (code === "000000" ? "000001" : "000000");

/** The steps of a sign-in with a second factor, as a client takes them. */
export class TwoFactorSteps {
  readonly #harness: SessionHarness;
  readonly #feature: SessionFeature;

  constructor(harness: SessionHarness, feature: SessionFeature) {
    this.#harness = harness;
    this.#feature = feature;
  }

  async aUserWith(...methods: NewTfaMethod[]): Promise<TestUser> {
    const user = await this.#harness.aUser();
    await this.#harness.database.transaction(async (tx) => {
      for (const method of methods) await this.#feature.addSecondFactor(tx, user.userId, method);
    });
    return user;
  }

  async begin(user: TestUser, options: SignInOptions = {}, on = this.#feature): Promise<TfaRequired> {
    const { password = PASSWORD, caller = aCaller(), rrt = true, ...rest } = options;
    const body = { username: user.username, passhash: password, rrt, ...rest };
    const result = await on.handlers.login({ ...anonymous(caller), body });
    if (!("tfa_required" in result)) throw new Error("No second factor was asked for");
    return result;
  }

  send({ tfa_token }: Pick<TfaRequired, "tfa_token">, type: TfaType) {
    return this.#feature.handlers.tfaSend({ ...anonymous(), body: { tfa_token, type } });
  }

  check({ tfa_token }: Pick<TfaRequired, "tfa_token">, type: TfaType, code: string): Promise<SignedIn> {
    return this.#feature.handlers.tfaCheck({ ...anonymous(), body: { tfa_token, type, code } });
  }

  appCode(secret = SECRET): string {
    return generateSync({ secret, epoch: Math.floor(this.#harness.clock.now() / 1000) });
  }

  /** The code of the newest mail to this user, once there are as many as expected. */
  async mailedCode(user: TestUser, count = 1): Promise<string> {
    const mine = () =>
      this.#harness.mailSink
        .mails()
        .filter((mail) => mail.to.includes(user.username) && mail.subject === "Your sign-in code");
    await expect.poll(() => mine().length, { timeout: 10_000 }).toBe(count);
    const code = /\b\d{6}\b/.exec(mine().at(-1)?.text ?? "")?.[0];
    if (!code) throw new Error("No code in the mail");
    return code;
  }
}
