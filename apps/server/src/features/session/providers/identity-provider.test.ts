import { FakeClock } from "@offhook/testkit";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { CustomFetch } from "openid-client";
import { pino } from "pino";
import { beforeEach, expect, test } from "vitest";
import { IdentityProvider } from "./identity-provider.ts";

const HOST = "https://login.microsoftonline.com";
const settings = { issuer: `${HOST}/common/v2.0`, clientId: "offhook", clientSecret: "secret" };
const request = {
  code: "code",
  redirect_uri: "https://phone.example/login",
  code_verifier: "v".repeat(43),
  nonce: "some nonce",
  response_type: "code",
  grant_type: "authorization_code",
} as const;

let clock: FakeClock;
let asked: string[];
let isDown: boolean;
/** Of the id token. */
let claims: Record<string, unknown>;

const keys = await generateKeyPair("RS256");

/** Answers as Microsoft does for all tenants together: the issuer has a gap where the tenant stands. */
const fetchFromMicrosoft: CustomFetch = async (url) => {
  asked.push(url);
  if (isDown) throw new TypeError("fetch failed");
  if (url.endsWith("/token")) return Response.json(await tokens());
  if (url.endsWith("/keys"))
    return Response.json({ keys: [{ ...(await exportJWK(keys.publicKey)), alg: "RS256" }] });
  return Response.json({
    issuer: `${HOST}/{tenantid}/v2.0`,
    authorization_endpoint: `${HOST}/common/oauth2/v2.0/authorize`,
    token_endpoint: `${HOST}/common/oauth2/v2.0/token`,
    jwks_uri: `${HOST}/common/discovery/v2.0/keys`,
    end_session_endpoint: `${HOST}/common/oauth2/v2.0/logout`,
    id_token_signing_alg_values_supported: ["RS256"],
  });
};

async function tokens(): Promise<object> {
  const now = Math.floor(Date.now() / 1000);
  const id_token = await new SignJWT({
    aud: "offhook",
    nonce: request.nonce,
    iat: now,
    exp: now + 60,
    ...claims,
  })
    .setProtectedHeader({ alg: "RS256" })
    .sign(keys.privateKey);
  return { access_token: "token", token_type: "Bearer", id_token };
}

beforeEach(() => {
  clock = new FakeClock();
  asked = [];
  isDown = false;
  claims = {
    iss: `${HOST}/tenant-1/v2.0`,
    tid: "tenant-1",
    oid: "person-1",
    sub: "pairwise",
    email: "maya@a.example",
  };
});

function aProvider(name: "google" | "microsoft" = "microsoft"): IdentityProvider {
  const log = pino({ level: "silent" });
  return new IdentityProvider({ name, settings, clock, log, fetch: fetchFromMicrosoft });
}

test("[IDP1] [IDP3] a person of any tenant is known by tenant and id, and the address is not believed", async () => {
  expect(await aProvider().identify(request)).toEqual({
    issuer: `${HOST}/tenant-1/v2.0`,
    subject: "person-1",
    verifiedEmail: undefined,
    account: {
      id: "person-1",
      name: "",
      email: "maya@a.example",
      tenant: "tenant-1",
      token: expect.stringMatching(/^ey/),
    },
  });
});

test("[IDP3] unless Microsoft has checked it", async () => {
  claims.xms_edov = true;
  expect(await aProvider().identify(request)).toMatchObject({ verifiedEmail: "maya@a.example" });
});

test("[IDP1] a token whose tenant is not the one of its issuer is refused", async () => {
  claims.tid = "tenant-2";
  await expect(aProvider().identify(request)).rejects.toMatchObject({
    status: 401,
    message: "Microsoft did not confirm the sign-in. Please try again.",
  });
});

test("the provider is asked for its description and keys once", async () => {
  const provider = aProvider();
  await Promise.all([provider.identify(request), provider.identify(request), provider.publicSettings()]);
  await provider.identify(request);
  expect(asked.filter((url) => url.includes(".well-known"))).toHaveLength(1);
});

test("[IDP7] a description that is a day old is renewed, and still used when that fails", async () => {
  const provider = aProvider();
  expect(await provider.publicSettings()).toMatchObject({ client_id: "offhook" });
  clock.advance(24 * 3_600_000);
  isDown = true;
  expect(await provider.publicSettings()).toMatchObject({ client_id: "offhook" });
  await expect.poll(() => asked.filter((url) => url.includes(".well-known")).length).toBe(2);
  isDown = false;
  await provider.identify(request);
});

test("[OUT1] Microsoft's place to sign out is told, Google's session is left alone", async () => {
  expect(await aProvider().publicSettings()).toMatchObject({
    end_session_endpoint: `${HOST}/common/oauth2/v2.0/logout`,
  });
  expect(await aProvider("google").publicSettings()).not.toHaveProperty("end_session_endpoint");
});
