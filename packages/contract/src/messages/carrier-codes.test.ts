import { expect, test } from "vitest";
import { CARRIER_REASONS, explainCarrierCode } from "./carrier-codes.ts";

test.each([
  ["landline", CARRIER_REASONS.landline],
  ["30006", CARRIER_REASONS.landline],
  ["027", CARRIER_REASONS.unreachable],
  ["ESME_RTHROTTLED", CARRIER_REASONS.throttled],
  ["", CARRIER_REASONS.unknown],
  ["99999", CARRIER_REASONS.unknown],
  ["__proto__", CARRIER_REASONS.unknown],
  ["constructor", CARRIER_REASONS.unknown],
])("SMS5 the code %j is explained", (code, reason) => {
  expect(explainCarrierCode(code)).toEqual(reason);
});

test("SMS5 every reason is a sentence with a next step", () => {
  for (const { reason, nextStep } of Object.values(CARRIER_REASONS)) {
    expect(reason).toMatch(/^[A-Z].*\.$/);
    expect(nextStep).toMatch(/^[A-Z].*\.$/);
  }
});
