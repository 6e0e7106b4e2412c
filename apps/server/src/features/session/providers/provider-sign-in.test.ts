import { createHash, randomBytes } from "node:crypto";
import { createServer, type RequestListener, type Server } from "node:http";
import type { LoginResult, SignedIn } from "@offhook/contract";
import { type OidcAccount, type RunningOidcProvider, startOidcProvider } from "@offhook/simulator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SessionFeature } from "../session-feature.ts";
import { startForgingProvider } from "../testing/forging-provider.ts";
import { anonymous, as, SessionHarness, type TestUser } from "../testing/session-harness.ts";
import { app, TwoFactorSteps } from "../testing/two-factor-steps.ts";
import type { ProviderName } from "./verified-identity.ts";

const REDIRECT = "https://phone.example/login";
/** Filled by the tests; the providers look their accounts up at every sign-in. */
const people: OidcAccount[] = [];
const providers = {} as Record<ProviderName, RunningOidcProvider>;
const servers: Server[] = [];
let harness: SessionHarness;
let feature: SessionFeature;

beforeAll(async () => {
  harness = await SessionHarness.start();
  providers.google = await startOidcProvider({ flavor: "google", accounts: people });
  providers.microsoft = await startOidcProvider({ flavor: "microsoft", accounts: people });
  feature = harness.feature(providers);
});
afterAll(async () => {
  await harness.stop();
  await Promise.all(Object.values(providers).map((provider) => provider.stop()));
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

function aPerson(email: string, given: Partial<OidcAccount> = {}): OidcAccount {
  const person = {
    sub: randomBytes(8).toString("hex"),
    email,
    givenName: "Some",
    familyName: "One",
    ...given,
  };
  people.push(person);
  return person;
}

interface Device {
  readonly id: string;
  readonly name: string;
}

interface Grant {
  readonly code: string;
  readonly code_verifier: string;
  readonly nonce: string;
}

/** What the browser does: goes to the provider, chooses an account, and comes back with a code. */
async function visit(name: ProviderName, { email }: OidcAccount): Promise<Grant> {
  const [code_verifier, nonce] = [
    randomBytes(32).toString("base64url"),
    randomBytes(12).toString("base64url"),
  ];
  const query = new URLSearchParams({
    client_id: providers[name].clientId,
    redirect_uri: REDIRECT,
    response_type: "code",
    scope: "openid profile email",
    code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: "some state",
    nonce,
    prompt: "none",
    login_hint: email,
  });
  const reply = await fetch(`${providers[name].authorizationEndpoint}?${query}`, { redirect: "manual" });
  const code = new URL(reply.headers.get("location") ?? "").searchParams.get("code");
  if (!code) throw new Error("The provider gave no code");
  return { code, code_verifier, nonce };
}

function requestOf<Given extends Grant>(grant: Given, redirect_uri = REDIRECT) {
  return { ...grant, redirect_uri, response_type: "code", grant_type: "authorization_code" } as const;
}

function signInWith(
  name: ProviderName,
  grant: Grant & { device?: Device },
  on = feature,
): Promise<LoginResult> {
  const body = requestOf(grant);
  const { googleLogin, microsoftLogin } = on.handlers;
  return (name === "google" ? googleLogin : microsoftLogin)({ ...anonymous(), body });
}

async function signIn(name: ProviderName, person: OidcAccount, device?: Device): Promise<SignedIn> {
  const grant = await visit(name, person);
  const result = await signInWith(name, { ...grant, ...(device ? { device } : {}) });
  if ("tfa_required" in result) throw new Error("A second factor was asked for");
  return result;
}

async function userIdOf({ token }: SignedIn): Promise<number> {
  return (await feature.authenticator.verify(token)).userId;
}

async function setUser(user: TestUser, values: { username?: string; email?: string }): Promise<void> {
  await harness.database.query.updateTable("users").set(values).where("id", "=", user.userId).execute();
}

/** A server that answers as it is told to. */
async function aServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

const noAccountText = (title: string) => ({
  status: 403,
  code: "session.noAccount",
  message: `No account here belongs to this ${title} account.`,
});
const refused = {
  status: 401,
  code: "session.providerRefused",
  message: "Google did not confirm the sign-in. Please try again.",
};
const unavailable = {
  status: 503,
  code: "session.providerUnavailable",
  message: "Google does not answer right now. Please try again, or sign in with your password.",
};

test.each([
  ["google", { isGoogleLogin: true, isMicrosoftLogin: false }],
  ["microsoft", { isGoogleLogin: false, isMicrosoftLogin: true }],
] as const)("[IDP1] [IDP2] %s opens the account of the verified address", async (name, flags) => {
  const user = await harness.aUser({ password_hash: null });
  const signedIn = await signIn(name, aPerson(user.username.toUpperCase()));
  expect(signedIn).toMatchObject({ ...flags, refreshToken: expect.any(String) });
  expect(signedIn.provider).toMatchObject({ name: "Some One", token: expect.stringMatching(/^ey/) });
  expect(await userIdOf(signedIn)).toBe(user.userId);
});

test.each(["google", "microsoft"] as const)(
  "[IDP2] %s: later the identity counts, not the address",
  async (name) => {
    const user = await harness.aUser();
    const person = aPerson(user.username);
    await signIn(name, person);
    await setUser(user, { username: `renamed.${user.username}`, email: `renamed.${user.username}` });
    const successor = await harness.aUser({ username: user.username, email: user.username });
    expect(await userIdOf(await signIn(name, person))).toBe(user.userId);
    expect(successor.userId).not.toBe(user.userId);
  },
);

test("[IDP3] an address that is not verified opens nothing", async () => {
  const user = await harness.aUser();
  const grant = await visit("google", aPerson(user.username, { emailVerified: false }));
  await expect(signInWith("google", grant)).rejects.toMatchObject(noAccountText("Google"));
});

describe("[IDP4] an identity without an account", () => {
  test.each([
    ["google", "Google"],
    ["microsoft", "Microsoft"],
  ] as const)("of %s is told so", async (name, title) => {
    const grant = await visit(name, aPerson(`stranger.${name}@elsewhere.example`));
    await expect(signInWith(name, grant)).rejects.toMatchObject(noAccountText(title));
  });

  test("that belongs to a disabled user is told the same, linked or not", async () => {
    const user = await harness.aUser();
    const person = aPerson(user.username);
    await signIn("google", person);
    await feature.accounts.disable(user.userId);
    await expect(signInWith("google", await visit("google", person))).rejects.toMatchObject(
      noAccountText("Google"),
    );
    const other = await harness.aUser({ disabled_at: new Date() });
    const grant = await visit("google", aPerson(other.username));
    await expect(signInWith("google", grant)).rejects.toMatchObject(noAccountText("Google"));
  });

  test("whose address several accounts share is told the same", async () => {
    const shared = { email: "reception@company.example" };
    await harness.aUser(shared);
    await harness.aUser(shared);
    const grant = await visit("google", aPerson(shared.email));
    await expect(signInWith("google", grant)).rejects.toMatchObject(noAccountText("Google"));
  });

  test("finds one whose address is no username", async () => {
    const user = await harness.aUser({ email: "Alias@Company.example" });
    expect(await userIdOf(await signIn("google", aPerson("alias@company.example")))).toBe(user.userId);
  });
});

describe("[IDP1] what the provider did not give to this browser is refused", () => {
  test.each<[string, (grant: Grant) => Partial<Grant>]>([
    ["an invented code", () => ({ code: "invented" })],
    ["another verifier", () => ({ code_verifier: randomBytes(32).toString("base64url") })],
    ["another nonce", () => ({ nonce: "another nonce" })],
  ])("%s", async (_name, change) => {
    const user = await harness.aUser();
    const grant = await visit("google", aPerson(user.username));
    await expect(signInWith("google", { ...grant, ...change(grant) })).rejects.toMatchObject(refused);
  });

  test("a code that was used before", async () => {
    const user = await harness.aUser();
    const grant = await visit("google", aPerson(user.username));
    await signInWith("google", grant);
    await expect(signInWith("google", grant)).rejects.toMatchObject(refused);
  });

  test("the code of another provider", async () => {
    const user = await harness.aUser();
    const grant = await visit("microsoft", aPerson(user.username));
    await expect(signInWith("google", grant)).rejects.toMatchObject(refused);
  });

  test.each<[string, Parameters<typeof startForgingProvider>[0]]>([
    ["with a signature of someone else", { isForeignKey: true }],
    ["of another issuer", { claims: { iss: "https://elsewhere.example" } }],
    ["for another application", { claims: { aud: "another application" } }],
    ["that has expired", { claims: { exp: 1_000_000_000 } }],
    ["without a nonce", { claims: { nonce: undefined } }],
  ])("an id token %s", async (_name, forgery) => {
    const user = await harness.aUser();
    const forger = await startForgingProvider({ email: user.username, ...forgery });
    servers.push(forger.server);
    const on = harness.feature({ google: forger.settings });
    await expect(signInWith("google", forger.grant, on)).rejects.toMatchObject(refused);
  });

  test("while the same provider is believed when it does not lie", async () => {
    const user = await harness.aUser();
    const honest = await startForgingProvider({ email: user.username });
    servers.push(honest.server);
    const on = harness.feature({ google: honest.settings });
    expect(await signInWith("google", honest.grant, on)).toMatchObject({ isGoogleLogin: true });
  });
});

describe("[IDP5] a provider that is not there", () => {
  const settings = { clientId: "id", clientSecret: "secret" };
  const grant = { code: "code", code_verifier: "v".repeat(43), nonce: "some nonce" };

  test("refuses the connection", async () => {
    const away = await aServer(() => {});
    await new Promise((resolve) => servers.pop()?.close(resolve));
    const on = harness.feature({ google: { issuer: away, ...settings } });
    await expect(signInWith("google", grant, on)).rejects.toMatchObject(unavailable);
    expect(await on.publicProviders()).toEqual({ google: null, microsoft: null });
  });

  test("answers with an error", async () => {
    const issuer = await aServer((_request, response) => response.writeHead(500).end("oops"));
    const on = harness.feature({ google: { issuer, ...settings } });
    await expect(signInWith("google", grant, on)).rejects.toMatchObject(unavailable);
  });

  test("does not answer within 10 seconds", async () => {
    const asked: string[] = [];
    const issuer = await aServer((request) => asked.push(request.url ?? ""));
    const on = harness.feature({ google: { issuer, ...settings } });
    const attempt = expect(signInWith("google", grant, on)).rejects.toMatchObject(unavailable);
    await expect.poll(() => asked.length).toBe(1);
    harness.clock.advance(10_000);
    await attempt;
  });

  test("[IDP7] does not hold up the sign-in page", async () => {
    const asked: string[] = [];
    const issuer = await aServer((request) => asked.push(request.url ?? ""));
    const on = harness.feature({ google: { issuer, ...settings } });
    const page = on.publicProviders();
    await expect.poll(() => asked.length).toBe(1);
    harness.clock.advance(1_500);
    expect(await page).toEqual({ google: null, microsoft: null });
  });

  test("comes back, and is found without a restart", async () => {
    let isUp = false;
    const { issuer } = providers.google;
    const flaky = await aServer((request, response) => {
      if (!isUp) return response.writeHead(503).end();
      return void fetch(`${issuer}${request.url}`).then(async (reply) => {
        const text = (await reply.text()).replaceAll(issuer, flaky);
        response.writeHead(200, { "content-type": "application/json" }).end(text);
      });
    });
    const on = harness.feature({ google: { issuer: flaky, ...settings } });
    expect((await on.publicProviders()).google).toBeNull();
    isUp = true;
    expect((await on.publicProviders()).google?.authorization_endpoint).toBe(`${flaky}/authorize`);
  });
});

test("a wrong client secret is the installation's fault, not the visitor's", async () => {
  const user = await harness.aUser();
  const on = harness.feature({ google: { ...providers.google, clientSecret: "wrong" } });
  const grant = await visit("google", aPerson(user.username));
  await expect(signInWith("google", grant, on)).rejects.toMatchObject(unavailable);
});

test("[IDP6] the second factor is asked for, and the flags come with its answer", async () => {
  const steps = new TwoFactorSteps(harness, feature);
  const user = await steps.aUserWith(app);
  const result = await signInWith("google", await visit("google", aPerson(user.username)));
  if (!("tfa_required" in result)) throw new Error("No second factor was asked for");
  expect(result.provider).toMatchObject({ email: user.username, name: "Some One" });
  const signedIn = await steps.check(result, "app", steps.appCode());
  expect(signedIn).toMatchObject({ isGoogleLogin: true, isMicrosoftLogin: false });
});

test("[IDP7] [OUT1] the sign-in page learns where to send people", async () => {
  expect(await feature.publicProviders()).toEqual({
    google: {
      authorization_endpoint: providers.google.authorizationEndpoint,
      client_id: providers.google.clientId,
      scope: "openid profile email",
    },
    microsoft: {
      authorization_endpoint: providers.microsoft.authorizationEndpoint,
      client_id: providers.microsoft.clientId,
      scope: "openid profile email",
      end_session_endpoint: `${providers.microsoft.issuer}/logout`,
    },
  });
});

test("[IDP7] a provider that is not set up is neither shown nor used", async () => {
  const on = harness.feature();
  expect(await on.publicProviders()).toEqual({ google: null, microsoft: null });
  const grant = { code: "code", code_verifier: "v".repeat(43), nonce: "some nonce" };
  await expect(signInWith("microsoft", grant, on)).rejects.toMatchObject({
    status: 404,
    code: "session.providerNotOffered",
    message: "Sign-in with Microsoft is not set up here.",
  });
});

test("[IDP8] plain HTTP to another machine is not used", async () => {
  const on = harness.feature({
    google: { issuer: "http://192.0.2.1", clientId: "id", clientSecret: "secret" },
  });
  const grant = { code: "code", code_verifier: "v".repeat(43), nonce: "some nonce" };
  await expect(signInWith("google", grant, on)).rejects.toMatchObject({
    ...unavailable,
    cause: expect.objectContaining({ code: "OAUTH_HTTP_REQUEST_FORBIDDEN" }),
  });
});

test("[SES10] the device continues its entry of the list", async () => {
  const user = await harness.aUser();
  const person = aPerson(user.username);
  const device = { id: "laptop", name: "Laptop" };
  const first = await signIn("google", person, device);
  const second = await signIn("google", person, device);
  const sessions = await feature.handlers.listSessions(await as(feature, second.token));
  expect(sessions.map((session) => session.device)).toEqual(["Laptop"]);
  expect(await feature.authenticator.verify(first.token)).toMatchObject({ sessionId: sessions[0]?.id });
});

test("[IDP9] a code that was sent to another address than our sign-in page is not traded", async () => {
  const grant = await visit("google", aPerson((await harness.aUser()).username));
  for (const redirect_uri of ["https://evil.example/login", "https://phone.example/other", `${REDIRECT}?x`]) {
    const body = requestOf(grant, redirect_uri);
    const tried = feature.handlers.googleLogin({ ...anonymous(), body });
    await expect(tried).rejects.toMatchObject({ code: "session.redirectForeign" });
  }
  await signInWith("google", grant);
});

test("[STP7] a user who signs in with a provider confirms it there, with the identity that opened the account", async () => {
  const [user, other] = [await harness.aUser({ password_hash: null }), await harness.aUser()];
  const [person, stranger] = [aPerson(user.username), aPerson(other.username)];
  const own = await as(feature, (await signIn("google", person)).token);
  await signIn("google", stranger);
  expect(await feature.handlers.beginStepUp(own)).toEqual({
    password: false,
    tfa: null,
    providers: ["google"],
  });
  const check = async (who: OidcAccount) => {
    const body = { ...requestOf(await visit("google", who)), provider: "google" as const };
    return feature.handlers.checkStepUp({ ...own, body });
  };
  await expect(check(stranger)).rejects.toMatchObject({ code: "session.otherIdentity" });
  const { proof } = await check(person);
  expect(feature.stepUps.isProved(own.actor, proof)).toBe(true);
});
