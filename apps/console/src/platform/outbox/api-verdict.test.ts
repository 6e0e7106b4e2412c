import { expect, test } from "vitest";
import { ApiFailure } from "../api/api-failure.ts";
import { verdictOf } from "./api-verdict.ts";

test.each([
  ["nobody who answers", new ApiFailure({ kind: "unreachable" }), { name: "outOfReach" }],
  ["a defect of the page", new TypeError("no such chunk"), { name: "outOfReach" }],
  [
    "a fault of the service",
    new ApiFailure({ kind: "refused", status: 500, error: null }),
    { name: "fault", reason: expect.any(String) },
  ],
  [
    "an answer that says no",
    new ApiFailure({
      kind: "refused",
      status: 403,
      error: { code: "sms.optedOut", message: "They said STOP." },
    }),
    { name: "refused", reason: "They said STOP." },
  ],
])("[OUT5] %s", (_what, failure, verdict) => {
  expect(verdictOf(failure)).toEqual(verdict);
});
