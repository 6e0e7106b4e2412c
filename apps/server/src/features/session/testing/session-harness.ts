import { randomBytes } from "node:crypto";
import type { SignedIn } from "@offhook/contract";
import {
  createSmsSink,
  type MailSink,
  type ReceivedMail,
  type SmsSink,
  startMailSink,
} from "@offhook/simulator";
import { FakeClock } from "@offhook/testkit";
import type { Insertable } from "kysely";
import { pino } from "pino";
import { expect } from "vitest";
import type { Users } from "../../../database/schema/database-schema.ts";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor, Caller } from "../../../platform/actor.ts";
import { createSmtpMailer } from "../../../platform/mail/mail-smtp.ts";
import { createPasswordHasher, type PasswordHasher } from "../../../platform/secrets/password-hasher.ts";
import { createSecrets, type Secrets } from "../../../platform/secrets/secrets.ts";
import { createSessionFeature, type SessionFeature, type SessionFeatureDeps } from "../session-feature.ts";

export const PASSWORD = "correct horse battery";

export interface TestUser {
  readonly userId: number;
  readonly customerId: number;
  readonly username: string;
}

/** Counts what was checked: equal work is asserted, and no time is measured. */
export interface CountingHasher extends PasswordHasher {
  readonly verified: readonly (string | null)[];
}

function countingHasher(): CountingHasher {
  const hasher = createPasswordHasher({ memoryCost: 64, timeCost: 1 });
  const verified: (string | null)[] = [];
  return {
    ...hasher,
    verified,
    verify(stored, password) {
      verified.push(stored);
      return hasher.verify(stored, password);
    },
  };
}

/** The whole feature on a real database, with a mail server and a carrier that keep what they get. */
export class SessionHarness {
  readonly database: TestDatabase;
  readonly clock: FakeClock;
  readonly mailSink: MailSink;
  readonly smsSink: SmsSink = createSmsSink();
  readonly secrets: Secrets = createSecrets(randomBytes(32));
  readonly hasher = countingHasher();
  readonly #features: SessionFeature[] = [];
  #users = 0;

  private constructor(database: TestDatabase, mailSink: MailSink, clock: FakeClock) {
    this.database = database;
    this.mailSink = mailSink;
    this.clock = clock;
  }

  static async start(clock = new FakeClock()): Promise<SessionHarness> {
    return new SessionHarness(await createTestDatabase(), await startMailSink(), clock);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#features.map((feature) => feature.close()));
    await this.mailSink.stop();
    await this.database.drop();
  }

  feature(overrides: Partial<SessionFeatureDeps> = {}): SessionFeature {
    const feature = createSessionFeature({
      database: this.database,
      clock: this.clock,
      logger: pino({ level: "silent" }),
      secrets: this.secrets,
      publicUrl: "https://phone.example",
      mailer: createSmtpMailer({ url: this.mailSink.url, from: "Offhook <no-reply@phone.example>" }),
      sms: { send: (_id, message) => this.smsSink.send({ from: "Offhook", ...message }) },
      hasher: this.hasher,
      ...overrides,
    });
    this.#features.push(feature);
    return feature;
  }

  /** A user in a company of their own, so that tests do not meet. */
  async aUser(given: Partial<Insertable<Users>> = {}): Promise<TestUser> {
    const customer = await this.database.query
      .insertInto("customers")
      .values({ name: "A company" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const username = `user${++this.#users}@company.example`;
    const user = await this.database.query
      .insertInto("users")
      .values({
        customer_id: customer.id,
        username,
        email: username,
        password_hash: await this.hasher.hash(PASSWORD),
        ...given,
      })
      .returning(["id", "customer_id", "username"])
      .executeTakeFirstOrThrow();
    return { userId: user.id, customerId: user.customer_id, username: user.username };
  }

  /** The next mail to this user that fits, once it has arrived. */
  async mailTo(user: TestUser, subject: string): Promise<ReceivedMail> {
    const fits = (mail: ReceivedMail): boolean => mail.to.includes(user.username) && mail.subject === subject;
    await expect.poll(() => this.mailSink.mails().some(fits), { timeout: 10_000 }).toBe(true);
    const mail = this.mailSink.mails().findLast(fits);
    if (!mail) throw new Error("The mail is gone");
    return mail;
  }

  async eventTypes(user: TestUser): Promise<string[]> {
    const rows = await this.database.query
      .selectFrom("events")
      .select(["event", "channel"])
      .where("customer_id", "=", user.customerId)
      .orderBy("id")
      .execute();
    return rows.map((row) => `${row.channel} ${(row.event as { type: string }).type}`);
  }
}

let lastAddress = 0;

/** From an address of its own, so that one test's attempts do not slow another's. */
export function aCaller(given: Partial<Caller> = {}): Caller {
  lastAddress++;
  return {
    address: `10.${lastAddress >> 16}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`,
    userAgent:
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36",
    requestId: "test",
    ...given,
  };
}

export interface SignInOptions {
  readonly rrt?: boolean;
  readonly refreshToken?: string;
  readonly device?: { readonly id: string; readonly name: string };
  readonly password?: string;
  readonly caller?: Caller;
}

/** Signs in with the password and expects that no second factor is asked for. */
export async function signIn(
  feature: SessionFeature,
  user: Pick<TestUser, "username">,
  options: SignInOptions = {},
): Promise<SignedIn & { readonly refreshToken: string }> {
  const { password = PASSWORD, caller = aCaller(), rrt = true, ...rest } = options;
  const result = await feature.handlers.login({
    params: undefined,
    query: undefined,
    actor: undefined,
    caller,
    body: { username: user.username, passhash: password, rrt, ...rest },
  });
  if ("tfa_required" in result) throw new Error("A second factor was asked for");
  return result as SignedIn & { readonly refreshToken: string };
}

export function refresh(feature: SessionFeature, refreshToken: string, caller = aCaller()) {
  return feature.handlers.refreshToken({
    params: undefined,
    query: undefined,
    actor: undefined,
    caller,
    body: { refreshToken },
  });
}

/** What a handler is given by a signed-in user. */
export async function as(feature: SessionFeature, token: string) {
  const actor: Actor = await feature.authenticator.verify(token);
  return { actor, caller: aCaller(), params: undefined, query: undefined, body: undefined };
}

/** What a handler is given before anyone has signed in. */
export function anonymous(caller = aCaller()) {
  return { actor: undefined, caller, params: undefined, query: undefined, body: undefined };
}
