import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SessionFeature } from "../session-feature.ts";
import { as, PASSWORD, refresh, SessionHarness } from "../testing/session-harness.ts";
import {
  app,
  EXPIRED,
  email,
  NUMBER,
  SECRET,
  sms,
  TwoFactorSteps,
  WRONG,
  wrongOf,
} from "../testing/two-factor-steps.ts";

let harness: SessionHarness;
let feature: SessionFeature;
let steps: TwoFactorSteps;
beforeAll(async () => {
  harness = await SessionHarness.start();
  feature = harness.feature();
  feature.startJobs();
  steps = new TwoFactorSteps(harness, feature);
});
afterAll(() => harness.stop());

test("[TFA1] the password alone gives no tokens, but a choice in words a user understands", async () => {
  const user = await steps.aUserWith(app, email, sms);
  expect(await steps.begin(user)).toEqual({
    tfa_required: true,
    tfa_token: expect.stringMatching(/^[\w-]{43}$/),
    title: "Two-factor authentication",
    description: "Choose how you want to verify your identity.",
    methods: [
      {
        type: "app",
        value: "",
        title: "Authenticator app",
        description: "Use the code your authenticator app shows.",
      },
      {
        type: "email",
        value: "u***@company.example",
        title: "Email",
        description: "Get a code by email to u***@company.example.",
      },
      {
        type: "sms",
        value: "*** 0123",
        title: "Text message",
        description: "Get a code by text message to *** 0123.",
      },
    ],
  });
  const sessions = await harness.database.query
    .selectFrom("sessions")
    .selectAll()
    .where("user_id", "=", user.userId)
    .execute();
  expect(sessions).toEqual([]);
});

test("[TFA1] after ten minutes one has to begin anew", async () => {
  const challenge = await steps.begin(await steps.aUserWith(app));
  harness.clock.advance(599_999);
  await steps.send(challenge, "app");
  harness.clock.advance(1);
  await expect(steps.send(challenge, "app")).rejects.toMatchObject(EXPIRED);
  await expect(steps.check(challenge, "app", steps.appCode())).rejects.toMatchObject(EXPIRED);
});

test("[TFA1] the token is used up by the sign-in, also when two finish it at once", async () => {
  const user = await steps.aUserWith(app, email);
  const challenge = await steps.begin(user);
  await steps.send(challenge, "email");
  const code = await steps.mailedCode(user);
  const outcomes = await Promise.allSettled([
    steps.check(challenge, "email", code),
    steps.check(challenge, "email", code),
  ]);
  expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(steps.check(challenge, "email", code)).rejects.toMatchObject(EXPIRED);
});

test("[TFA1] what is no token is expired, and a method nobody set up is not offered", async () => {
  await expect(steps.send({ tfa_token: "nonsense" }, "app")).rejects.toMatchObject(EXPIRED);
  const challenge = await steps.begin(await steps.aUserWith(app));
  for (const type of ["email", "sms", "recovery"] as const) {
    const refused = {
      status: 400,
      code: "tfa.methodNotOffered",
      message: "This method cannot be used for your account.",
    };
    await expect(steps.send(challenge, type)).rejects.toMatchObject(refused);
    await expect(steps.check(challenge, type, "123456")).rejects.toMatchObject(refused);
  }
});

test("[TFA2] without a carrier or a mail server their methods are not offered", async () => {
  const user = await steps.aUserWith(app, email, sms);
  const bare = harness.feature({ mailer: undefined, sms: undefined });
  expect((await steps.begin(user, {}, bare)).methods.map((method) => method.type)).toEqual(["app"]);
  const stranded = await steps.begin(await steps.aUserWith(sms), {}, bare);
  expect(stranded).toMatchObject({
    methods: [],
    description:
      "None of your ways to confirm a sign-in can be used right now. Please ask your administrator for help.",
  });
});

describe("[TFA3] the authenticator app", () => {
  test("its code signs in, once", async () => {
    const user = await steps.aUserWith(app);
    const challenge = await steps.begin(user);
    expect(await steps.send(challenge, "app")).toEqual({
      type: "app",
      value: "",
      timeout: 600,
      resendTimeout: 0,
      title: "Enter the code from your app",
      description: "Open your authenticator app and enter the 6-digit code it shows for Offhook.",
    });
    const code = steps.appCode();
    const signedIn = await steps.check(challenge, "app", code);
    await feature.authenticator.verify(signedIn.token);
    await expect(steps.check(await steps.begin(user), "app", code)).rejects.toMatchObject(WRONG);
    harness.clock.advance(30_000);
    await steps.check(await steps.begin(user), "app", steps.appCode());
  });

  test("two users of one code at the same moment: one is late", async () => {
    const user = await steps.aUserWith(app);
    const [first, second] = [await steps.begin(user), await steps.begin(user)];
    const code = steps.appCode();
    const outcomes = await Promise.allSettled([
      steps.check(first, "app", code),
      steps.check(second, "app", code),
    ]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("its key cannot be read from the database", async () => {
    const user = await steps.aUserWith(app);
    const [row] = await harness.database.query
      .selectFrom("tfa_methods")
      .selectAll()
      .where("user_id", "=", user.userId)
      .execute();
    expect(row?.sealed_secret?.toString("latin1")).not.toContain(SECRET);
  });
});

describe("[TFA4] sent codes", () => {
  test("by mail", async () => {
    const user = await steps.aUserWith(email);
    const challenge = await steps.begin(user);
    expect(await steps.send(challenge, "email")).toEqual({
      type: "email",
      value: "u***@company.example",
      timeout: 300,
      resendTimeout: 30,
      title: "Check your email",
      description: "Enter the 6-digit code we have sent to u***@company.example.",
    });
    const code = await steps.mailedCode(user);
    await expect(steps.check(challenge, "email", wrongOf(code))).rejects.toMatchObject(WRONG);
    await steps.check(challenge, "email", ` ${code.slice(0, 3)} ${code.slice(3)} `);
  });

  test("by text message", async () => {
    const user = await steps.aUserWith(sms);
    const challenge = await steps.begin(user);
    harness.smsSink.clear();
    expect(await steps.send(challenge, "sms")).toMatchObject({
      type: "sms",
      value: "*** 0123",
      title: "Check your phone",
      description: "Enter the 6-digit code we have sent to *** 0123.",
    });
    await expect.poll(() => harness.smsSink.texts().length).toBe(1);
    const { to, text } = harness.smsSink.texts()[0]!;
    expect([to, text]).toEqual([
      NUMBER,
      expect.stringMatching(/^\d{6} is your Offhook sign-in code. It is valid for 5 minutes.$/),
    ]);
    await steps.check(challenge, "sms", text.slice(0, 6));
  });

  test("count for 300 seconds", async () => {
    const user = await steps.aUserWith(email);
    const challenge = await steps.begin(user);
    await steps.send(challenge, "email");
    const code = await steps.mailedCode(user);
    harness.clock.advance(300_000);
    await expect(steps.check(challenge, "email", code)).rejects.toMatchObject(WRONG);
  });

  test("may be asked for again after 30 seconds, and then only the newest counts", async () => {
    const user = await steps.aUserWith(email);
    const challenge = await steps.begin(user);
    await steps.send(challenge, "email");
    const first = await steps.mailedCode(user);
    harness.clock.advance(18_000);
    await expect(steps.send(challenge, "email")).rejects.toMatchObject({
      status: 429,
      code: "tfa.tooSoon",
      message: "You can ask for another code in 12 seconds.",
    });
    harness.clock.advance(12_000);
    await steps.send(challenge, "email");
    const second = await steps.mailedCode(user, 2);
    if (first !== second) await expect(steps.check(challenge, "email", first)).rejects.toMatchObject(WRONG);
    await steps.check(challenge, "email", second);
  });

  test("count for the sign-in and the method they were sent for", async () => {
    const user = await steps.aUserWith(email, sms);
    const [one, other] = [await steps.begin(user), await steps.begin(user)];
    await steps.send(one, "email");
    const code = await steps.mailedCode(user);
    await expect(steps.check(other, "email", code)).rejects.toMatchObject(WRONG);
    await expect(steps.check(one, "sms", code)).rejects.toMatchObject(WRONG);
    await steps.check(one, "email", code);
  });

  test("are limited for one user over all sign-ins", async () => {
    const user = await steps.aUserWith(email);
    for (let count = 0; count < 10; count++) await steps.send(await steps.begin(user), "email");
    await expect(steps.send(await steps.begin(user), "email")).rejects.toMatchObject({
      status: 429,
      code: "tfa.tooManyCodes",
      message: "Too many codes were sent. Try again in 1 minute.",
    });
  });
});

describe("[TFA7] the sign-in goes on as it was begun", () => {
  test("on its device, and without a refresh token when none was asked for", async () => {
    const user = await steps.aUserWith(app);
    const device = { id: "laptop", name: "Laptop" };
    const signedIn = await steps.check(
      await steps.begin(user, { device, rrt: false }),
      "app",
      steps.appCode(),
    );
    expect(signedIn.refreshToken).toBeNull();
    const [session] = await feature.handlers.listSessions(await as(feature, signedIn.token));
    expect(session?.device).toBe("Laptop");
  });

  test("continuing the session whose refresh token was shown", async () => {
    const user = await steps.aUserWith(app);
    const first = await steps.check(await steps.begin(user), "app", steps.appCode());
    harness.clock.advance(60_000);
    const challenge = await steps.begin(user, { refreshToken: first.refreshToken! });
    const second = await steps.check(challenge, "app", steps.appCode());
    const [before, after] = await Promise.all(
      [first, second].map(({ token }) => feature.authenticator.verify(token)),
    );
    expect(after!.sessionId).toBe(before!.sessionId);
    await refresh(feature, second.refreshToken!);
  });

  test("unless the user is disabled meanwhile", async () => {
    const user = await steps.aUserWith(app);
    const challenge = await steps.begin(user);
    await feature.accounts.disable(user.userId);
    await expect(steps.check(challenge, "app", steps.appCode())).rejects.toMatchObject(EXPIRED);
  });

  test("[PWD8] or the password is changed meanwhile", async () => {
    const user = await steps.aUserWith(app);
    const { token } = await steps.check(await steps.begin(user), "app", steps.appCode());
    const challenge = await steps.begin(user);
    const body = { current: PASSWORD, password: "a new password" };
    await feature.handlers.changePassword({ ...(await as(feature, token)), body });
    await expect(steps.check(challenge, "app", steps.appCode())).rejects.toMatchObject(EXPIRED);
  });
});
