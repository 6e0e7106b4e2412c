import { expect, test } from "vitest";
import { aProfile } from "../../testing/builders.ts";
import { lineChanges, lineChangesText } from "./line-changes.ts";

const texting = { sms_line: "12125550110", sms_linename: "Scheduling" };
const before = aProfile({ sms_lines: [texting] });

test("[LINE1] the same lines are no change, another name neither", () => {
  expect(lineChanges(before, aProfile({ sms_lines: [texting] }))).toBeUndefined();
  const renamed = aProfile({ sms_lines: [{ ...texting, sms_linename: "Desk" }] });
  expect(lineChanges(before, renamed)).toBeUndefined();
});

test("[LINE1] lines that were taken and given are named", () => {
  const after = aProfile({ sms_lines: [{ sms_line: "12125550111", sms_linename: "Billing" }] });
  const changes = lineChanges(before, after);
  expect(changes).toEqual({ added: ["Billing (texts)"], removed: ["Scheduling (texts)"] });
  expect(changes && lineChangesText(changes)).toBe(
    "No longer yours: Scheduling (texts). New: Billing (texts).",
  );
});
