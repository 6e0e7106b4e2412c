import { expect, test } from "vitest";
import { type Identity, identityOf, isSingleTenant } from "./verified-identity.ts";

const ADDRESS = "maya@harborlight.example";
const google = { iss: "https://accounts.google.com", sub: "g-1", email: ADDRESS };
const microsoft = {
  iss: "https://login.microsoftonline.com/t-1/v2.0",
  sub: "pairwise",
  oid: "m-1",
  email: ADDRESS,
};

test.each<[string, unknown, string | undefined]>([
  ["that is verified counts", { ...google, email_verified: true }, ADDRESS],
  ["that is verified as text counts", { ...google, email_verified: "true" }, ADDRESS],
  ["that is not verified does not", { ...google, email_verified: false }, undefined],
  ["nothing is said about does not", google, undefined],
  ["that is missing does not", { iss: google.iss, sub: google.sub, email_verified: true }, undefined],
  ["of another shape does not", { ...google, email: ["a"], email_verified: true }, undefined],
])("[IDP3] Google: an address %s", (_name, claims, verifiedEmail) => {
  const expected: Omit<Identity, "account"> = { issuer: google.iss, subject: "g-1", verifiedEmail };
  expect(identityOf("google", claims, { isOwnDirectory: false })).toMatchObject(expected);
});

test.each<[string, unknown, boolean, string | undefined]>([
  ["of the own tenant counts", microsoft, true, ADDRESS],
  ["of anyone's tenant does not", microsoft, false, undefined],
  ["whose domain the tenant owns counts", { ...microsoft, xms_edov: true }, false, ADDRESS],
  ["whose domain the tenant owns, as text, counts", { ...microsoft, xms_edov: "1" }, false, ADDRESS],
  ["whose domain the tenant does not own does not", { ...microsoft, xms_edov: false }, false, undefined],
])("[IDP3] Microsoft: an address %s", (_name, claims, isOwnDirectory, verifiedEmail) => {
  const expected: Omit<Identity, "account"> = { issuer: microsoft.iss, subject: "m-1", verifiedEmail };
  expect(identityOf("microsoft", claims, { isOwnDirectory })).toMatchObject(expected);
});

test("[IDP2] Microsoft: the person counts, and the application's own subject only where none is named", () => {
  const { oid: _oid, ...withoutPerson } = microsoft;
  expect(identityOf("microsoft", withoutPerson, { isOwnDirectory: true }).subject).toBe("pairwise");
});

test("[OUT2] the account at the provider is shown as its owner knows it", () => {
  const named = { ...google, name: "Maya Okafor" };
  const ofGoogle = { id: "g-1", name: "Maya Okafor", email: ADDRESS, tenant: null };
  expect(identityOf("google", named, { isOwnDirectory: false }).account).toEqual(ofGoogle);
  const { email: _email, ...withoutAddress } = microsoft;
  const claims = { ...withoutAddress, tid: "t-1", preferred_username: ADDRESS };
  const ofMicrosoft = { id: "m-1", name: "", email: ADDRESS, tenant: "t-1" };
  expect(identityOf("microsoft", claims, { isOwnDirectory: false }).account).toEqual(ofMicrosoft);
});

test.each([
  ["https://login.microsoftonline.com/common/v2.0", false],
  ["https://login.microsoftonline.com/Organizations/v2.0", false],
  ["https://login.microsoftonline.com/consumers/v2.0", false],
  ["https://login.microsoftonline.com/", false],
  ["https://login.microsoftonline.com/9b1f8f52-3c55-4a0e-9d3c-0f5a3c6d7e21/v2.0", true],
  ["https://login.microsoftonline.com/harborlight.example/v2.0", true],
])("[IDP3] %s is one company's directory: %s", (issuer, isOne) => {
  expect(isSingleTenant(issuer)).toBe(isOne);
});
