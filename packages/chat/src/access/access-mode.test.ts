import fc from "fast-check";
import { expect, test } from "vitest";
import { applyModeText, effective, formatMode, modeDelta, NONE, parseMode } from "./access-mode.ts";

const anyMode = fc.integer({ min: 0, max: 255 });

test("[CHAT-A1] a mode survives being written and read", () => {
  fc.assert(
    fc.property(anyMode, (mode) => {
      expect(parseMode(formatMode(mode))).toBe(mode);
    }),
  );
});

test("[CHAT-A2] letters are read in any order and written in one", () => {
  expect(formatMode(parseMode("RWPSDAO") ?? NONE)).toBe("RWPASDO");
  expect(formatMode(parseMode("ojr") ?? NONE)).toBe("JRO");
});

test("[CHAT-A3] a letter that means nothing spoils the mode", () => {
  for (const text of ["X", "JRX", "J R", "NN", "NJ"]) expect(parseMode(text)).toBeUndefined();
});

test("[CHAT-A4] the change between two modes leads from one to the other", () => {
  fc.assert(
    fc.property(anyMode, anyMode, (before, after) => {
      const delta = modeDelta(before, after);
      if (before === after) expect(delta).toBe("");
      else expect(applyModeText(before, delta)).toBe(after);
    }),
  );
});

test("[CHAT-A5] a half-written change is refused", () => {
  for (const text of ["+", "-", "+W-", "+X", "++W"]) expect(applyModeText(NONE, text)).toBeUndefined();
});

test("[CHAT-A6] nobody can do what was not both wanted and given", () => {
  fc.assert(
    fc.property(anyMode, anyMode, (want, given) => {
      const mode = effective({ want, given });
      expect(mode & ~want).toBe(0);
      expect(mode & ~given).toBe(0);
    }),
  );
});
