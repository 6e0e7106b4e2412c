import { expect, test } from "vitest";
import {
  decideRefresh,
  type PresentedToken,
  REPEAT_GRACE_MS,
  type RefreshDecision,
  successorOf,
  type TokenFamily,
} from "./refresh-rotation.ts";

const NOW = 1_000_000;
const current: PresentedToken = { family: 1, generation: 5, expiresAt: NOW + 1, rotatedAt: null };
const predecessor: PresentedToken = { ...current, generation: 4, rotatedAt: NOW - REPEAT_GRACE_MS - 1 };
const older: PresentedToken = { ...predecessor, generation: 3 };
const unconfirmed: TokenFamily = { family: 1, generation: 5, confirmedGeneration: 4, hasEnded: false };
const confirmed: TokenFamily = { ...unconfirmed, confirmedGeneration: 5 };

test.each<[string, PresentedToken, TokenFamily, RefreshDecision]>([
  ["[REF1] the current token is traded", current, confirmed, "rotate"],
  ["[REF1] also when its reply was never confirmed", current, unconfirmed, "rotate"],
  [
    "[REF2] a token traded a moment ago is answered again",
    { ...predecessor, rotatedAt: NOW },
    confirmed,
    "repeat",
  ],
  [
    "[REF2] up to the end of the grace",
    { ...predecessor, rotatedAt: NOW - REPEAT_GRACE_MS },
    confirmed,
    "repeat",
  ],
  ["[REF2] also when it is several steps behind", { ...older, rotatedAt: NOW - 1 }, confirmed, "repeat"],
  ["[REF3] a lost reply is repeated", predecessor, unconfirmed, "repeat"],
  ["[REF4] a predecessor whose successor is in use was copied", predecessor, confirmed, "revoke"],
  ["[REF4] an older token was copied", older, unconfirmed, "revoke"],
  ["[REF5] an expired token is refused", { ...current, expiresAt: NOW }, confirmed, "refuse"],
  ["[REF5] an expired copy ends nothing", { ...older, expiresAt: NOW }, confirmed, "refuse"],
  ["[REF5] a token of an earlier family is refused", current, { ...confirmed, family: 2 }, "refuse"],
  ["[REF5] a copy of an earlier family ends nothing", older, { ...confirmed, family: 2 }, "refuse"],
  ["[REF5] a token of an ended session is refused", current, { ...confirmed, hasEnded: true }, "refuse"],
])("%s", (_rule, presented, family, decision) => {
  expect(decideRefresh(presented, family, NOW)).toBe(decision);
});

test("a successor depends on the token, its salt and the server's key, and on nothing else", () => {
  const [key, otherKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const [salt, otherSalt] = [Buffer.alloc(32, 3), Buffer.alloc(32, 4)];
  const successor = successorOf(key, "token", salt);
  expect(successorOf(key, "token", salt)).toBe(successor);
  expect(successor).toMatch(/^[\w-]{43}$/);
  for (const other of [
    successorOf(otherKey, "token", salt),
    successorOf(key, "other", salt),
    successorOf(key, "token", otherSalt),
  ]) {
    expect(other).not.toBe(successor);
  }
});
