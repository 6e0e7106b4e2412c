import { eventFields } from "virtual:event-fields";
import { pushEvents } from "@offhook/contract";
import { expect, test } from "vitest";
import { isKnownEvent, isPushEvent } from "./push-event-check.ts";

test("every event of the contract is known, with all its fields", () => {
  expect(Object.keys(eventFields).sort()).toEqual(Object.keys(pushEvents).sort());
  expect(eventFields.SMS_DELETED).toEqual({
    smsLine: ["string"],
    id: ["string"],
    messageId: ["string", "null"],
    conversation: ["object", "null"],
  });
  // Of an event with variants, what all of them have.
  expect(eventFields.STATUS_UPDATE).toEqual({ action: ["string"], user_id: ["number"] });
});

test("an event passes when each field is of its kind, whatever else it has", () => {
  expect(isPushEvent({ type: "DID_UPDATE" })).toBe(true);
  expect(isPushEvent({ type: "CHANGE", phone: "5001", forwarding: "", addedLater: 1 })).toBe(true);
  expect(isPushEvent({ type: "HISTORY_READ", phone: "5001", ids: null })).toBe(true);
  expect(isPushEvent({ type: "HISTORY_READ", phone: "5001", ids: ["a"] })).toBe(true);
});

test.each([
  ["a field is missing", { type: "CHANGE", phone: "5001" }],
  ["a field is of another kind", { type: "CHANGE", phone: 5001, forwarding: "" }],
  ["a list is no list", { type: "HISTORY_READ", phone: "5001", ids: { length: 0 } }],
])("it does not pass when %s", (_why, event) => {
  expect(isKnownEvent(event)).toBe(true);
  expect(isPushEvent(event)).toBe(false);
});

test("a type this page does not know is not known, not even the name of something every object has", () => {
  for (const type of ["NEXT_YEARS_EVENT", "toString", "__proto__"]) {
    expect(isKnownEvent({ type })).toBe(false);
    expect(isPushEvent({ type })).toBe(false);
  }
});
