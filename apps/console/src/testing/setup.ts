import "@offhook/ui/styles.css";
import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";
import { takeExpectedComplaints } from "./complaints.ts";

// A warning of React or Mantine is a fault of the component under test, so it fails the test that caused it.
let complaints: MockInstance[] = [];

beforeEach(() => {
  // The test stands in a frame. Where no click has gone into it yet, keys would reach the page around it.
  window.focus();
  complaints = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
});

afterEach(() => {
  const expected = takeExpectedComplaints();
  const said = complaints.flatMap((each) => each.mock.calls);
  vi.restoreAllMocks();
  const isExpected = (words: readonly unknown[]): boolean =>
    expected.some((pattern) => pattern.test(words.map(String).join(" ")));
  expect(said.filter((words) => !isExpected(words))).toEqual([]);
});
