import { expect, test } from "vitest";
import { ApiFailure, exceptOutages } from "./api-failure.ts";

const refused = (status: number): ApiFailure => new ApiFailure({ kind: "refused", status, error: null });

test.each([
  ["no network", new ApiFailure({ kind: "offline" }), 0],
  ["nobody answered", new ApiFailure({ kind: "unreachable" }), 0],
  ["a session that is over, which the sign-in page tells", refused(401), 0],
  ["an account that was left", new DOMException("Signed out", "AbortError"), 0],
  ["a refusal", refused(403), 1],
  ["a fault of the service", refused(500), 1],
  ["a fault of our own", new TypeError("x is not a function"), 1],
])("%s", (_what, failure, times) => {
  const told: unknown[] = [];
  exceptOutages((each) => told.push(each))(failure);
  expect(told).toHaveLength(times);
});
