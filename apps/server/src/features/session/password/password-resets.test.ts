import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SessionFeature } from "../session-feature.ts";
import { recordStatements } from "../testing/recording-database.ts";
import {
  anonymous,
  as,
  PASSWORD,
  refresh,
  SessionHarness,
  signIn,
  type TestUser,
} from "../testing/session-harness.ts";

let harness: SessionHarness;
let feature: SessionFeature;
beforeAll(async () => {
  harness = await SessionHarness.start();
});
beforeEach(async () => {
  // What an earlier test left undone must not arrive in the next.
  await harness.database.query.deleteFrom("password_reset_requests").execute();
  await harness.database.query.deleteFrom("outbox_messages").execute();
  harness.mailSink.clear();
  feature = harness.feature();
  feature.startJobs();
});
afterEach(() => feature.close());
afterAll(() => harness.stop());

const SUBJECT = "Reset your password";
const INVALID = {
  status: 400,
  code: "session.resetLinkInvalid",
  message: "This link has expired or was already used. Please ask for a new one.",
};
const HOUR_MS = 3_600_000;

function forgot(email: string, on = feature) {
  return on.handlers.forgotPassword({ ...anonymous(), body: { type: "password", email } });
}

function reset(token: string, password = "a new password") {
  return feature.handlers.resetPassword({ ...anonymous(), body: { token, password } });
}

async function linkFor(user: TestUser): Promise<string> {
  await forgot(user.username);
  const { text } = await harness.mailTo(user, SUBJECT);
  const token = /https:\/\/phone\.example\/reset\/([\w-]{43})/.exec(text)?.[1];
  if (!token) throw new Error(`No link in: ${text}`);
  return token;
}

/** All requests so far have been worked off, and every mail has gone out. */
async function allDone(): Promise<void> {
  const { query } = harness.database;
  await expect
    .poll(async () => [
      ...(await query.selectFrom("password_reset_requests").select("id").execute()),
      ...(await query.selectFrom("outbox_messages").select("id").execute()),
    ])
    .toEqual([]);
}

test("[RST3] [RST4] the mailed link sets a new password and ends every session", async () => {
  const user = await harness.aUser({ firstname: "Maya" });
  const before = await signIn(feature, user);
  const token = await linkFor(user);
  expect(await reset(token)).toEqual({});
  await expect(feature.authenticator.verify(before.token)).rejects.toMatchObject({ code: 433 });
  await expect(refresh(feature, before.refreshToken)).rejects.toMatchObject({ code: 433 });
  await expect(signIn(feature, user)).rejects.toMatchObject({ code: "session.badCredentials" });
  await signIn(feature, user, { password: "a new password" });
  expect((await harness.mailTo(user, "Your password was changed")).text).toContain("Hello Maya,");
});

test("the older path does the same, and finds a user by the address too", async () => {
  const user = await harness.aUser();
  await harness.database.query
    .updateTable("users")
    .set({ username: "shortname" })
    .where("id", "=", user.userId)
    .execute();
  const query = { type: "password" as const, email: user.username.toUpperCase() };
  expect(await feature.handlers.forgetCredentials({ ...anonymous(), query })).toEqual({});
  await harness.mailTo(user, SUBJECT);
});

test("[RST1] a known and an unknown address get the same answer after the same work", async () => {
  const user = await harness.aUser();
  const work: string[][] = [];
  for (const email of [user.username, "nobody@company.example"]) {
    const statements: string[] = [];
    const idle = harness.feature({ database: recordStatements(harness.database, statements) });
    expect(await forgot(email, idle)).toEqual({});
    work.push(statements);
  }
  expect(work[0]).toHaveLength(1);
  expect(work[1]).toEqual(work[0]);
});

test("[RST1] an unknown address gets no mail", async () => {
  const user = await harness.aUser();
  await forgot("nobody@company.example");
  await forgot(user.username);
  await harness.mailTo(user, SUBJECT);
  await allDone();
  expect(harness.mailSink.mails().map((mail) => mail.to)).toEqual([[user.username]]);
});

test("[RST2] a request that was answered by a process that died is carried out by the next", async () => {
  const user = await harness.aUser();
  await feature.close();
  await forgot(user.username);
  expect(harness.mailSink.mails()).toEqual([]);
  const next = harness.feature();
  next.startJobs();
  await harness.mailTo(user, SUBJECT);
  await next.close();
});

describe("[RST3] a link that is not good", () => {
  test("unknown", () => expect(reset("nonsense")).rejects.toMatchObject(INVALID));

  test("used", async () => {
    const token = await linkFor(await harness.aUser());
    await reset(token);
    await expect(reset(token, "another password")).rejects.toMatchObject(INVALID);
  });

  test("too old", async () => {
    const token = await linkFor(await harness.aUser());
    harness.clock.advance(HOUR_MS);
    await expect(reset(token)).rejects.toMatchObject(INVALID);
  });

  test("of a user who was disabled since", async () => {
    const user = await harness.aUser();
    const token = await linkFor(user);
    await feature.accounts.disable(user.userId);
    await expect(reset(token)).rejects.toMatchObject(INVALID);
  });

  test("costs no hash", async () => {
    const hashed: string[] = [];
    const counting = harness.feature({
      hasher: {
        ...harness.hasher,
        async hash(password) {
          hashed.push(password);
          return "hash";
        },
      },
    });
    const body = { token: "nonsense", password: "a new password" };
    await expect(counting.handlers.resetPassword({ ...anonymous(), body })).rejects.toMatchObject(INVALID);
    expect(hashed).toEqual([]);
  });
});

test("[RST3] of two users of a link at the same moment, one is late", async () => {
  const user = await harness.aUser();
  const token = await linkFor(user);
  const passwords = ["first password", "second password", "third password"];
  const outcomes = await Promise.allSettled(passwords.map((password) => reset(token, password)));
  const won = passwords.filter((_, index) => outcomes[index]?.status === "fulfilled");
  expect(won).toHaveLength(1);
  await signIn(feature, user, { password: won[0]! });
});

test("[RST4] a link ends when the user changes the password while signed in", async () => {
  const user = await harness.aUser();
  const token = await linkFor(user);
  const request = await as(feature, (await signIn(feature, user)).token);
  const body = { current: PASSWORD, password: "changed while signed in" };
  await feature.handlers.changePassword({ ...request, body });
  await expect(reset(token)).rejects.toMatchObject(INVALID);
});

test("[RST4] other open links end with the one that was used", async () => {
  const user = await harness.aUser();
  const first = await linkFor(user);
  harness.mailSink.clear();
  const second = await linkFor(user);
  await reset(second);
  await expect(reset(first)).rejects.toMatchObject(INVALID);
});

test("[RST5] at most three mails an hour go to one account", async () => {
  const user = await harness.aUser();
  for (let request = 0; request < 6; request++) await forgot(user.username);
  await allDone();
  expect(harness.mailSink.mails()).toHaveLength(3);
  harness.clock.advance(HOUR_MS);
  await forgot(user.username);
  await expect.poll(() => harness.mailSink.mails().length).toBe(4);
});

test("[RST6] a user without password is told how to sign in, a disabled one nothing", async () => {
  const [google, disabled] = [
    await harness.aUser({ password_hash: null }),
    await harness.aUser({ disabled_at: new Date() }),
  ];
  await forgot(disabled.username);
  await forgot(google.username);
  const { text } = await harness.mailTo(google, SUBJECT);
  expect(text).toContain("sign in with your Google or Microsoft account instead");
  expect(text).not.toContain("/reset/");
  await allDone();
  expect(harness.mailSink.mails()).toHaveLength(1);
});

test("[RST7] the link cannot be read from the database", async () => {
  const token = await linkFor(await harness.aUser());
  const rows = await harness.database.query.selectFrom("password_resets").select("token_hash").execute();
  const stored = rows.map((row) => row.token_hash);
  expect(stored.some((hash) => hash.toString("base64url") === token || hash.toString() === token)).toBe(
    false,
  );
});

test("a reset also takes back the waits that guessing has brought about", async () => {
  const user = await harness.aUser();
  for (let attempt = 0; attempt < 5; attempt++) {
    await expect(signIn(feature, user, { password: "a guess" })).rejects.toThrow();
  }
  await expect(signIn(feature, user, { password: PASSWORD })).rejects.toMatchObject({ status: 429 });
  await reset(await linkFor(user));
  await signIn(feature, user, { password: "a new password" });
});
