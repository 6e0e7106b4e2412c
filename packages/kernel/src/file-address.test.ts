import { expect, test } from "vitest";
import { isAddressOver } from "./file-address.ts";

test.each([
  ["/files/abc?expires=1000&signature=x", 999, false],
  ["/files/abc?expires=1000&signature=x", 1000, true],
  ["/files/abc?signature=x&expires=1000", 2000, true],
  ["/files/abc", 2000, false],
  ["blob:https://phone.example/expires=1", 2000, false],
])("%s at %i is over: %s", (address, now, isOver) => {
  expect(isAddressOver(address, now)).toBe(isOver);
});
