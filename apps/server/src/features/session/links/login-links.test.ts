import { afterAll, beforeAll, expect, test } from "vitest";
import type { SessionFeature } from "../session-feature.ts";
import { anonymous, as, refresh, SessionHarness, signIn } from "../testing/session-harness.ts";

let harness: SessionHarness;
let feature: SessionFeature;
beforeAll(async () => {
  harness = await SessionHarness.start();
  feature = harness.feature();
});
afterAll(() => harness.stop());

const INVALID = {
  status: 401,
  code: "session.loginLinkInvalid",
  message: "This sign-in link has expired or was already used.",
};

function use(id: string, name = "Tablet") {
  // Under another name, or the linter takes it for a hook of React.
  const { useLoginToken: spendLoginToken } = feature.handlers;
  return spendLoginToken({ ...anonymous(), params: { id }, body: { device: { id: name, name } } });
}

async function aLink() {
  const user = await harness.aUser();
  const signedIn = await signIn(feature, user);
  const link = await feature.handlers.createLoginToken(await as(feature, signedIn.token));
  return { user, signedIn, link };
}

test("[LNK1] a link signs another device in", async () => {
  const { user, signedIn, link } = await aLink();
  expect(link.url).toBe(`https://phone.example/loginToken/${link.id}`);
  expect(link.expires_at).toBe(Math.floor(harness.clock.now() / 1000) + 300);
  const other = await use(link.id);
  const [actor, first] = [await feature.authenticator.verify(other.token), await as(feature, signedIn.token)];
  expect(actor.userId).toBe(user.userId);
  expect(actor.sessionId).not.toBe(first.actor.sessionId);
  expect((await feature.handlers.listSessions(first)).map((session) => session.device)).toContain("Tablet");
  await refresh(feature, other.refreshToken!);
});

test("[LNK1] exactly one of many who use it at once gets in", async () => {
  const { link } = await aLink();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) => use(link.id, `Tablet ${index}`)),
  );
  expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject(INVALID);
});

test("[LNK1] it is good for five minutes", async () => {
  const { link } = await aLink();
  harness.clock.advance(300_000);
  await expect(use(link.id)).rejects.toMatchObject(INVALID);
});

test("[LNK1] what is no link is refused", async () => {
  await expect(use("nonsense")).rejects.toMatchObject(INVALID);
});

test("[LNK2] it ends with the session that made it", async () => {
  const { link, signedIn } = await aLink();
  await feature.handlers.logout(await as(feature, signedIn.token));
  await expect(use(link.id)).rejects.toMatchObject(INVALID);
});

test("[LNK2] and with its user", async () => {
  const { link, user } = await aLink();
  await harness.database.query
    .updateTable("users")
    .set({ disabled_at: new Date() })
    .where("id", "=", user.userId)
    .execute();
  await expect(use(link.id)).rejects.toMatchObject(INVALID);
});
