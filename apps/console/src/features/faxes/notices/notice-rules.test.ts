import { expect, test } from "vitest";
import { aFailedFax, aFax, aSentFax, faxDetails, INTAKE_LINE, RECORDS_LINE } from "../testing/faxes.ts";
import { type FailureContext, isFailureTold, isTold, type NoticeContext } from "./notice-rules.ts";

const fax = aFax();
const context: NoticeContext = {
  now: fax.time_ms + 500,
  lines: [RECORDS_LINE],
  latest: fax,
  settings: { webAppNotifications: true },
};

test.each<[string, Partial<NoticeContext>, boolean]>([
  ["a fax of an active line is told", {}, true],
  ["one of a line that is not active is not", { lines: [INTAKE_LINE] }, false],
  ["one behind which another has sent a fax is not", { latest: aFax({ callerId: "1" }) }, false],
  ["one that is gone again is not", { latest: undefined }, false],
  ["one that came while the page was away is not", { now: fax.time_ms + 61_000 }, false],
  ["nothing is told to whoever has switched it off", { settings: { webAppNotifications: false } }, false],
])("[FXL39] %s", (_rule, change, expected) => {
  expect(isTold(fax, { ...context, ...change })).toBe(expected);
});

const MAYA = 1;
const own = { sent_by: { user_id: MAYA, name: "Maya Okafor" } };
const failed = faxDetails(aFailedFax(), own);
const failure: FailureContext = { ...context, now: failed.time_ms + 500, userId: MAYA };

test.each<[string, typeof failed, Partial<FailureContext>, boolean]>([
  ["a failure is told to the person who sent the fax", failed, {}, true],
  ["to nobody else", failed, { userId: 2 }, false],
  ["one of a line that is not active is not", failed, { lines: [INTAKE_LINE] }, false],
  ["one that somebody canceled is not", faxDetails(aFailedFax({ reason: "canceled" }), own), {}, false],
  ["a fax that has arrived is not", faxDetails(aSentFax(), own), {}, false],
  ["one of long ago is not", failed, { now: failed.time_ms + 61_000 }, false],
  [
    "nothing is told to whoever has switched it off",
    failed,
    { settings: { webAppNotifications: false } },
    false,
  ],
])("[FXL39] %s", (_rule, fax, change, expected) => {
  expect(isFailureTold(fax, { ...failure, ...change })).toBe(expected);
});
