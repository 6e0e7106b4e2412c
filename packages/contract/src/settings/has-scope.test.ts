import { expect, test } from "vitest";
import { hasScope } from "./has-scope.ts";

test.each([
  [["administration", "fax"], true],
  [["fax"], false],
  [{ administration: true }, true],
  [{ administration: "1" }, true],
  [{ administration: 0 }, false],
  [{}, false],
  [[], false],
  [null, false],
  [undefined, false],
] as const)("[SCP1] %j holds administration: %s", (scope, isHeld) => {
  expect(hasScope(scope as never, "administration")).toBe(isHeld);
});

test("[SCP1] what every object has is nobody's permission", () => {
  expect(hasScope({}, "toString")).toBe(false);
});
