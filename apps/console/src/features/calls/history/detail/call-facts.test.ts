import { expect, test } from "vitest";
import { aCallRecord, callDetails } from "../testing/call-records.ts";
import { callFacts } from "./call-facts.ts";

test("[WHY6] the entry of a call says who took it, and why another line of the user did not ring", () => {
  const record = callDetails(aCallRecord({ status: "elsewhere" }), {
    answered_by: "Dev Patel",
    passed_over: [{ phone: "desk", via: "Scheduling", reason: "paused", detail: "Lunch" }],
  });
  const labels: Readonly<Record<string, string>> = { desk: "Desk phone" };
  const facts = callFacts(record, {
    timeZone: "America/New_York",
    line: "Front desk",
    labelOf: (phone) => labels[phone] ?? phone,
    ownUserId: 1,
  });
  expect(facts.slice(-2)).toEqual([
    { label: "Answered by", value: "Dev Patel" },
    { label: "Desk phone did not ring", value: "Scheduling: paused (Lunch)" },
  ]);
});
