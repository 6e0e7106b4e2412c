import { expect, test } from "vitest";
import { Scope } from "./scope.ts";

test("closes in reverse order, once", () => {
  const scope = new Scope();
  const closed: string[] = [];
  scope.add(() => closed.push("first"));
  scope.add(() => closed.push("second"));
  scope.close();
  scope.close();
  expect(closed).toEqual(["second", "first"]);
});

test("what arrives after the end is closed at once", () => {
  const scope = new Scope();
  scope.close();
  let isClosed = false;
  scope.add(() => {
    isClosed = true;
  });
  expect(isClosed).toBe(true);
});
