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
  const expected: Identity = { issuer: google.iss, subject: "g-1", verifiedEmail };
  expect(identityOf("google", claims, { isOwnDirectory: false })).toEqual(expected);
});

test.each<[string, unknown, boolean, string | undefined]>([
  ["of the own tenant counts", microsoft, true, ADDRESS],
  ["of anyone's tenant does not", microsoft, false, undefined],
  ["whose domain the tenant owns counts", { ...microsoft, xms_edov: true }, false, ADDRESS],
  ["whose domain the tenant owns, as text, counts", { ...microsoft, xms_edov: "1" }, false, ADDRESS],
  ["whose domain the tenant does not own does not", { ...microsoft, xms_edov: false }, false, undefined],
])("[IDP3] Microsoft: an address %s", (_name, claims, isOwnDirectory, verifiedEmail) => {
  const expected: Identity = { issuer: microsoft.iss, subject: "m-1", verifiedEmail };
  expect(identityOf("microsoft", claims, { isOwnDirectory })).toEqual(expected);
});

test("[IDP2] Microsoft: the person counts, and the application's own subject only where none is named", () => {
  const { oid: _oid, ...withoutPerson } = microsoft;
  expect(identityOf("microsoft", withoutPerson, { isOwnDirectory: true }).subject).toBe("pairwise");
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
