import { expect, test } from "vitest";
import { behindSilence, type SpokenSound, silencesOf } from "./silences.ts";

/** Ten seconds, ten peaks a second: loud but for these seconds. */
function aSound(quiet: readonly (readonly [from: number, to: number])[], given: Partial<SpokenSound> = {}) {
  const peaks = Array.from({ length: 100 }, (_, index) =>
    quiet.some(([from, to]) => index >= from * 10 && index < to * 10) ? 2 : 60,
  );
  return { peaks, sentences: [], duration: 10, ...given };
}

test("a pause of more than a second is left out, but for its edges", () => {
  expect(silencesOf(aSound([[2, 5]]))).toEqual([{ start: 2.25, end: 4.75 }]);
});

test("a short pause belongs to speaking", () => {
  expect(silencesOf(aSound([[2, 2.9]]))).toEqual([]);
});

test("the quiet beginning is left out from its first moment", () => {
  expect(silencesOf(aSound([[0, 3]]))).toEqual([{ start: 0, end: 2.75 }]);
});

test("where a soft voice was understood, nothing is left out", () => {
  const sound = aSound([[2, 8]], { sentences: [{ start: 4, end: 6 }] });
  expect(silencesOf(sound)).toEqual([
    { start: 2.25, end: 3.75 },
    { start: 6.25, end: 7.75 },
  ]);
});

test("a sound nobody has measured has no pauses", () => {
  expect(silencesOf({ peaks: [], sentences: [], duration: 10 })).toEqual([]);
});

test("inside a pause the sound goes on behind it, elsewhere where it is", () => {
  const silences = [{ start: 2, end: 4 }];
  expect([1.9, 2, 3.9, 4].map((position) => behindSilence(silences, position))).toEqual([
    undefined,
    4,
    4,
    undefined,
  ]);
});
