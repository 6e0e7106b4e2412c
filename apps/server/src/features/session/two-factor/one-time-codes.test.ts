import { generateSync } from "otplib";
import { expect, test } from "vitest";
import {
  acceptedStep,
  foldRecoveryCode,
  newAppSecret,
  newRecoveryCodes,
  randomCode,
} from "./one-time-codes.ts";
import { maskEmail, maskNumber } from "./tfa-texts.ts";

// RFC 6238, appendix B, the last six digits of the SHA-1 column.
const RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
])("[TFA3] RFC 6238: at %i seconds the code is %s", (seconds, code) => {
  const app = { secret: RFC_SECRET, lastStep: 0 };
  expect(acceptedStep(app, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
});

test.each([
  [-60, false],
  [-30, true],
  [0, true],
  [30, true],
  [60, false],
])("[TFA3] a code that is %i seconds off is accepted: %s", (offset, isAccepted) => {
  const now = 1_700_000_010;
  const token = generateSync({ secret: RFC_SECRET, epoch: now + offset });
  const step = acceptedStep({ secret: RFC_SECRET, lastStep: 0 }, token, now * 1000);
  expect(step !== undefined).toBe(isAccepted);
});

test("[TFA3] a step that was used is not accepted again, nor an older one", () => {
  const now = 1_700_000_010;
  const token = generateSync({ secret: RFC_SECRET, epoch: now });
  const step = Math.floor(now / 30);
  expect(acceptedStep({ secret: RFC_SECRET, lastStep: step - 1 }, token, now * 1000)).toBe(step);
  expect(acceptedStep({ secret: RFC_SECRET, lastStep: step }, token, now * 1000)).toBeUndefined();
});

test.each(["", "12345", "1234567", "abcdef", "12 345", "１２３４５６"])("[TFA3] '%s' is no code", (typed) => {
  expect(acceptedStep({ secret: RFC_SECRET, lastStep: 0 }, typed, 59_000)).toBeUndefined();
});

test("[TFA3] a code may be typed in groups", () => {
  expect(acceptedStep({ secret: RFC_SECRET, lastStep: 0 }, " 287 082", 59_000)).toBe(1);
});

test("a new key comes with the address for its QR code", () => {
  const { secret, uri } = newAppSecret("maya@harborlight.example");
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(uri).toBe(`otpauth://totp/Offhook:maya%40harborlight.example?secret=${secret}&issuer=Offhook`);
});

test("sent codes always have six digits", () => {
  for (let count = 0; count < 1000; count++) expect(randomCode()).toMatch(/^\d{6}$/);
});

test("[TFA5] there are ten different recovery codes, and they may be typed as they are read", () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
  expect(foldRecoveryCode(" ABCDE fgh10")).toBe("abcdefgh10");
  expect(foldRecoveryCode("abcde-fghlO")).toBe("abcdefgh10");
});

test.each([
  ["lena@harborlight.example", "l***@harborlight.example"],
  ["@nobody", "***"],
  ["nothing", "***"],
])("%s is shown as %s", (address, masked) => {
  expect(maskEmail(address)).toBe(masked);
});

test("a number is shown by its last four digits", () => {
  expect(maskNumber("+1 (212) 555-0123")).toBe("*** 0123");
});
