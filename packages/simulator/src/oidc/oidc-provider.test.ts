import * as client from "openid-client";
import { afterEach, describe, expect, test } from "vitest";
import type { OidcAccount } from "./oidc-account.ts";
import { type OidcProviderOptions, type RunningOidcProvider, startOidcProvider } from "./oidc-provider.ts";

const maya: OidcAccount = {
  sub: "maya-1",
  email: "maya@harborlight.example",
  givenName: "Maya",
  familyName: "<Okafor>",
};
const dev: OidcAccount = {
  sub: "dev-2",
  email: "dev@harborlight.example",
  givenName: "Dev",
  familyName: "Patel",
};
const redirectUri = "http://127.0.0.1:9/login";
const running: RunningOidcProvider[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((provider) => provider.stop()));
});

describe.each(["google", "microsoft"] as const)("as %s", (flavor) => {
  test("a standard client signs in with PKCE and nonce", async () => {
    const signIn = await begin({ flavor });
    const callback = await choose(signIn.url, maya.sub);
    const tokens = await client.authorizationCodeGrant(signIn.config, callback, signIn.checks);
    expect(tokens.claims()).toMatchObject({ email: maya.email, name: "Maya <Okafor>", iss: signIn.issuer });
    const user = await client.fetchUserInfo(signIn.config, tokens.access_token, tokens.claims()?.sub ?? "");
    expect(user.email).toBe(maya.email);
  });

  test("only clients that ask for offline access get a refresh token", async () => {
    const without = await begin({ flavor });
    const online = await client.authorizationCodeGrant(
      without.config,
      await choose(without.url, dev.sub),
      without.checks,
    );
    expect(online.refresh_token).toBeUndefined();

    const asking: Record<string, string> =
      flavor === "google" ? { access_type: "offline" } : { scope: "openid profile email offline_access" };
    const withIt = await begin({ flavor }, asking);
    const offline = await client.authorizationCodeGrant(
      withIt.config,
      await choose(withIt.url, dev.sub),
      withIt.checks,
    );
    const refreshed = await client.refreshTokenGrant(withIt.config, offline.refresh_token ?? "");
    expect(refreshed.claims()?.email).toBe(dev.email);
  });
});

test("each provider's own claims are there", async () => {
  const google = await begin({ flavor: "google" });
  const fromGoogle = await client.authorizationCodeGrant(
    google.config,
    await choose(google.url, maya.sub),
    google.checks,
  );
  expect(fromGoogle.claims()).toMatchObject({
    sub: maya.sub,
    hd: "harborlight.example",
    email_verified: true,
  });

  const microsoft = await begin({ flavor: "microsoft" });
  const fromMicrosoft = await client.authorizationCodeGrant(
    microsoft.config,
    await choose(microsoft.url, maya.sub),
    microsoft.checks,
  );
  expect(fromMicrosoft.claims()).toMatchObject({ oid: maya.sub, ver: "2.0", preferred_username: maya.email });
  expect(fromMicrosoft.claims()?.sub).not.toBe(maya.sub);
});

describe("what a stranger tries", () => {
  test("a wrong verifier gets no tokens", async () => {
    const signIn = await begin({ flavor: "google" });
    const callback = await choose(signIn.url, maya.sub);
    const checks = { ...signIn.checks, pkceCodeVerifier: client.randomPKCECodeVerifier() };
    await expect(client.authorizationCodeGrant(signIn.config, callback, checks)).rejects.toMatchObject({
      error: "invalid_grant",
    });
  });

  test("a code works once, and a second use takes the first one's tokens back", async () => {
    const signIn = await begin({ flavor: "google" });
    const callback = await choose(signIn.url, maya.sub);
    const tokens = await client.authorizationCodeGrant(signIn.config, callback, signIn.checks);
    await expect(client.authorizationCodeGrant(signIn.config, callback, signIn.checks)).rejects.toMatchObject(
      {
        error: "invalid_grant",
      },
    );
    await expect(
      client.fetchUserInfo(signIn.config, tokens.access_token, tokens.claims()?.sub ?? ""),
    ).rejects.toThrow();
  });

  test("a code expires", async () => {
    let now = Date.now();
    const signIn = await begin({ flavor: "google", now: () => now });
    const callback = await choose(signIn.url, maya.sub);
    now += 61_000;
    await expect(client.authorizationCodeGrant(signIn.config, callback, signIn.checks)).rejects.toMatchObject(
      {
        error: "invalid_grant",
      },
    );
  });

  test("an unregistered redirect address is shown, not followed", async () => {
    const signIn = await begin({ flavor: "google", redirectUris: ["http://127.0.0.1:9/other"] });
    const reply = await fetch(signIn.url, { redirect: "manual" });
    expect(reply.status).toBe(400);
    expect(await reply.text()).toContain("not registered");
  });

  test("a wrong client secret is refused", async () => {
    const signIn = await begin({ flavor: "microsoft" });
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      client_id: "offhook-microsoft",
      client_secret: "wrong",
      code: "x",
    });
    const reply = await fetch(`${signIn.issuer}/token`, { method: "POST", body });
    expect(reply.status).toBe(401);
  });

  test("names are text on the page, not markup", async () => {
    const signIn = await begin({ flavor: "google" });
    const page = await (await fetch(signIn.url)).text();
    expect(page).not.toContain("<Okafor>");
    expect(page).toContain("&#60;Okafor&#62;");
  });
});

describe("what the visitor may do instead", () => {
  test("cancel: the client hears of it, with its state", async () => {
    const signIn = await begin({ flavor: "google" }, { state: "s1" });
    const callback = await submit(signIn.url, { cancel: "1" });
    expect(Object.fromEntries(callback.searchParams)).toMatchObject({ error: "access_denied", state: "s1" });
  });

  test("a silent request needs a known account", async () => {
    const signIn = await begin({ flavor: "google" }, { prompt: "none" });
    const refused = await fetch(signIn.url, { redirect: "manual" });
    expect(new URL(refused.headers.get("location") ?? "").searchParams.get("error")).toBe("login_required");

    signIn.url.searchParams.set("login_hint", dev.email);
    const granted = await fetch(signIn.url, { redirect: "manual" });
    expect(new URL(granted.headers.get("location") ?? "").searchParams.get("code")).toBeTruthy();
  });
});

describe("signing out", () => {
  test("Microsoft sends the browser back, with the state", async () => {
    const { config } = await begin({ flavor: "microsoft" });
    const url = client.buildEndSessionUrl(config, { post_logout_redirect_uri: redirectUri, state: "s1" });
    const reply = await fetch(url, { redirect: "manual" });
    expect(reply.headers.get("location")).toBe(`${redirectUri}?state=s1`);
  });

  test.each([
    ["an unregistered address", { client_id: "offhook-microsoft" }, 400, "not registered"],
    ["a stranger", { client_id: "someone" }, 401, "not known here"],
  ])("%s is shown, not followed", async (_what, fields, status, words) => {
    const { issuer } = await begin({ flavor: "microsoft", redirectUris: ["http://127.0.0.1:9/other"] });
    const query = new URLSearchParams({ ...fields, post_logout_redirect_uri: redirectUri });
    const reply = await fetch(`${issuer}/logout?${query}`, { redirect: "manual" });
    expect([reply.status, await reply.text()]).toEqual([status, expect.stringContaining(words)]);
  });

  test("who names no address stays", async () => {
    const { issuer } = await begin({ flavor: "microsoft" });
    expect(await (await fetch(`${issuer}/logout`)).text()).toContain("You are signed out");
  });

  test("Google has no such place", async () => {
    const { config, issuer } = await begin({ flavor: "google" });
    expect(config.serverMetadata().end_session_endpoint).toBeUndefined();
    expect((await fetch(`${issuer}/logout`)).status).toBe(404);
  });
});

async function begin(options: Omit<OidcProviderOptions, "accounts">, extra: Record<string, string> = {}) {
  const provider = await startOidcProvider({ ...options, accounts: [maya, dev] });
  running.push(provider);
  const config = await client.discovery(
    new URL(provider.issuer),
    provider.clientId,
    provider.clientSecret,
    undefined,
    { execute: [client.allowInsecureRequests] },
  );
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const expectedNonce = client.randomNonce();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: "openid profile email",
    nonce: expectedNonce,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
    ...extra,
  });
  return { config, url, issuer: provider.issuer, checks: { pkceCodeVerifier, expectedNonce } };
}

function choose(url: URL, sub: string): Promise<URL> {
  return submit(url, { account: sub });
}

async function submit(url: URL, choice: Record<string, string>): Promise<URL> {
  const page = await (await fetch(url)).text();
  const request = /name="request" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const action = /action="([^"]+)"/.exec(page)?.[1] ?? "";
  const reply = await fetch(action, {
    method: "POST",
    body: new URLSearchParams({ request, ...choice }),
    redirect: "manual",
  });
  return new URL(reply.headers.get("location") ?? "");
}
