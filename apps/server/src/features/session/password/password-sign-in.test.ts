import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPasswordHasher } from "../../../platform/secrets/password-hasher.ts";
import type { SessionFeature } from "../session-feature.ts";
import { recordStatements } from "../testing/recording-database.ts";
import {
  aCaller,
  as,
  PASSWORD,
  SessionHarness,
  type SignInOptions,
  signIn,
  type TestUser,
} from "../testing/session-harness.ts";

let harness: SessionHarness;
let feature: SessionFeature;
beforeAll(async () => {
  harness = await SessionHarness.start();
  feature = harness.feature();
});
afterAll(() => harness.stop());

const BAD_CREDENTIALS = {
  status: 401,
  code: "session.badCredentials",
  message: "Wrong username or password",
};
const laptop = { id: "laptop-1", name: "Laptop" };

function guess(user: Pick<TestUser, "username">, options: SignInOptions = {}) {
  return signIn(feature, user, { password: "a guess", ...options });
}

async function setUser(user: TestUser, values: { disabled_at?: Date | null; password_hash?: string | null }) {
  await harness.database.query.updateTable("users").set(values).where("id", "=", user.userId).execute();
}

test("[PWD1] the username is trimmed and its case does not matter", async () => {
  const user = await harness.aUser();
  await signIn(feature, { username: `  ${user.username.toUpperCase()} ` });
});

test("the reply has every field of a sign-in", async () => {
  const signedIn = await signIn(feature, await harness.aUser());
  expect(signedIn).toEqual({
    token: expect.stringMatching(/^ey/),
    refreshToken: expect.stringMatching(/^[\w-]{43}$/),
    expires_in: 900,
    isGoogleLogin: false,
    isMicrosoftLogin: false,
  });
});

describe("[PWD2] nobody can tell which users exist", () => {
  test.each([
    ["a wrong password", async () => harness.aUser(), "wrong"],
    ["an unknown user", async () => ({ username: "nobody@company.example" }), PASSWORD],
    ["a user without password", async () => harness.aUser({ password_hash: null }), PASSWORD],
    [
      "a disabled user, with the right password",
      async () => harness.aUser({ disabled_at: new Date() }),
      PASSWORD,
    ],
  ])("%s gets the same answer after the same work", async (_name, make, password) => {
    const reference = await workOf({ username: "reference@company.example" }, PASSWORD);
    expect(await workOf(await make(), password)).toEqual(reference);
    expect(reference.hashes).toBe(1);
    expect(reference.statements.length).toBeGreaterThan(3);
  });

  /** Everything a refused sign-in does that takes time. */
  async function workOf(user: Pick<TestUser, "username">, password: string) {
    const statements: string[] = [];
    const verifiedBefore = harness.hasher.verified.length;
    const recorded = harness.feature({ database: recordStatements(harness.database, statements) });
    await expect(signIn(recorded, user, { password })).rejects.toMatchObject(BAD_CREDENTIALS);
    return { statements, hashes: harness.hasher.verified.length - verifiedBefore };
  }

  test("and the waits are the same", async () => {
    const waits: unknown[] = [];
    for (const { username } of [await harness.aUser(), { username: "stranger@company.example" }]) {
      for (let attempt = 0; attempt < 5; attempt++) {
        await expect(guess({ username })).rejects.toMatchObject(BAD_CREDENTIALS);
      }
      waits.push(await guess({ username }).catch((error: Error) => error.message));
    }
    expect(waits).toEqual(Array(2).fill("Too many attempts. Try again in 5 seconds."));
  });
});

test("[PWD3] parallel guesses are counted like those that come one by one", async () => {
  const user = await harness.aUser();
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => guess(user)));
  const codes = outcomes.map((outcome) => (outcome.status === "rejected" ? outcome.reason.code : "in"));
  expect(codes.filter((code) => code === "session.badCredentials")).toHaveLength(5);
  expect(codes.filter((code) => code === "session.tooManyAttempts")).toHaveLength(15);
});

test("[PWD3] [PWD4] the wait grows, is told, and is not extended by trying", async () => {
  const user = await harness.aUser();
  for (let attempt = 0; attempt < 5; attempt++)
    await expect(guess(user)).rejects.toMatchObject(BAD_CREDENTIALS);
  for (const seconds of [5, 10, 20, 40]) {
    const tooMany = {
      status: 429,
      code: "session.tooManyAttempts",
      message: `Too many attempts. Try again in ${seconds} seconds.`,
    };
    await expect(guess(user)).rejects.toMatchObject(tooMany);
    await expect(signIn(feature, user)).rejects.toMatchObject(tooMany);
    harness.clock.advance(seconds * 1000);
    await expect(guess(user)).rejects.toMatchObject(BAD_CREDENTIALS);
  }
});

test("[PWD3] an address that tries many users has to wait", async () => {
  const caller = aCaller({ address: "2001:db8:1:2::1" });
  const neighbor = aCaller({ address: "2001:db8:1:2:ffff::9" });
  for (let attempt = 0; attempt < 30; attempt++) {
    await expect(guess({ username: `spray${attempt}` }, { caller })).rejects.toMatchObject(BAD_CREDENTIALS);
  }
  await expect(guess({ username: "spray30" }, { caller: neighbor })).rejects.toMatchObject({ status: 429 });
  await expect(guess({ username: "spray30" })).rejects.toMatchObject(BAD_CREDENTIALS);
});

describe("[PWD5] a stranger cannot keep a user out on a device the account knows", () => {
  async function lockOut(user: TestUser): Promise<void> {
    for (let attempt = 0; attempt < 5; attempt++)
      await expect(guess(user)).rejects.toMatchObject(BAD_CREDENTIALS);
    await expect(signIn(feature, user)).rejects.toMatchObject({ status: 429 });
  }

  test("known by its device id", async () => {
    const user = await harness.aUser();
    await signIn(feature, user, { device: laptop });
    await lockOut(user);
    await signIn(feature, user, { device: laptop });
  });

  test("known by its refresh token, also after signing out", async () => {
    const user = await harness.aUser();
    const { token, refreshToken } = await signIn(feature, user);
    await feature.handlers.logout(await as(feature, token));
    await lockOut(user);
    await signIn(feature, user, { refreshToken });
  });

  test("a device of another user is not known, nor is one that was signed out as lost", async () => {
    const [user, other] = [await harness.aUser(), await harness.aUser()];
    const foreign = await signIn(feature, other, { device: { id: "foreign", name: "" } });
    await signIn(feature, user, { device: laptop });
    const own = await signIn(feature, user, { device: { id: "own", name: "" } });
    await feature.handlers.endOtherSessions(await as(feature, own.token));
    await lockOut(user);
    for (const device of [laptop, { id: "foreign", name: "" }]) {
      const attempt = signIn(feature, user, { device, refreshToken: foreign.refreshToken });
      await expect(attempt).rejects.toMatchObject({ status: 429 });
    }
  });

  test("wrong passwords there wait too, but never long", async () => {
    const user = await harness.aUser();
    await signIn(feature, user, { device: laptop });
    let longest = 0;
    for (let attempt = 0; attempt < 30; attempt++) {
      const error: Error = await guess(user, { device: laptop }).then(
        () => new Error("signed in"),
        (reason) => reason,
      );
      const wait = /in (\d+) seconds?/.exec(error.message)?.[1];
      if (wait === undefined) expect(error).toMatchObject(BAD_CREDENTIALS);
      longest = Math.max(longest, Number(wait ?? 0));
      if (wait !== undefined) harness.clock.advance(Number(wait) * 1000);
    }
    expect(longest).toBe(30);
    harness.clock.advance(30_000);
    await signIn(feature, user, { device: laptop });
  });
});

test("[PWD6] the right password clears the user's count", async () => {
  const user = await harness.aUser();
  for (let round = 0; round < 4; round++) {
    for (let attempt = 0; attempt < 4; attempt++)
      await expect(guess(user)).rejects.toMatchObject(BAD_CREDENTIALS);
    await signIn(feature, user);
  }
});

test("[PWD6] a whole office can sign in from one address", async () => {
  const caller = aCaller();
  const user = await harness.aUser();
  for (let attempt = 0; attempt < 40; attempt++) await signIn(feature, user, { caller });
});

test.each([
  ["changed", (user: TestUser) => setUser(user, { password_hash: "$argon2id$other" })],
  ["taken away", (user: TestUser) => setUser(user, { password_hash: null })],
  ["good, but the user disabled,", (user: TestUser) => setUser(user, { disabled_at: new Date() })],
])("[PWD7] a password that is %s while it is being checked does not sign in", async (_how, change) => {
  const user = await harness.aUser();
  const slow = harness.feature({
    hasher: {
      ...harness.hasher,
      async verify(stored, password) {
        const matches = await harness.hasher.verify(stored, password);
        await change(user);
        return matches;
      },
    },
  });
  await expect(signIn(slow, user)).rejects.toMatchObject(BAD_CREDENTIALS);
});

test("[PWD9] a hash of a former cost is renewed, and the password stays", async () => {
  const former = createPasswordHasher({ memoryCost: 128, timeCost: 1 });
  const user = await harness.aUser({ password_hash: await former.hash(PASSWORD) });
  await signIn(feature, user);
  const row = await harness.database.query
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", user.userId)
    .executeTakeFirstOrThrow();
  expect(row.password_hash).toContain("m=64,");
  await signIn(feature, user);
});

describe("[PWD8] changing the password", () => {
  const change = async (token: string, current: string, password: string) =>
    feature.handlers.changePassword({ ...(await as(feature, token)), body: { current, password } });

  test("ends every other session and keeps the own", async () => {
    const user = await harness.aUser();
    const other = await signIn(feature, user);
    const own = await signIn(feature, user);
    feature.startJobs();
    expect(await change(own.token, PASSWORD, "a new password")).toEqual({});
    await expect(feature.authenticator.verify(other.token)).rejects.toMatchObject({ code: 433 });
    await feature.authenticator.verify(own.token);
    await expect(signIn(feature, user)).rejects.toMatchObject(BAD_CREDENTIALS);
    await signIn(feature, user, { password: "a new password" });
    const mail = await harness.mailTo(user, "Your password was changed");
    expect(mail.text).toContain(user.username);
  });

  test("needs the current one, and slows whoever guesses it", async () => {
    const { token } = await signIn(feature, await harness.aUser());
    for (let attempt = 0; attempt < 5; attempt++) {
      await expect(change(token, "wrong", "a new password")).rejects.toMatchObject({
        status: 400,
        code: "session.wrongPassword",
        message: "The current password is wrong",
      });
    }
    await expect(change(token, PASSWORD, "a new password")).rejects.toMatchObject({ status: 429 });
  });

  test("refuses the same one again", async () => {
    const { token } = await signIn(feature, await harness.aUser());
    await expect(change(token, PASSWORD, PASSWORD)).rejects.toMatchObject({
      code: "session.samePassword",
      message: "The new password must differ from the current one",
    });
  });

  test("is not for accounts without one", async () => {
    const user = await harness.aUser();
    const { token } = await signIn(feature, user);
    await setUser(user, { password_hash: null });
    await expect(change(token, PASSWORD, "a new password")).rejects.toMatchObject({
      status: 409,
      code: "session.noPassword",
      message: "This account has no password: it signs in with Google or Microsoft.",
    });
  });
});
