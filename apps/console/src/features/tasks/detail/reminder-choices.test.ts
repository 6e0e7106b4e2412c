import { expect, test } from "vitest";
import { choiceOf, reminderAt, reminderChoices } from "./reminder-choices.ts";

const DUE = 100_000;

test("only what lies ahead can be chosen", () => {
  expect(reminderChoices(DUE, DUE - 90_000)).toEqual([
    "none",
    "atDue",
    "quarterBefore",
    "hourBefore",
    "dayBefore",
    "own",
  ]);
  expect(reminderChoices(DUE, DUE - 1800)).toEqual(["none", "atDue", "quarterBefore", "own"]);
  expect(reminderChoices(DUE, DUE + 1)).toEqual(["none", "own"]);
  expect(reminderChoices(null, 0)).toEqual(["none", "own"]);
});

test("a choice and its time lead to each other", () => {
  for (const choice of ["none", "atDue", "quarterBefore", "hourBefore", "dayBefore"] as const) {
    expect(choiceOf(DUE, reminderAt(choice, DUE, null))).toBe(choice);
  }
  expect(choiceOf(DUE, 1234)).toBe("own");
  expect(reminderAt("own", DUE, 1234)).toBe(1234);
  expect(choiceOf(null, DUE)).toBe("own");
});
