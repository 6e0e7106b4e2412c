import { randomBytes } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../../database/database.ts";
import { createSecrets } from "../../../platform/secrets/secrets.ts";
import type { SessionFeature } from "../session-feature.ts";
import { as, SessionHarness, signIn, type TestUser } from "../testing/session-harness.ts";
import { AccessTokens } from "./access-tokens.ts";
import { featuresOf } from "./features-of.ts";

let harness: SessionHarness;
let feature: SessionFeature;
beforeAll(async () => {
  harness = await SessionHarness.start();
  feature = harness.feature();
});
afterAll(() => harness.stop());

const EXPIRED = { code: 401, status: 401 };
const GONE = { code: 433, status: 401 };

async function setUser(user: TestUser, values: { disabled_at?: Date; roles?: string }): Promise<void> {
  await harness.database.query.updateTable("users").set(values).where("id", "=", user.userId).execute();
}

test("[SES1] a token stands for its user, company and session", async () => {
  const user = await harness.aUser();
  const { token, expires_in } = await signIn(feature, user);
  const actor = await feature.authenticator.verify(token);
  expect(expires_in).toBe(900);
  expect(actor).toMatchObject({ userId: user.userId, customerId: user.customerId });
  expect(feature.authenticator.cached(token)).toBe(actor);
});

test("[SES1] it is good for 15 minutes, remembered or not", async () => {
  const { token } = await signIn(feature, await harness.aUser());
  await feature.authenticator.verify(token);
  harness.clock.advance(900_000 - 1);
  expect(feature.authenticator.cached(token)).toBeDefined();
  harness.clock.advance(1);
  expect(feature.authenticator.cached(token)).toBeUndefined();
  await expect(feature.authenticator.verify(token)).rejects.toMatchObject(EXPIRED);
});

describe("[SES1] what is no token of ours is answered with 401", () => {
  const forge = (key: Uint8Array, algorithm: string, audience = "offhook/access") =>
    new SignJWT({ sid: "x", gen: 0, cid: 1 })
      .setProtectedHeader({ alg: algorithm })
      .setSubject("1")
      .setIssuer("offhook")
      .setAudience(audience)
      .setIssuedAt(harness.clock.now() / 1000)
      .setExpirationTime(harness.clock.now() / 1000 + 60)
      .sign(key);

  test.each([
    ["empty", async () => ""],
    ["nonsense", async () => "a.b.c"],
    ["endless", async () => "x".repeat(100_000)],
    ["signed by someone else", () => forge(randomBytes(32), "HS256")],
    ["signed with another method", () => forge(harness.secrets.key("access-token"), "HS512")],
    ["made for another purpose", () => forge(harness.secrets.key("access-token"), "HS256", "elsewhere")],
    [
      "not signed",
      async () =>
        `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from("{}").toString("base64url")}.`,
    ],
  ])("%s", async (_name, make) => {
    await expect(feature.authenticator.verify(await make())).rejects.toMatchObject(EXPIRED);
  });

  test("with claims of another shape", async () => {
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: "HS256" })
      .setIssuer("offhook")
      .setAudience("offhook/access")
      .setExpirationTime(harness.clock.now() / 1000 + 60)
      .sign(harness.secrets.key("access-token"));
    await expect(feature.authenticator.verify(token)).rejects.toMatchObject(EXPIRED);
  });
});

test("[SES2] a good token of a session that does not exist is answered with 433", async () => {
  const tokens = new AccessTokens(harness);
  const token = await tokens.issue({ userId: 1, customerId: 1, sessionId: "none", generation: 0 });
  await expect(tokens.verify(token)).rejects.toMatchObject(GONE);
});

test("[SES2] a token of a disabled user is answered with 433", async () => {
  const user = await harness.aUser();
  const { token } = await signIn(feature, user);
  await setUser(user, { disabled_at: new Date() });
  await expect(feature.authenticator.verify(token)).rejects.toMatchObject(GONE);
});

test("[SES3] disabling a user ends what was good a moment ago", async () => {
  const user = await harness.aUser();
  const { token } = await signIn(feature, user);
  const { sessionId } = await feature.authenticator.verify(token);
  const ended: string[] = [];
  const stop = feature.onSessionsEnded((ids) => ended.push(...ids));
  await feature.accounts.disable(user.userId);
  stop();
  expect(ended).toEqual([sessionId]);
  expect(feature.authenticator.cached(token)).toBeUndefined();
  await expect(feature.authenticator.verify(token)).rejects.toMatchObject(GONE);
  await feature.accounts.enable(user.userId);
  await expect(feature.authenticator.verify(token)).rejects.toMatchObject(GONE);
  await signIn(feature, user);
});

test("[SES3] a listener that has stopped hears nothing", async () => {
  const { token } = await signIn(feature, await harness.aUser());
  const ended: unknown[] = [];
  feature.onSessionsEnded((ids) => ended.push(ids))();
  await feature.handlers.logout(await as(feature, token));
  expect(ended).toEqual([]);
});

test("[SES4] a session that ends while its row is being read leaves no good token behind", async () => {
  const user = await harness.aUser();
  const { token } = await signIn(feature, user);
  let isFirstRead = true;
  // The row is read while the session runs, and handed over after it has ended.
  const slow: Database = {
    ...harness.database,
    get query() {
      return harness.database.query.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          if (isFirstRead) {
            isFirstRead = false;
            await harness.database.query
              .updateTable("sessions")
              .set({ ended_at: new Date(), end_reason: "signedOut" })
              .where("user_id", "=", user.userId)
              .execute();
            tokens.forgetSessions([]);
          }
          return result;
        },
      });
    },
  };
  const tokens = new AccessTokens({ ...harness, database: slow });
  await expect(tokens.verify(token)).rejects.toMatchObject(GONE);
  expect(tokens.cached(token)).toBeUndefined();
});

test("[SES5] beyond the limit the oldest tokens are checked anew", async () => {
  const tokens = new AccessTokens({ ...harness, cacheLimit: 2 });
  const user = await harness.aUser();
  const { sessionId } = await feature.authenticator.verify((await signIn(feature, user)).token);
  const issued: string[] = [];
  for (let generation = 0; generation < 3; generation++) {
    issued.push(await tokens.issue({ ...user, sessionId, generation }));
    await tokens.verify(issued[generation]!);
  }
  expect(issued.map((token) => tokens.cached(token) !== undefined)).toEqual([false, true, true]);
  await tokens.verify(issued[0]!);
});

test("[SES6] a change of roles counts from the next request on", async () => {
  const user = await harness.aUser();
  const { token } = await signIn(feature, user);
  expect((await feature.authenticator.verify(token)).features.has("fax")).toBe(true);
  await setUser(user, { roles: JSON.stringify({ tc_fax: "0" }) });
  feature.accounts.rolesChanged(user.userId);
  expect((await feature.authenticator.verify(token)).features.has("fax")).toBe(false);
});

test.each([
  ["nothing is named", {}, false, ["calls", "contacts", "fax", "messaging", "teamChat", "voicemail"]],
  ["'0' switches off", { tc_sms: "0", tc_chat: "0" }, false, ["calls", "contacts", "fax", "voicemail"]],
  [
    "the number 0 does too",
    { tc_voicemail: 0, tc_contacts: 0 },
    false,
    ["calls", "fax", "messaging", "teamChat"],
  ],
  [
    "anything else is on",
    { tc_sms: "1", tc_fax: null },
    false,
    ["calls", "contacts", "fax", "messaging", "teamChat", "voicemail"],
  ],
  ["the company has no chat", { tc_chat: "1" }, true, ["calls", "contacts", "fax", "messaging", "voicemail"]],
  ["roles of no shape", [], false, ["calls", "contacts", "fax", "messaging", "teamChat", "voicemail"]],
])("[SES6] features when %s", (_name, roles, chatDisabled, features) => {
  expect([...featuresOf(roles, { chatDisabled })].sort()).toEqual(features);
});

test("using a token is noted in the list of devices", async () => {
  const { token } = await signIn(feature, await harness.aUser());
  const tokens = new AccessTokens(harness);
  const before = harness.clock.now();
  harness.clock.advance(120_000);
  await tokens.verify(token);
  const [session] = await feature.handlers.listSessions(await as(feature, token));
  expect(session).toMatchObject({ created_at: before / 1000, last_used_at: (before + 120_000) / 1000 });
});

test("tokens of another installation are worth nothing", async () => {
  const { token } = await signIn(feature, await harness.aUser());
  const other = new AccessTokens({ ...harness, secrets: createSecrets(randomBytes(32)) });
  await expect(other.verify(token)).rejects.toMatchObject(EXPIRED);
});
