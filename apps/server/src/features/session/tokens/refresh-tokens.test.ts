import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SessionFeature } from "../session-feature.ts";
import { as, refresh, SessionHarness, signIn } from "../testing/session-harness.ts";
import { REPEAT_GRACE_MS } from "./refresh-rotation.ts";

let harness: SessionHarness;
let feature: SessionFeature;
beforeAll(async () => {
  harness = await SessionHarness.start();
  feature = harness.feature();
});
afterAll(() => harness.stop());

const SESSION_GONE = { code: 433, status: 401 };
const DAY_MS = 86_400_000;

test("[REF1] trading gives a new pair, and the session goes on", async () => {
  const first = await signIn(feature, await harness.aUser());
  const second = await refresh(feature, first.refreshToken);
  expect(second.refreshToken).not.toBe(first.refreshToken);
  expect(second.expires_in).toBe(900);
  const before = await feature.authenticator.verify(first.token);
  const after = await feature.authenticator.verify(second.token);
  expect(after.sessionId).toBe(before.sessionId);
});

test("[REF2] two tabs that refresh at once both get the same successor", async () => {
  const { refreshToken } = await signIn(feature, await harness.aUser());
  const replies = await Promise.all(Array.from({ length: 8 }, () => refresh(feature, refreshToken)));
  expect(new Set(replies.map((reply) => reply.refreshToken)).size).toBe(1);
  for (const reply of replies) await feature.authenticator.verify(reply.token);
  await refresh(feature, replies[0]!.refreshToken);
});

test("[REF2] a late tab gets the newest token when another has refreshed twice meanwhile", async () => {
  const { refreshToken } = await signIn(feature, await harness.aUser());
  const second = await refresh(feature, refreshToken);
  const third = await refresh(feature, second.refreshToken);
  await feature.authenticator.verify(third.token);
  expect((await refresh(feature, refreshToken)).refreshToken).toBe(third.refreshToken);
});

test("[REF3] a lost reply can be had again, even days later, and is then the same", async () => {
  const { refreshToken } = await signIn(feature, await harness.aUser());
  const lost = await refresh(feature, refreshToken);
  harness.clock.advance(3 * DAY_MS);
  const again = await refresh(feature, refreshToken);
  expect(again.refreshToken).toBe(lost.refreshToken);
  await feature.authenticator.verify(again.token);
  await refresh(feature, again.refreshToken);
});

test.each([
  ["its access token was used", (reply: { token: string }) => feature.authenticator.verify(reply.token)],
  ["it was traded itself", (reply: { refreshToken: string }) => refresh(feature, reply.refreshToken)],
])("[REF4] the former token ends the session once the new one is in use: %s", async (_how, use) => {
  const user = await harness.aUser();
  const { refreshToken } = await signIn(feature, user);
  const reply = await refresh(feature, refreshToken);
  await use(reply);
  harness.clock.advance(REPEAT_GRACE_MS + 1);
  await expect(refresh(feature, refreshToken)).rejects.toMatchObject(SESSION_GONE);
  await expect(refresh(feature, reply.refreshToken)).rejects.toMatchObject(SESSION_GONE);
  await expect(feature.authenticator.verify(reply.token)).rejects.toMatchObject(SESSION_GONE);
});

test("[REF4] [SES3] the end is told to listeners and to the user's devices", async () => {
  const user = await harness.aUser();
  const { token, refreshToken } = await signIn(feature, user);
  const { sessionId } = await feature.authenticator.verify(token);
  const ended: (readonly string[])[] = [];
  const stop = feature.onSessionsEnded((ids) => ended.push(ids));
  await feature.authenticator.verify((await refresh(feature, refreshToken)).token);
  harness.clock.advance(REPEAT_GRACE_MS + 1);
  await expect(refresh(feature, refreshToken)).rejects.toThrow();
  stop();
  expect(ended).toEqual([[sessionId]]);
  expect(await harness.eventTypes(user)).toEqual(Array(2).fill(`user.${user.userId} SESSIONS_CHANGED`));
});

describe("[REF5] [REF6] what is refused changes nothing", () => {
  test("an unknown token", async () => {
    await expect(refresh(feature, "nonsense")).rejects.toMatchObject(SESSION_GONE);
  });

  test("an expired token", async () => {
    const { refreshToken } = await signIn(feature, await harness.aUser());
    harness.clock.advance(29 * DAY_MS);
    await expect(refresh(feature, refreshToken)).rejects.toMatchObject(SESSION_GONE);
  });

  test("a token on its last second is traded", async () => {
    const { refreshToken } = await signIn(feature, await harness.aUser());
    harness.clock.advance(29 * DAY_MS - 1000);
    await refresh(feature, refreshToken);
  });

  test("a token of a session that was signed out", async () => {
    const { token, refreshToken } = await signIn(feature, await harness.aUser());
    await feature.handlers.logout(await as(feature, token));
    await expect(refresh(feature, refreshToken)).rejects.toMatchObject(SESSION_GONE);
  });
});

test("[REF7] signing in again on a device refuses the tokens of before and keeps the new ones", async () => {
  const user = await harness.aUser();
  const device = { id: "laptop", name: "Laptop" };
  const before = await signIn(feature, user, { device });
  const traded = await refresh(feature, before.refreshToken);
  const after = await signIn(feature, user, { device });
  harness.clock.advance(REPEAT_GRACE_MS + 1);
  for (const old of [before.refreshToken, traded.refreshToken]) {
    await expect(refresh(feature, old)).rejects.toMatchObject(SESSION_GONE);
  }
  await refresh(feature, after.refreshToken);
});

test("[REF8] a disabled user cannot refresh", async () => {
  const user = await harness.aUser();
  const { refreshToken } = await signIn(feature, user);
  await harness.database.query
    .updateTable("users")
    .set({ disabled_at: new Date() })
    .where("id", "=", user.userId)
    .execute();
  await expect(refresh(feature, refreshToken)).rejects.toMatchObject(SESSION_GONE);
});

test("no refresh token can be read from the database", async () => {
  const { refreshToken } = await signIn(feature, await harness.aUser());
  const { refreshToken: successor } = await refresh(feature, refreshToken);
  const rows = await harness.database.query.selectFrom("refresh_tokens").selectAll().execute();
  const stored = JSON.stringify(
    rows.map((row) => [row.token_hash.toString("base64url"), row.successor_salt]),
  );
  expect(stored).not.toContain(refreshToken);
  expect(stored).not.toContain(successor);
});

/**
 * A device that refreshes, loses replies, uses what it got and waits, in any order, is never signed out. The moment
 * someone else has used a copy of its token, either of the two notices at the next trade after the grace.
 */
type Step = "refresh" | "loseReply" | "use" | "twoTabs" | "pause" | "wait";
const steps = fc.array(fc.constantFrom<Step>("refresh", "loseReply", "use", "twoTabs", "pause", "wait"), {
  minLength: 1,
  maxLength: 14,
});

class Device {
  token: string;
  refreshToken: string;

  constructor(tokens: { token: string; refreshToken: string }) {
    this.token = tokens.token;
    this.refreshToken = tokens.refreshToken;
  }

  async take(step: Step): Promise<void> {
    switch (step) {
      case "refresh":
        Object.assign(this, await refresh(feature, this.refreshToken));
        break;
      case "loseReply":
        await refresh(feature, this.refreshToken);
        break;
      case "use":
        await this.use();
        break;
      case "twoTabs": {
        const [, second] = await Promise.all([
          refresh(feature, this.refreshToken),
          refresh(feature, this.refreshToken),
        ]);
        Object.assign(this, second);
        break;
      }
      case "pause":
        harness.clock.advance(10_000);
        break;
      case "wait":
        harness.clock.advance(600_000);
        break;
    }
  }

  /** As the console does it: an expired token is refreshed, and then used. */
  async use(): Promise<void> {
    try {
      await feature.authenticator.verify(this.token);
    } catch (error) {
      if ((error as { code: unknown }).code !== 401) throw error;
      await this.take("refresh");
      await feature.authenticator.verify(this.token);
    }
  }
}

test("[REF1] [REF2] [REF3] a device that loses replies, and opens tabs, stays signed in", async () => {
  const user = await harness.aUser();
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      const device = new Device(await signIn(feature, user));
      for (const step of plan) await device.take(step);
      await device.use();
    }),
    { numRuns: 40 },
  );
});

test("[REF4] a copied token never lives on beside its owner", async () => {
  const user = await harness.aUser();
  await fc.assert(
    fc.asyncProperty(steps, steps, steps, fc.boolean(), async (before, ofThief, after, ownerFirst) => {
      const owner = new Device(await signIn(feature, user));
      for (const step of before) await owner.take(step);
      await owner.use();
      const thief = new Device(owner);
      const [first, second] = ownerFirst ? [owner, thief] : [thief, owner];

      for (const step of [...(ownerFirst ? after : ofThief), "refresh", "use"] as Step[])
        await first.take(step);
      harness.clock.advance(REPEAT_GRACE_MS + 1);
      await expect(second.take("refresh")).rejects.toMatchObject(SESSION_GONE);
      await expect(first.take("refresh")).rejects.toMatchObject(SESSION_GONE);
      await expect(feature.authenticator.verify(first.token)).rejects.toThrow();
    }),
    { numRuns: 25 },
  );
});

test("[REF2] tabs that refresh in any order and at once share one session", async () => {
  const user = await harness.aUser();
  const batches = fc.array(fc.uniqueArray(fc.nat(4), { minLength: 1 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(batches, async (plan) => {
      const signedIn = await signIn(feature, user);
      const held = Array.from({ length: 5 }, () => signedIn.refreshToken);
      for (const tabs of plan) {
        const replies = await Promise.all(tabs.map((tab) => refresh(feature, held[tab]!)));
        tabs.forEach((tab, index) => {
          held[tab] = replies[index]!.refreshToken;
        });
      }
      const { sessionId } = await feature.authenticator.verify(signedIn.token);
      for (const token of held) {
        const reply = await refresh(feature, token);
        expect((await feature.authenticator.verify(reply.token)).sessionId).toBe(sessionId);
      }
    }),
    { numRuns: 15 },
  );
});
