import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SessionFeature } from "../session-feature.ts";
import { as, SessionHarness, signIn, type TestUser } from "../testing/session-harness.ts";
import { app, EXPIRED, TwoFactorSteps, WRONG, wrongOf } from "../testing/two-factor-steps.ts";

let harness: SessionHarness;
let feature: SessionFeature;
let steps: TwoFactorSteps;
beforeAll(async () => {
  harness = await SessionHarness.start();
  feature = harness.feature();
  steps = new TwoFactorSteps(harness, feature);
});
afterAll(() => harness.stop());

const ENDED = { status: 401, code: "tfa.ended", message: "Too many wrong codes. Please sign in again." };

describe("[TFA5] recovery codes", () => {
  async function aUserWithCodes(): Promise<{ user: TestUser; codes: readonly string[] }> {
    const user = await harness.aUser();
    const { token } = await signIn(feature, user);
    const request = await as(feature, token);
    const { enrollment, secret } = await feature.handlers.enrollTfa({ ...request, body: { type: "app" } });
    const code = steps.appCode(secret!);
    const { recovery_codes } = await feature.handlers.confirmTfa({ ...request, body: { enrollment, code } });
    return { user, codes: recovery_codes };
  }

  test("each counts once", async () => {
    const { user, codes } = await aUserWithCodes();
    const challenge = await steps.begin(user);
    expect(challenge.methods.at(-1)).toEqual({
      type: "recovery",
      value: "",
      title: "Recovery code",
      description: "Use one of the recovery codes you have saved.",
    });
    expect(await steps.send(challenge, "recovery")).toMatchObject({
      timeout: 600,
      resendTimeout: 0,
      title: "Enter a recovery code",
      description: "Each of your recovery codes works once.",
    });
    const { token } = await steps.check(challenge, "recovery", codes[3]!.toUpperCase().replace("-", " "));
    const settings = await feature.handlers.getTfaSettings(await as(feature, token));
    expect(settings.recovery_codes_left).toBe(9);
    await expect(steps.check(await steps.begin(user), "recovery", codes[3]!)).rejects.toMatchObject(WRONG);
    await steps.check(await steps.begin(user), "recovery", codes[4]!);
  });

  test("used at once by many, one gets in", async () => {
    const { user, codes } = await aUserWithCodes();
    const challenges = await Promise.all([steps.begin(user), steps.begin(user), steps.begin(user)]);
    const outcomes = await Promise.allSettled(
      challenges.map((each) => steps.check(each, "recovery", codes[0]!)),
    );
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
  });

  test("of another user count for nothing", async () => {
    const [one, other] = [await aUserWithCodes(), await aUserWithCodes()];
    await expect(steps.check(await steps.begin(one.user), "recovery", other.codes[0]!)).rejects.toMatchObject(
      WRONG,
    );
  });

  test("are no longer offered when all are used", async () => {
    const { user, codes } = await aUserWithCodes();
    for (const code of codes) await steps.check(await steps.begin(user), "recovery", code);
    expect((await steps.begin(user)).methods.map((method) => method.type)).toEqual(["app"]);
  });
});

describe("[TFA6] guessing codes", () => {
  test("five wrong codes end the sign-in", async () => {
    const challenge = await steps.begin(await steps.aUserWith(app));
    const code = wrongOf(steps.appCode());
    for (let count = 1; count < 5; count++)
      await expect(steps.check(challenge, "app", code)).rejects.toMatchObject(WRONG);
    await expect(steps.check(challenge, "app", code)).rejects.toMatchObject(ENDED);
    await expect(steps.check(challenge, "app", steps.appCode())).rejects.toMatchObject(EXPIRED);
  });

  test("parallel guesses are counted too", async () => {
    const challenge = await steps.begin(await steps.aUserWith(app));
    const code = wrongOf(steps.appCode());
    const guesses = await Promise.allSettled(
      Array.from({ length: 12 }, () => steps.check(challenge, "app", code)),
    );
    const codes = guesses.map((outcome) => (outcome.status === "rejected" ? outcome.reason.code : "in"));
    expect(codes.filter((each) => each === "tfa.wrongCode")).toHaveLength(4);
    expect(codes.filter((each) => each === "tfa.ended")).toHaveLength(1);
    expect(codes.filter((each) => each === "tfa.expired")).toHaveLength(7);
  });

  test("a right code clears the count", async () => {
    const user = await steps.aUserWith(app);
    for (let round = 0; round < 4; round++) {
      const challenge = await steps.begin(user);
      for (let count = 0; count < 4; count++) {
        await expect(steps.check(challenge, "app", wrongOf(steps.appCode()))).rejects.toMatchObject(WRONG);
      }
      await steps.check(challenge, "app", steps.appCode());
      harness.clock.advance(30_000);
    }
  });

  test("beginning anew does not help for long, but does not hurt on a known device", async () => {
    const user = await steps.aUserWith(app);
    const device = { id: "own", name: "Own" };
    await steps.check(await steps.begin(user, { device }), "app", steps.appCode());
    harness.clock.advance(60_000);
    for (let round = 0; round < 2; round++) {
      const challenge = await steps.begin(user);
      for (let count = 0; count < 5; count++) {
        await expect(steps.check(challenge, "app", wrongOf(steps.appCode()))).rejects.toThrow();
      }
    }
    await expect(steps.check(await steps.begin(user), "app", steps.appCode())).rejects.toMatchObject({
      status: 429,
      message: "Too many attempts. Try again in 30 seconds.",
    });
    await steps.check(await steps.begin(user, { device }), "app", steps.appCode());
  });
});
