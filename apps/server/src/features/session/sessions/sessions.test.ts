import { afterAll, beforeAll, expect, test } from "vitest";
import type { SessionFeature } from "../session-feature.ts";
import { aCaller, as, refresh, SessionHarness, signIn, type TestUser } from "../testing/session-harness.ts";

let harness: SessionHarness;
let feature: SessionFeature;
beforeAll(async () => {
  harness = await SessionHarness.start();
  feature = harness.feature();
});
afterAll(() => harness.stop());

const GONE = { code: 433, status: 401 };
const laptop = { id: "laptop-1", name: "Laptop" };
const phone = { id: "phone-1", name: "Phone" };

async function sessionOf(token: string): Promise<string> {
  return (await feature.authenticator.verify(token)).sessionId;
}

async function devicesOf(token: string): Promise<string[]> {
  const sessions = await feature.handlers.listSessions(await as(feature, token));
  return sessions.map((session) => session.device);
}

test("[SES10] the device id continues the entry, under its new name", async () => {
  const user = await harness.aUser();
  const first = await signIn(feature, user, { device: laptop });
  const second = await signIn(feature, user, { device: { ...laptop, name: "Work laptop" } });
  expect(await sessionOf(second.token)).toBe(await sessionOf(first.token));
  expect(await devicesOf(second.token)).toEqual(["Work laptop"]);
});

test("[SES10] the refresh token continues the entry", async () => {
  const user = await harness.aUser();
  const first = await signIn(feature, user);
  const second = await signIn(feature, user, { refreshToken: first.refreshToken });
  expect(await sessionOf(second.token)).toBe(await sessionOf(first.token));
});

test("[SES10] two sign-ins of one device at once make one entry", async () => {
  const user = await harness.aUser();
  const both = await Promise.all([1, 2, 3].map(() => signIn(feature, user, { device: laptop })));
  expect(await devicesOf(both[0]!.token)).toEqual(["Laptop"]);
});

test("[SES11] after signing out, the device gets a new entry and its old tokens stay dead", async () => {
  const user = await harness.aUser();
  const first = await signIn(feature, user, { device: laptop });
  const firstId = await sessionOf(first.token);
  await feature.handlers.logout(await as(feature, first.token));
  const second = await signIn(feature, user, { device: laptop, refreshToken: first.refreshToken });
  expect(await sessionOf(second.token)).not.toBe(firstId);
  await expect(feature.authenticator.verify(first.token)).rejects.toMatchObject(GONE);
});

test("[SES11] an expired session is not revived", async () => {
  const user = await harness.aUser();
  const firstId = await sessionOf((await signIn(feature, user, { device: laptop })).token);
  harness.clock.advance(30 * 86_400_000);
  const second = await signIn(feature, user, { device: laptop });
  expect(await sessionOf(second.token)).not.toBe(firstId);
  expect(await devicesOf(second.token)).toEqual(["Laptop"]);
});

test("[SES12] a device that two users share has one entry for each", async () => {
  const [one, other] = [await harness.aUser(), await harness.aUser()];
  const first = await signIn(feature, one, { device: laptop });
  const second = await signIn(feature, other, { device: laptop, refreshToken: first.refreshToken });
  expect(await sessionOf(second.token)).not.toBe(await sessionOf(first.token));
  await refresh(feature, first.refreshToken);
});

test("[SES12] the token of one device on another continues nothing", async () => {
  const user = await harness.aUser();
  const first = await signIn(feature, user, { device: laptop });
  const second = await signIn(feature, user, { device: phone, refreshToken: first.refreshToken });
  expect((await devicesOf(second.token)).sort()).toEqual(["Laptop", "Phone"]);
  await refresh(feature, first.refreshToken);
});

test("[SES13] a sign-in without rrt gets no refresh token and leaves the device's own alone", async () => {
  const user = await harness.aUser();
  const first = await signIn(feature, user, { device: laptop });
  const switched = await signIn(feature, user, { device: laptop, rrt: false });
  expect(switched.refreshToken).toBeNull();
  expect(await sessionOf(switched.token)).toBe(await sessionOf(first.token));
  await refresh(feature, first.refreshToken);
});

test("[SES14] the list names devices and addresses, newest use first, and marks the own one", async () => {
  const user = await harness.aUser();
  await signIn(feature, user, { caller: aCaller({ address: "192.0.2.7" }) });
  harness.clock.advance(1000);
  const own = await signIn(feature, user, { device: phone, caller: aCaller({ address: "192.0.2.8" }) });
  const sessions = await feature.handlers.listSessions(await as(feature, own.token));
  expect(sessions).toMatchObject([
    { device: "Phone", address: "192.0.2.8", current: true },
    { device: "Chrome on Linux", address: "192.0.2.7", current: false },
  ]);
});

test("[SES14] ended, expired and foreign sessions are not in it", async () => {
  const [user, other] = [await harness.aUser(), await harness.aUser()];
  await signIn(feature, other);
  await signIn(feature, user, { rrt: false });
  const ended = await signIn(feature, user, { device: laptop });
  await feature.handlers.logout(await as(feature, ended.token));
  harness.clock.advance(900_000);
  const own = await signIn(feature, user, { device: phone });
  expect(await devicesOf(own.token)).toEqual(["Phone"]);
});

test("[SES15] one other device is signed out at once", async () => {
  const user = await harness.aUser();
  const lost = await signIn(feature, user, { device: phone });
  const own = await signIn(feature, user, { device: laptop });
  const id = await sessionOf(lost.token);
  const request = { ...(await as(feature, own.token)), params: { id } };
  expect(await feature.handlers.endSession(request)).toEqual({ signed_out: 1 });
  await expect(feature.authenticator.verify(lost.token)).rejects.toMatchObject(GONE);
  await expect(refresh(feature, lost.refreshToken)).rejects.toMatchObject(GONE);
  await feature.authenticator.verify(own.token);
  await expect(feature.handlers.endSession(request)).rejects.toMatchObject({
    status: 404,
    code: "session.notFound",
    message: "This device is no longer signed in",
  });
});

test("[SES15] a session of someone else is not found", async () => {
  const [user, other] = [await harness.aUser(), await harness.aUser()];
  const own = await signIn(feature, user);
  const foreign = await signIn(feature, other);
  const params = { id: await sessionOf(foreign.token) };
  await expect(
    feature.handlers.endSession({ ...(await as(feature, own.token)), params }),
  ).rejects.toMatchObject({
    status: 404,
  });
  await refresh(feature, foreign.refreshToken);
});

test("[SES15] all other devices are signed out, once", async () => {
  const user = await harness.aUser();
  const others = [await signIn(feature, user), await signIn(feature, user), await signIn(feature, user)];
  const own = await signIn(feature, user);
  const request = await as(feature, own.token);
  expect(await feature.handlers.endOtherSessions(request)).toEqual({ signed_out: 3 });
  expect(await feature.handlers.endOtherSessions(request)).toEqual({ signed_out: 0 });
  for (const { token } of others)
    await expect(feature.authenticator.verify(token)).rejects.toMatchObject(GONE);
  await feature.authenticator.verify(own.token);
});

test("[SES15] two devices that sign each other out at once do not wait for each other", async () => {
  const user = await harness.aUser();
  const devices = await Promise.all([1, 2, 3, 4, 5].map(() => signIn(feature, user)));
  const requests = await Promise.all(devices.map(({ token }) => as(feature, token)));
  await Promise.all(requests.map((request) => feature.handlers.endOtherSessions(request)));
  const left = await harness.database.query
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", user.userId)
    .where("ended_at", "is", null)
    .execute();
  expect(left.length).toBeLessThanOrEqual(1);
});

test("[SES15] signing out twice is no error", async () => {
  const { token } = await signIn(feature, await harness.aUser());
  const request = await as(feature, token);
  expect(await feature.handlers.logout(request)).toEqual({});
  expect(await feature.handlers.logout(request)).toEqual({});
});

test("[SES16] signing in and out is told on the user's channel, a repeat is not", async () => {
  const user: TestUser = await harness.aUser();
  const { token } = await signIn(feature, user);
  const request = await as(feature, token);
  await feature.handlers.logout(request);
  await feature.handlers.logout(request);
  expect(await harness.eventTypes(user)).toEqual(Array(2).fill(`user.${user.userId} SESSIONS_CHANGED`));
});

test("what can no longer matter is removed in time", async () => {
  const own = harness.feature();
  const user = await harness.aUser();
  await signIn(own, user);
  await own.handlers.createLoginToken(await as(own, (await signIn(own, user, { device: laptop })).token));
  await expect(signIn(own, { username: "nobody" })).rejects.toThrow();
  const count = async (): Promise<number[]> => {
    const tables = ["sessions", "refresh_tokens", "login_tokens", "sign_in_throttles"] as const;
    const rows = tables.map((table) => harness.database.query.selectFrom(table).selectAll().execute());
    return (await Promise.all(rows)).map((each) => each.length);
  };
  expect((await count()).every((rows) => rows > 0)).toBe(true);
  harness.clock.advance(60 * 86_400_000);
  own.startJobs();
  await expect.poll(count, { timeout: 10_000 }).toEqual([0, 0, 0, 0]);
});

test("[SES17] whoever shows a token of an ended session learns why it ended", async () => {
  const user = await harness.aUser();
  const [here, there] = [await signIn(feature, user), await signIn(feature, user)];
  const own = await as(feature, here.token);
  await feature.handlers.endOtherSessions({ ...own, actor: own.actor });
  const elsewhere = { code: 433, message: "You were signed out from another of your devices." };
  await expect(feature.authenticator.verify(there.token)).rejects.toMatchObject(elsewhere);
  await expect(refresh(feature, there.refreshToken)).rejects.toMatchObject(elsewhere);

  await feature.accounts.disable(user.userId);
  const disabled = { code: 433, message: "Your account has been disabled. Ask your administrator for help." };
  await expect(feature.authenticator.verify(here.token)).rejects.toMatchObject(disabled);
  await expect(refresh(feature, here.refreshToken)).rejects.toMatchObject(disabled);
});
