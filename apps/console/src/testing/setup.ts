import "@offhook/ui/styles.css";
import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";

// A warning of React or Mantine is a fault of the component under test, so it fails the test that caused it.
let complaints: MockInstance[] = [];

beforeEach(() => {
  complaints = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
});

afterEach(() => {
  const said = complaints.flatMap((each) => each.mock.calls);
  vi.restoreAllMocks();
  expect(said).toEqual([]);
});
