import type { CallSupervision } from "@offhook/contract";
import { expect, test } from "vitest";
import { supervisionWords } from "./supervision-words.ts";

const part = (act: CallSupervision["act"], seconds: number | null, name = "Ines"): CallSupervision => ({
  ...{ act, seconds, name, at: 0 },
});

test.each<[string, CallSupervision[], string]>([
  ["nobody", [], ""],
  ["how long", [part("listen", 42)], "Ines listened 0:42"],
  ["no time after a crash", [part("listen", null)], "Ines listened"],
  [
    "each in its order",
    [part("listen", 42), part("whisper", 61), part("barge", 0), part("takeOver", 5)],
    "Ines listened 0:42, Ines whispered 1:01, Ines joined the call, Ines took over",
  ],
  ["no name", [part("listen", 3, "")], "Somebody listened 0:03"],
])("[SUP13] the history tells of supervision: %s", (_rule, parts, words) => {
  expect(supervisionWords(parts)).toBe(words);
});
