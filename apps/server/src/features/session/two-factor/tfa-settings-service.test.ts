import { generateSync } from "otplib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SessionFeature } from "../session-feature.ts";
import {
  anonymous,
  as,
  PASSWORD,
  SessionHarness,
  signIn,
  type TestUser,
} from "../testing/session-harness.ts";

let harness: SessionHarness;
let feature: SessionFeature;
beforeAll(async () => {
  harness = await SessionHarness.start();
  feature = harness.feature();
  feature.startJobs();
});
afterAll(() => harness.stop());

const EXPIRED = {
  status: 400,
  code: "tfa.enrollmentExpired",
  message: "The set-up has expired. Please start again.",
};

type Request = Awaited<ReturnType<typeof as>>;

async function aRequest(given: Parameters<SessionHarness["aUser"]>[0] = {}): Promise<[Request, TestUser]> {
  const user = await harness.aUser(given);
  return [await as(feature, (await signIn(feature, user)).token), user];
}

const codeOf = (secret: string): string =>
  generateSync({ secret, epoch: Math.floor(harness.clock.now() / 1000) });

async function addApp(request: Request): Promise<{ secret: string; codes: string[] }> {
  const { enrollment, secret } = await feature.handlers.enrollTfa({ ...request, body: { type: "app" } });
  const body = { enrollment, code: codeOf(secret!) };
  const { recovery_codes } = await feature.handlers.confirmTfa({ ...request, body });
  return { secret: secret!, codes: recovery_codes };
}

async function newestCode(user: TestUser): Promise<string> {
  const mail = await harness.mailTo(user, "Your sign-in code");
  return /\b\d{6}\b/.exec(mail.text)![0];
}

test("[TFA8] an app counts once its first code is right, and brings the recovery codes", async () => {
  const [request, user] = await aRequest();
  expect(await feature.handlers.getTfaSettings(request)).toEqual({ methods: [], recovery_codes_left: 0 });
  const enrolled = await feature.handlers.enrollTfa({ ...request, body: { type: "app" } });
  expect(enrolled.uri).toContain(`secret=${enrolled.secret}`);
  await signIn(feature, user);

  const body = { enrollment: enrolled.enrollment, code: codeOf(enrolled.secret!) };
  const { recovery_codes } = await feature.handlers.confirmTfa({ ...request, body });
  expect(recovery_codes).toHaveLength(10);
  expect(await feature.handlers.getTfaSettings(request)).toMatchObject({
    methods: [{ type: "app", title: "Authenticator app" }],
    recovery_codes_left: 10,
  });
  await expect(signIn(feature, user)).rejects.toThrow("A second factor was asked for");
  await expect(feature.handlers.confirmTfa({ ...request, body })).rejects.toMatchObject(EXPIRED);
});

test("[TFA8] the code of the set-up does not count again at the next sign-in", async () => {
  const [request, user] = await aRequest();
  const { secret } = await addApp(request);
  const login = await feature.handlers.login({
    ...anonymous(),
    body: { username: user.username, passhash: PASSWORD },
  });
  if (!("tfa_required" in login)) throw new Error("No second factor was asked for");
  const body = { tfa_token: login.tfa_token, type: "app" as const, code: codeOf(secret) };
  await expect(feature.handlers.tfaCheck({ ...anonymous(), body })).rejects.toMatchObject({
    code: "tfa.wrongCode",
  });
});

test("[TFA8] mail codes go to the own address, and a second factor brings no new recovery codes", async () => {
  const [request, user] = await aRequest();
  await addApp(request);
  const { enrollment, secret, uri } = await feature.handlers.enrollTfa({
    ...request,
    body: { type: "email" },
  });
  expect([secret, uri]).toEqual([null, null]);
  const body = { enrollment, code: await newestCode(user) };
  expect(await feature.handlers.confirmTfa({ ...request, body })).toEqual({ recovery_codes: [] });
  const settings = await feature.handlers.getTfaSettings(request);
  expect(settings.methods.map((method) => method.type)).toEqual(["app", "email"]);
  expect(settings.recovery_codes_left).toBe(10);
});

test("[TFA8] text codes go to the number that is being set up", async () => {
  const [request] = await aRequest();
  harness.smsSink.clear();
  const value = "+1 (212) 555-0177";
  const { enrollment } = await feature.handlers.enrollTfa({ ...request, body: { type: "sms", value } });
  await expect.poll(() => harness.smsSink.texts()).toMatchObject([{ to: "+12125550177" }]);
  const code = harness.smsSink.texts()[0]!.text.slice(0, 6);
  await feature.handlers.confirmTfa({ ...request, body: { enrollment, code } });
  const settings = await feature.handlers.getTfaSettings(request);
  expect(settings.methods).toMatchObject([{ type: "sms", value: "*** 0177" }]);
});

test.each([undefined, "", "555-0177", "2125550177", "+1", "+0123456789", "not a number"])(
  "[TFA8] '%s' is no number to send codes to",
  async (value) => {
    const [request] = await aRequest();
    const body = { type: "sms" as const, ...(value === undefined ? {} : { value }) };
    await expect(feature.handlers.enrollTfa({ ...request, body })).rejects.toMatchObject({
      status: 400,
      code: "tfa.numberInvalid",
      message: "Enter a phone number with its country code, such as +1 212 555 0100.",
    });
  },
);

test("[TFA2] what cannot be sent cannot be set up", async () => {
  const [request] = await aRequest();
  const bare = harness.feature({ mailer: undefined, sms: undefined });
  for (const type of ["email", "sms"] as const) {
    await expect(
      bare.handlers.enrollTfa({ ...request, body: { type, value: "+12125550177" } }),
    ).rejects.toMatchObject({
      code: "tfa.methodNotOffered",
    });
  }
});

test("mail codes need an address", async () => {
  const [request] = await aRequest({ username: "plainname", email: "" });
  await expect(feature.handlers.enrollTfa({ ...request, body: { type: "email" } })).rejects.toMatchObject({
    status: 409,
    code: "tfa.noMailAddress",
    message: "Your profile has no email address.",
  });
});

describe("[TFA8] a set-up that is not finished", () => {
  test("ends after five wrong codes", async () => {
    const [request] = await aRequest();
    const { enrollment, secret } = await feature.handlers.enrollTfa({ ...request, body: { type: "app" } });
    const wrong = codeOf(secret!) === "000000" ? "000001" : "000000";
    for (let count = 0; count < 5; count++) {
      const body = { enrollment, code: wrong };
      await expect(feature.handlers.confirmTfa({ ...request, body })).rejects.toMatchObject({
        code: "tfa.wrongCode",
      });
    }
    const body = { enrollment, code: codeOf(secret!) };
    await expect(feature.handlers.confirmTfa({ ...request, body })).rejects.toMatchObject(EXPIRED);
  });

  test("ends after ten minutes", async () => {
    const [request] = await aRequest();
    const { enrollment, secret } = await feature.handlers.enrollTfa({ ...request, body: { type: "app" } });
    harness.clock.advance(600_000);
    const body = { enrollment, code: codeOf(secret!) };
    await expect(feature.handlers.confirmTfa({ ...request, body })).rejects.toMatchObject(EXPIRED);
  });

  test("cannot be finished by someone else", async () => {
    const [[request], [other]] = [await aRequest(), await aRequest()];
    const { enrollment, secret } = await feature.handlers.enrollTfa({ ...request, body: { type: "app" } });
    const body = { enrollment, code: codeOf(secret!) };
    await expect(feature.handlers.confirmTfa({ ...other, body })).rejects.toMatchObject(EXPIRED);
  });
});

test("[TFA8] [TFA9] the last factor takes the recovery codes along, and every change is told", async () => {
  const [request, user] = await aRequest();
  await addApp(request);
  expect((await harness.mailTo(user, "Two-factor sign-in was changed")).text).toContain(
    '"Authenticator app" was added',
  );
  harness.mailSink.clear();
  expect(await feature.handlers.removeTfa({ ...request, query: { type: "app" } })).toEqual({
    methods: [],
    recovery_codes_left: 0,
  });
  const mail = await harness.mailTo(user, "Two-factor sign-in was changed");
  expect(mail.text).toContain('"Authenticator app" was removed');
  const events = await harness.eventTypes(user);
  expect(events.filter((event) => event === `user.${user.userId} TFA_CHANGED`)).toHaveLength(2);
  await signIn(feature, user);
  await expect(feature.handlers.removeTfa({ ...request, query: { type: "app" } })).rejects.toMatchObject({
    status: 404,
    code: "tfa.methodNotFound",
    message: "This second factor is not set up.",
  });
});

test("[TFA5] new recovery codes replace the old ones", async () => {
  const [request, user] = await aRequest();
  const { codes } = await addApp(request);
  const { recovery_codes } = await feature.handlers.renewRecoveryCodes(request);
  expect(recovery_codes).toHaveLength(10);
  expect(recovery_codes).not.toEqual(codes);
  const login = await feature.handlers.login({
    ...anonymous(),
    body: { username: user.username, passhash: PASSWORD },
  });
  if (!("tfa_required" in login)) throw new Error("No second factor was asked for");
  const tryCode = (code: string) =>
    feature.handlers.tfaCheck({
      ...anonymous(),
      body: { tfa_token: login.tfa_token, type: "recovery", code },
    });
  await expect(tryCode(codes[0]!)).rejects.toMatchObject({ code: "tfa.wrongCode" });
  await tryCode(recovery_codes[0]!);
});

test("[TFA5] without a second factor there are no recovery codes", async () => {
  const [request] = await aRequest();
  await expect(feature.handlers.renewRecoveryCodes(request)).rejects.toMatchObject({
    status: 409,
    code: "tfa.off",
    message: "Two-factor sign-in is not switched on.",
  });
});
