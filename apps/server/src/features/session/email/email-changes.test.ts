import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "../../../platform/actor.ts";
import type { SessionFeature } from "../session-feature.ts";
import { anonymous, as, SessionHarness, signIn, type TestUser } from "../testing/session-harness.ts";
import { app } from "../testing/two-factor-steps.ts";

let harness: SessionHarness;
let feature: SessionFeature;
let user: TestUser;
let actor: Actor;
let email: string;
let count = 0;

beforeAll(async () => {
  harness = await SessionHarness.start();
  feature = harness.feature();
  feature.startJobs();
});
afterAll(() => harness.stop());
beforeEach(async () => {
  user = await harness.aUser({ firstname: "Maya" });
  ({ actor } = await as(feature, (await signIn(feature, user)).token));
  email = `new${++count}@elsewhere.example`;
});

const request = (to: string, who = actor): Promise<void> =>
  harness.database.transaction((tx) => feature.emails.request(tx, who, to));

async function linkIn(to: string, subject: string): Promise<string> {
  const find = () =>
    harness.mailSink.mails().filter((mail) => mail.to.includes(to) && mail.subject === subject);
  await expect.poll(() => find().length, { timeout: 10_000 }).toBe(1);
  return /\/email\/(?:undo\/)?([\w.-]+)/.exec(find()[0]?.text ?? "")?.[1] ?? "";
}
const confirmLink = (): Promise<string> => linkIn(email, "Confirm your new address");
const warning = (): Promise<string> => linkIn(user.username, "A new address was asked for");

const confirm = (token: string) => feature.handlers.confirmEmail({ ...anonymous(), body: { token } });
const undo = (token: string) => feature.handlers.undoEmail({ ...anonymous(), body: { token } });

const nameOf = ({ userId }: TestUser) =>
  harness.database.query
    .selectFrom("users")
    .select(["username", "email"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();

const INVALID = { code: "session.emailLinkInvalid" };

describe("a new address", () => {
  test("[EML1] [EML2] counts once its link was opened, and the former one is warned before and after", async () => {
    await request(email);
    expect(await nameOf(user)).toEqual({ username: user.username, email: user.username });
    expect(await feature.emails.pending(user.userId)).toBe(email);
    await warning();

    const token = await confirmLink();
    expect(await confirm(token)).toEqual({ email });
    expect(await nameOf(user)).toEqual({ username: email, email });
    expect(await feature.emails.pending(user.userId)).toBeNull();
    await linkIn(user.username, "Your address was changed");
    await expect(confirm(token)).rejects.toMatchObject(INVALID);
    expect((await signIn(feature, { username: email })).token).toBeTruthy();
    expect((await harness.eventTypes(user)).filter((type) => type.endsWith("EMAIL_CHANGED"))).toHaveLength(2);
  });

  test("[EML3] the link works for a day, for the last address that was asked for", async () => {
    await request(email);
    const first = await confirmLink();
    email = `later${count}@elsewhere.example`;
    await request(email);
    await expect(confirm(first)).rejects.toMatchObject(INVALID);
    const second = await confirmLink();
    harness.clock.advance(24 * 3_600_000);
    await expect(confirm(second)).rejects.toMatchObject(INVALID);
    await expect(confirm("nonsense")).rejects.toMatchObject(INVALID);
  });

  test("[EML3] asking for the present one drops the new one", async () => {
    await request(email);
    await request(user.username);
    expect(await feature.emails.pending(user.userId)).toBeNull();
    await expect(confirm(await confirmLink())).rejects.toMatchObject(INVALID);
  });

  test("[EML4] one that someone has is refused when asked for and when confirmed", async () => {
    const other = await harness.aUser();
    await expect(request(other.username)).rejects.toMatchObject({ code: "settings.emailTaken" });
    await request(email);
    await harness.aUser({ username: email, email });
    await expect(confirm(await confirmLink())).rejects.toMatchObject({ code: "settings.emailTaken" });
    expect((await nameOf(user)).username).toBe(user.username);
  });

  test("[EML4] of two users who confirm one address at once, one gets it", async () => {
    const other = await harness.aUser();
    const { actor: rival } = await as(feature, (await signIn(feature, other)).token);
    const tokens: string[] = [];
    await request(email);
    tokens.push(await confirmLink());
    await harness.database.query.deleteFrom("outbox_messages").execute();
    await request(email, rival);
    const mails = () => harness.mailSink.mails().filter((mail) => mail.to.includes(email));
    await expect.poll(() => mails().length, { timeout: 10_000 }).toBe(2);
    tokens.push(
      /\/email\/([\w-]+)/.exec(mails().find((mail) => mail.text.includes(other.username))?.text ?? "")?.[1] ??
        "",
    );
    const outcomes = await Promise.allSettled(tokens.map(confirm));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = outcomes.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: "settings.emailTaken" });
  });

  test("[EML5] needs a mail server, and says so", async () => {
    const silent = harness.feature({ mailer: undefined });
    const asked = harness.database.transaction((tx) => silent.emails.request(tx, actor, email));
    await expect(asked).rejects.toMatchObject({ code: "session.mailOff" });
  });

  test("[EML5] may be asked for five times an hour", async () => {
    for (let attempt = 0; attempt < 5; attempt++) await request(`try${attempt}.${email}`);
    await expect(request(email)).rejects.toMatchObject({ code: "session.tooManyEmailChanges" });
  });

  test("[EML2] links that reset the password and were mailed to the former one end", async () => {
    await feature.handlers.forgotPassword({
      ...anonymous(),
      body: { type: "password", email: user.username },
    });
    const resets = () =>
      harness.mailSink
        .mails()
        .filter((mail) => mail.to.includes(user.username) && mail.subject === "Reset your password");
    await expect.poll(() => resets().length, { timeout: 10_000 }).toBe(1);
    const token = /\/reset\/([\w-]+)/.exec(resets()[0]?.text ?? "")?.[1] ?? "";
    await request(email);
    await confirm(await confirmLink());
    const reset = feature.handlers.resetPassword({
      ...anonymous(),
      body: { token, password: "a brand new one" },
    });
    await expect(reset).rejects.toMatchObject({ code: "session.resetLinkInvalid" });
  });
});

describe("taking it back", () => {
  test("[EML6] restores the former address, ends what came with the new one, and sets a new password", async () => {
    await request(email);
    const undoToken = await warning();
    harness.clock.advance(1_000);
    await confirm(await confirmLink());
    // What a thief would do next.
    const thief = await signIn(feature, { username: email });
    await harness.database.transaction((tx) => feature.addSecondFactor(tx, user.userId, app));
    await harness.database.query
      .insertInto("identity_links")
      .values({
        issuer: "https://accounts.example",
        subject: email,
        user_id: user.userId,
        created_at: new Date(harness.clock.now()),
      })
      .execute();

    const { email: restored, reset } = await undo(undoToken);
    expect(restored).toBe(user.username);
    expect(await nameOf(user)).toEqual({ username: user.username, email: user.username });
    await expect(feature.authenticator.verify(thief.token)).rejects.toMatchObject({ code: 433 });
    const links = await harness.database.query
      .selectFrom("identity_links")
      .selectAll()
      .where("user_id", "=", user.userId)
      .execute();
    expect(links).toEqual([]);
    const password = "mine alone again";
    await feature.handlers.resetPassword({ ...anonymous(), body: { token: reset ?? "", password } });
    // No second factor is asked for: the thief's is gone.
    expect((await signIn(feature, user, { password })).token).toBeTruthy();
    await expect(undo(undoToken)).rejects.toMatchObject(INVALID);
  });

  test("[EML6] stops a change that was only asked for", async () => {
    await request(email);
    const token = await confirmLink();
    expect(await undo(await warning())).toMatchObject({ email: user.username });
    await expect(confirm(token)).rejects.toMatchObject(INVALID);
    expect((await nameOf(user)).username).toBe(user.username);
  });

  test("[EML6] keeps a second factor that was there before", async () => {
    await harness.database.transaction((tx) => feature.addSecondFactor(tx, user.userId, app));
    harness.clock.advance(1_000);
    await request(email);
    await undo(await warning());
    await expect(signIn(feature, user)).rejects.toThrow("A second factor was asked for");
  });

  test("[EML7] works for a week, and not with a forged link", async () => {
    await request(email);
    const token = await warning();
    const id = token.slice(0, 36);
    await expect(undo(`${id}${"A".repeat(43)}`)).rejects.toMatchObject(INVALID);
    await expect(undo(id)).rejects.toMatchObject(INVALID);
    harness.clock.advance(7 * 24 * 3_600_000);
    await expect(undo(token)).rejects.toMatchObject(INVALID);
  });

  test("[EML7] is refused when someone else has the former address by now", async () => {
    await request(email);
    const token = await warning();
    await confirm(await confirmLink());
    await harness.aUser({ username: user.username, email: user.username });
    await expect(undo(token)).rejects.toMatchObject({ code: "session.formerEmailTaken" });
    expect((await nameOf(user)).username).toBe(email);
  });
});
