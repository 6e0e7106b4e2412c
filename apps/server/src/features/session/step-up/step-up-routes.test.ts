import { api, REQUEST_ERROR, type RouteDefinition, STEP_UP_HEADER } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { generateSync } from "otplib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_PASSWORD, DEMO_PEOPLE } from "../../../demo/demo-people.ts";
import { APP_KEY, createTestApp, type TestApp } from "../../../testing/test-app.ts";

const idOf = (handle: string): number => DEMO_PEOPLE.find((person) => person.handle === handle)!.id;
const [MAYA, INES] = [idOf("maya"), idOf("ines")];
const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

const clock = new FakeClock(Date.UTC(2026, 0, 5));
let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ clock });
});
afterAll(() => server.close());

interface Reply {
  readonly status: number;
  readonly error: { readonly code: unknown; readonly message: string } | null;
  // biome-ignore lint/suspicious/noExplicitAny: the tests read what a client of another kind would read.
  readonly result: any;
}

async function ask(
  method: RouteDefinition["method"],
  path: string,
  token: string,
  { body, proof }: { readonly body?: object; readonly proof?: string } = {},
): Promise<Reply> {
  const response = await server.app.fastify.inject({
    method,
    url: `/api${path}`,
    headers: {
      "x-app-key": APP_KEY,
      authorization: `Bearer ${token}`,
      ...(proof === undefined ? {} : { [STEP_UP_HEADER]: proof }),
    },
    ...(body ? { payload: body } : {}),
  });
  const answer: Omit<Reply, "status"> = response.json();
  return { status: response.statusCode, ...answer };
}

async function prove(token: string): Promise<string> {
  return (await server.prove(token))[STEP_UP_HEADER] ?? "";
}

/** Everything a thief would change first. A route that changes how an account is opened belongs here. */
const GUARDED: readonly [RouteDefinition["method"], string, object?][] = [
  ["PUT", "/myProfile", { email: "thief@elsewhere.example" }],
  ["POST", "/tfa/enroll", { type: "app" }],
  ["DELETE", "/tfa?type=email"],
  ["POST", "/tfa/recovery-codes"],
  ["DELETE", "/sessions"],
  ["DELETE", "/sessions/some-session"],
  ["POST", "/loginToken"],
];

describe("an access token alone", () => {
  test.each(GUARDED)("[STP1] is not enough for %s %s", async (method, path, body) => {
    const token = await server.signIn(MAYA);
    const before = await server.database.query
      .selectFrom("users")
      .select(["username", "email"])
      .where("id", "=", MAYA)
      .executeTakeFirstOrThrow();
    const refused = await ask(method, path, token, body ? { body } : {});
    expect(refused).toMatchObject({ status: 403, error: { code: REQUEST_ERROR.stepUp }, result: null });
    for (const proof of [
      "",
      "x",
      "1.x",
      `9999999999.${"A".repeat(43)}`,
      await prove(await server.signIn(INES)),
    ]) {
      const again = await ask(method, path, token, body ? { body, proof } : { proof });
      expect(again.error?.code).toBe(REQUEST_ERROR.stepUp);
    }
    const after = await server.database.query
      .selectFrom("users")
      .select(["username", "email"])
      .where("id", "=", MAYA)
      .executeTakeFirstOrThrow();
    expect(after).toEqual(before);
  });

  test("[STP1] the contract guards exactly these routes", () => {
    const guarded = Object.values(api as Record<string, RouteDefinition>)
      .filter((route) => route.stepUp !== undefined)
      .map((route) => `${route.method} ${route.path}`);
    const tried = GUARDED.map(([method, path]) =>
      `${method} ${path}`.split("?")[0]?.replace("some-session", ":id"),
    );
    expect(guarded.sort()).toEqual(tried.sort());
  });

  test("[STP2] changes of the profile that open nothing need no proof", async () => {
    const token = await server.signIn(MAYA);
    expect((await ask("PUT", "/myProfile", token, { body: { mobile: "212 555 0199" } })).error).toBeNull();
  });

  test("[STP3] signing out, and changing the password with the password, need none either", async () => {
    const token = await server.signIn(MAYA);
    const body = { current: DEMO_PASSWORD, password: "another long one" };
    expect((await ask("PUT", "/password", token, { body })).error).toBeNull();
    expect((await ask("POST", "/logout", token)).error).toBeNull();
  });
});

describe("a proof", () => {
  test("[STP4] of the password opens every guarded route for five minutes, in its own session", async () => {
    const token = await server.signIn(MAYA);
    const choice = await ask("POST", "/stepUp", token);
    expect(choice.result).toEqual({ password: true, tfa: null, providers: [] });
    const proof = await prove(token);
    for (const [method, path, body] of GUARDED) {
      const reply = await ask(method, path, token, body ? { body, proof } : { proof });
      expect(reply.error?.code).not.toBe(REQUEST_ERROR.stepUp);
    }
    // The same user needs another proof on another device.
    const elsewhere = await server.signIn(MAYA);
    expect((await ask("POST", "/loginToken", elsewhere, { proof })).error?.code).toBe(REQUEST_ERROR.stepUp);

    const another = await prove(elsewhere);
    expect((await ask("POST", "/loginToken", elsewhere, { proof: another })).error).toBeNull();
    clock.advance(300_000);
    expect((await ask("POST", "/loginToken", elsewhere, { proof: another })).error?.code).toBe(
      REQUEST_ERROR.stepUp,
    );
  });

  test("[STP5] wrong passwords are slowed as at sign-in, here and where the password is changed", async () => {
    const token = await server.signIn(MAYA);
    const guess = (): Promise<Reply> => ask("POST", "/stepUp/check", token, { body: { password: "wrong" } });
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await guess()).error).toMatchObject({ code: "session.wrongPassword" });
    }
    expect(await guess()).toMatchObject({ status: 429, error: { code: "session.tooManyAttempts" } });
    const body = { current: "wrong", password: "another long one" };
    expect((await ask("PUT", "/password", token, { body })).error?.code).toBe("session.tooManyAttempts");
    clock.advance(20_000);
    expect(await prove(token)).toBeTruthy();
  });

  test("[STP6] of the second factor counts for its session, and never signs anyone in", async () => {
    const [token, other] = [await server.signIn(INES), await server.signIn(INES)];
    await server.database.transaction((tx) =>
      server.app.session.addSecondFactor(tx, INES, { type: "app", secret: SECRET }),
    );
    const { tfa } = (await ask("POST", "/stepUp", token)).result;
    expect(tfa.methods).toMatchObject([{ type: "app" }]);
    const code = generateSync({ secret: SECRET, epoch: Math.floor(clock.now() / 1000) });
    const body = { tfa_token: tfa.tfa_token, type: "app", code };

    expect((await ask("POST", "/tfa/check", token, { body })).error?.code).toBe("tfa.expired");
    expect((await ask("POST", "/stepUp/check", other, { body })).error?.code).toBe("tfa.proofExpired");
    const { proof } = (await ask("POST", "/stepUp/check", token, { body })).result;
    expect((await ask("DELETE", "/tfa?type=app", token, { proof })).error).toBeNull();
    expect((await ask("POST", "/stepUp/check", token, { body })).error?.code).toBe("tfa.proofExpired");
  });

  test("[STP6] five wrong codes end the attempt", async () => {
    const token = await server.signIn(INES);
    await server.database.transaction((tx) =>
      server.app.session.addSecondFactor(tx, INES, { type: "app", secret: SECRET }),
    );
    const { tfa } = (await ask("POST", "/stepUp", token)).result;
    const body = { tfa_token: tfa.tfa_token, type: "app", code: "12345" };
    const codes: unknown[] = [];
    for (let attempt = 0; attempt < 6; attempt++)
      codes.push((await ask("POST", "/stepUp/check", token, { body })).error?.code);
    expect(codes).toEqual([...Array(4).fill("tfa.wrongCode"), "tfa.proofEnded", "tfa.proofExpired"]);
  });
});
