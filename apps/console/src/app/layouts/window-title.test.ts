import { expect, test } from "vitest";
import { windowTitle } from "./window-title.ts";

test.each([
  [0, "Offhook"],
  [1, "(1) Offhook"],
  [3, "(3) Offhook"],
  [9, "(9) Offhook"],
  [10, "(9+) Offhook"],
  [250, "(9+) Offhook"],
])("with %i unread the window is called %s", (unread, title) => {
  expect(windowTitle(unread)).toBe(title);
});
