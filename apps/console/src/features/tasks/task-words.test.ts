import { dueWords } from "@offhook/ui/format";
import { expect, test } from "vitest";
import { assigneeWords, resolverWords } from "./task-words.ts";
import { aTask } from "./testing/tasks.ts";

const timeZone = "America/New_York";
const now = Date.parse("2030-01-07T15:00:00Z");
const HOUR_MS = 3_600_000;

test.each([
  ["later today", 5 * HOUR_MS, "today at 03:00 PM"],
  ["earlier today", -2 * HOUR_MS, "today at 08:00 AM"],
  ["tomorrow, in the zone of the user", 15 * HOUR_MS, "tomorrow at 01:00 AM"],
  ["another day", 72 * HOUR_MS, "01/10/2030 at 10:00 AM"],
  ["yesterday", -24 * HOUR_MS, "Yesterday at 10:00 AM"],
])("[TSK98] due %s", (_when, offset, words) => {
  expect(dueWords({ at: now + offset, now, timeZone })).toBe(words);
});

test("[TSK99] people are named from the reader's side", () => {
  expect(assigneeWords(aTask(), 1)).toBe("Unassigned");
  expect(assigneeWords(aTask({ assigned_to: 1, assignedToName: "Maya Okafor" }), 1)).toBe("You");
  expect(assigneeWords(aTask({ assigned_to: 2, assignedToName: "Dev Patel" }), 1)).toBe("Dev Patel");
  expect(resolverWords(aTask({ resolved_by: 1 }), 1)).toBe("Resolved by you");
  expect(resolverWords(aTask({ resolved_by: 2, resolvedByName: "Dev Patel" }), 1)).toBe(
    "Resolved by Dev Patel",
  );
});
