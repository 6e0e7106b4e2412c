import "../theme/styles.css";
import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";
import { takeExpectedComplaints } from "./complaints.ts";

// A warning of React or Mantine is a fault of the component under test, so it fails the test that caused it.
let complaints: MockInstance[] = [];

beforeEach(() => {
  complaints = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
});

afterEach(() => {
  const expected = takeExpectedComplaints();
  const said = complaints.flatMap((each) => each.mock.calls.map((words) => words.map(String).join(" ")));
  vi.restoreAllMocks();
  expect(said.filter((words) => !expected.some((pattern) => pattern.test(words)))).toEqual([]);
});
