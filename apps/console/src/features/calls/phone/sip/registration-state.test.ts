import { describe, expect, test } from "vitest";
import {
  REASONS,
  type RegistrationEffect,
  type RegistrationEvent,
  type RegistrationState,
  shownRegistration,
  stepRegistration,
  waitBeforeMs,
} from "./registration-state.ts";

const MOMENT = { now: 1_000_000, chance: 0.5 };
const DAY_MS = 86_400_000;
const lost = { status: "disconnected", reason: REASONS.lost } as const;

const off: RegistrationState = { name: "off", turn: 0 };
const trying: RegistrationState = { name: "trying", turn: 1, attempt: 0, failure: undefined };
const again: RegistrationState = { name: "trying", turn: 3, attempt: 1, failure: lost };
const registered: RegistrationState = {
  name: "registered",
  turn: 1,
  isDoubted: false,
  renewAt: MOMENT.now + DAY_MS - 300_000,
};
const doubted: RegistrationState = { ...registered, isDoubted: true };
const waiting: RegistrationState = {
  name: "waiting",
  turn: 2,
  attempt: 1,
  failure: lost,
  retryAt: MOMENT.now + 375,
};
const failing = (reason: string, waitMs: number): RegistrationState => ({
  ...waiting,
  failure: { status: "failed", reason },
  retryAt: MOMENT.now + waitMs,
});

type Row = readonly [
  string,
  RegistrationState,
  RegistrationEvent,
  RegistrationState,
  readonly RegistrationEffect[],
];

describe("what follows", () => {
  test.each<Row>([
    ["[REG1] the first try", off, { type: "try" }, trying, ["try"]],
    [
      "[REG1] it is registered when the phone system says so",
      trying,
      { type: "registered", turn: 1, expiresAt: MOMENT.now + DAY_MS },
      registered,
      ["ready"],
    ],
    [
      "[REG1] a registration that is refreshed is no news",
      registered,
      { type: "registered", turn: 1, expiresAt: 0 },
      registered,
      [],
    ],
    [
      "[REG2] a 403 waits 10 to 40 seconds",
      trying,
      { type: "refused", turn: 1, status: 403 },
      failing(REASONS.refused, 25_000),
      ["lose"],
    ],
    [
      "[REG2] another refusal waits as after every failure",
      trying,
      { type: "refused", turn: 1, status: 503 },
      failing(REASONS.refused, 375),
      ["lose"],
    ],
    ["[REG3] a lost websocket", registered, { type: "disconnected", turn: 1 }, waiting, ["lose"]],
    ["[REG3] is opened anew when the wait is over", waiting, { type: "try" }, again, ["try"]],
    ["[REG5] no answer", trying, { type: "unanswered", turn: 1 }, failing(REASONS.silent, 375), ["lose"]],
    [
      "[REG5] is none any more once there was one",
      registered,
      { type: "unanswered", turn: 1 },
      registered,
      [],
    ],
    [
      "[REG7] renewed: the calls of the old one go on",
      registered,
      { type: "renew" },
      { ...trying, turn: 2 },
      ["retire", "try"],
    ],
    [
      "[REG8] a user without a line has no phone",
      trying,
      { type: "noLine", turn: 1 },
      { name: "off", turn: 1 },
      [],
    ],
    ["[REG9] doubted, it has to prove itself", registered, { type: "doubted" }, doubted, ["probe"]],
    ["[REG9] once", doubted, { type: "doubted" }, doubted, []],
    ["[REG6] 'Retry now' doubts what is registered", registered, { type: "try" }, doubted, ["probe"]],
    ["[REG9] it lives", doubted, { type: "heard", turn: 1 }, registered, []],
    ["[REG9] it does not", doubted, { type: "silent" }, waiting, ["lose"]],
    ["[REG11] the network is gone", registered, { type: "networkLost", hasCalls: false }, waiting, ["lose"]],
    [
      "[REG11] in a call it may prove that it lives",
      registered,
      { type: "networkLost", hasCalls: true },
      doubted,
      ["probe"],
    ],
    [
      "[REG11] nothing is lost that was not there",
      waiting,
      { type: "networkLost", hasCalls: false },
      waiting,
      [],
    ],
    ["news of an older try is news of the past", again, { type: "refused", turn: 1, status: 403 }, again, []],
    ["a user who leaves", registered, { type: "stop" }, { name: "off", turn: 2 }, ["close"]],
  ])("%s", (_rule, before, event, after, effects) => {
    expect(stepRegistration(before, event, MOMENT)).toEqual([after, effects]);
  });
});

test("[REG3] the reason is shown until it works again", () => {
  expect([off, trying, again, registered, waiting].map(shownRegistration)).toEqual([
    { status: "off" },
    { status: "connecting" },
    { ...lost, retryAt: undefined },
    { status: "registered" },
    { ...lost, retryAt: MOMENT.now + 375 },
  ]);
});

test("[REG4] waits grow, with chance in them, up to a minute", () => {
  const waits = [0, 1, 2, 3, 6, 20].map((attempt) => waitBeforeMs(attempt, 1));
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 32_000, 60_000]);
  expect(waitBeforeMs(3, 0)).toBe(2_000);
});
