let expected: RegExp[] = [];

/** For a test of a failure that a library reports to the console on its own; holds for that test. */
export function expectComplaint(pattern: RegExp): void {
  expected.push(pattern);
}

export function takeExpectedComplaints(): readonly RegExp[] {
  const taken = expected;
  expected = [];
  return taken;
}
