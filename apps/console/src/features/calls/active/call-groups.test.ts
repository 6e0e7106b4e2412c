import { describe, expect, test } from "vitest";
import { type CallQuality, endedCall } from "../phone/calls/active-call.ts";
import { aPlacedCall, aRing, aTalk } from "../testing/scripted-phone.ts";
import { conferenceOf, currentCall, groupCalls, hangUpPlan } from "./call-groups.ts";
import { callStatusText, pendingDigitsText, qualityWords } from "./call-words.ts";
import { actionOf } from "./overlay/use-call-shortcuts.ts";

const ringing = aRing({ id: "ringing" });
const alone = aTalk({ id: "alone", isInConference: 7 });
const one = aTalk({ id: "one", isInConference: 1 });
const two = aTalk({ id: "two", isInConference: 1 });
const three = aTalk({ id: "three", isInConference: 1 });
const over = endedCall(aTalk({ id: "over", isInConference: 1 }), undefined);

describe("the menu's groups", () => {
  test("ringing, conferences of two or more, and the rest; what is over is in none", () => {
    const groups = groupCalls([ringing, alone, one, two, over]);
    expect(groups.incoming).toEqual([ringing]);
    expect(groups.conferences).toEqual([{ id: 1, calls: [one, two] }]);
    expect(groups.others).toEqual([alone]);
  });

  test("a call somewhere else that rings out is no incoming one", () => {
    const calling = aPlacedCall();
    expect(groupCalls([calling])).toMatchObject({ incoming: [], others: [calling] });
  });
});

describe("hanging up", () => {
  test("[CALL1] three or more are asked about, two end together, one alone", () => {
    expect(hangUpPlan(one, [one, two, three])).toEqual({ kind: "ask" });
    expect(hangUpPlan(one, [one, two, over])).toEqual({ kind: "hangUp", ids: ["one", "two"] });
    expect(hangUpPlan(alone, [alone, one, two])).toEqual({ kind: "hangUp", ids: ["alone"] });
  });

  test("a conference of one is none", () => expect(conferenceOf(alone, [alone, one, two])).toEqual([]));
});

test("[CALL2] the call that bar and keys mean is the one that is talked on", () => {
  const held = aTalk({ id: "held", hold: true });
  const calling = aPlacedCall({ id: "calling" });
  expect(currentCall([ringing, held, calling, one])).toBe(one);
  expect(currentCall([ringing, held, calling])).toBe(calling);
  expect(currentCall([ringing, held])).toBe(held);
  expect(currentCall([ringing, over])).toBeUndefined();
});

test.each([
  ["Ringing…", aPlacedCall({ callsc: 180 })],
  ["Calling…", aPlacedCall({ callsc: 183 })],
  ["On Hold", aTalk({ hold: true })],
  ["Bringing the call here…", aTalk({ place: "moving" })],
  ["In a call in another tab", aTalk({ place: "elsewhere" })],
  ["The line is busy.", endedCall(aTalk(), "The line is busy.")],
  ["Call ended", endedCall(aTalk(), undefined)],
  [undefined, aTalk()],
])("%s", (words, call) => expect(callStatusText(call)).toBe(words));

test("digits that wait are shown, and that they go out", () => {
  expect(pendingDigitsText(aPlacedCall({ extensions: ",,12" }))).toBe("Will dial 12 after pickup");
  expect(pendingDigitsText(aTalk({ extensions: "12", isDialingExtension: true }))).toBe("Dialing 12…");
  expect(pendingDigitsText(aTalk({ extensions: ",," }))).toBeUndefined();
});

const measured = (change: Partial<CallQuality>): CallQuality => ({
  mos: 4.3,
  cause: "good",
  lossPercent: 0,
  jitterMs: 2,
  roundTripMs: 30,
  ...change,
});

test.each([
  [measured({}), "good", "clear in both directions"],
  [measured({ mos: 3.6, cause: "loss", lossPercent: 4 }), "fair", "4% packet loss"],
  [measured({ mos: 2, cause: "jitter", jitterMs: 90 }), "poor", "unstable network (jitter)"],
  [measured({ mos: 3.2, cause: "delay", roundTripMs: 900 }), "poor", "long delay (450 ms)"],
] as const)("[CALL5] quality in plain words: %o", (quality, tone, cause) => {
  expect(qualityWords(quality)).toMatchObject({ tone, cause });
});

test("[CALL7] shortcuts of the app rest while someone types, global ones do not", () => {
  const shortcuts = [
    { value: "hold", shortcut: "Ctrl+H", scope: "inApp" },
    { value: "answer", shortcut: "Ctrl+Shift+A", scope: "global" },
    { value: "end", shortcut: "", scope: "global" },
  ] as const;
  expect(actionOf("Ctrl+H", shortcuts, false)).toBe("hold");
  expect(actionOf("Ctrl+H", shortcuts, true)).toBeUndefined();
  expect(actionOf("Ctrl+Shift+A", shortcuts, true)).toBe("answer");
  expect(actionOf("", shortcuts, false)).toBeUndefined();
  expect(actionOf(undefined, shortcuts, false)).toBeUndefined();
});
