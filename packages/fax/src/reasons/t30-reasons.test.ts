import { expect, test } from "vitest";
import { reasonOf } from "./t30-reasons.ts";

test.each([
  ["nobody spoke as a fax machine", 2, false, "notFax"],
  ["hung up by a person", 49, false, "notFax"],
  ["hung up by a fax machine", 49, true, "dropped"],
  ["no answer after a page", 21, true, "dropped"],
  ["no modem fits the line", 6, true, "badLine"],
  ["a line so bad that no frame came whole", 5, false, "notFax"],
  ["it cannot receive", 9, true, "incompatible"],
  ["it wants a password", 56, true, "incompatible"],
  ["the file is gone, whoever answered", 41, false, "badDocument"],
])("[FAX5] %s", (_case, code, hasFarEnd, reason) => {
  expect(reasonOf(code, hasFarEnd)).toBe(reason);
});
