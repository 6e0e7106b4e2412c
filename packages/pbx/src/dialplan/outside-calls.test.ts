import { expect, test } from "vitest";
import { ask, company, endpoint, NO_USAGE, number, outbound, summary } from "../testing/asked-route.ts";
import { aTrunk } from "../testing/test-company.ts";
import type { CompanyConfig } from "./company-config.ts";
import type { RouteWorld } from "./route-request.ts";

const LINE_LIMITS = {
  callsAtOnce: 4,
  callsPerHour: 60,
  callsPerDay: 300,
  minutesPerDay: 600,
  minutesPerCall: 240,
};

const off = { config: aTrunk(), isUp: false, hasRoom: true };

test.each<[string, string, Partial<CompanyConfig["outbound"]>, Partial<RouteWorld>, string, string[]]>([
  ["[TOLL1] calls abroad are off", "+442079460120", {}, {}, "refuse forbidden", ["internationalRefused"]],
  [
    "[TOLL1] and on where the company wants them",
    "+442079460120",
    { isInternationalAllowed: true },
    {},
    "ring +442079460120 then +442079460120?",
    [],
  ],
  [
    "[TOLL1] or counts a country as home",
    "+442079460120",
    { domesticCountries: ["GB"] },
    {},
    "ring +442079460120 then +442079460120?",
    [],
  ],
  [
    "[TOLL2] blocked prefixes are blocked",
    "2125550199",
    { blockedPrefixes: ["+1212555"] },
    {},
    "refuse forbidden",
    ["blockedNumberRefused"],
  ],
  [
    "[TOLL2] blocked prefixes are blocked, written without a plus too",
    "2125550199",
    { blockedPrefixes: ["1212555"] },
    {},
    "refuse forbidden",
    ["blockedNumberRefused"],
  ],
  [
    "[TOLL3] the day's money is spent",
    "2125550199",
    { dailySpendLimit: 5 },
    { spentToday: () => 5 },
    "refuse limitReached",
    ["dailySpendReached"],
  ],
  [
    "[TOLL4] too many calls at once",
    "2125550199",
    { maxConcurrentCalls: 2 },
    { outsideCalls: () => 2 },
    "refuse congestion",
    ["concurrentCallsReached"],
  ],
  [
    "[TOLL5] emergency calls pass every guard and try every trunk",
    "911",
    { dailySpendLimit: 0, trunkIds: ["trunk"] },
    { trunk: () => off, spentToday: () => 9 },
    "ring 911 then 911?",
    ["emergencyCall"],
  ],
  [
    "[EMG1] with the habit of dialing 9 first too",
    "9911",
    { dailySpendLimit: 0 },
    {},
    "ring 911 then 911? then 911? then 911?",
    ["emergencyCall"],
  ],
  [
    "[EMG1] 999 and 112 are emergency numbers here too",
    "999",
    {},
    {},
    "ring 999 then 999? then 999? then 999?",
    ["emergencyCall"],
  ],
  [
    "[EMG5] without a carrier an emergency call says so, and the front desk knows",
    "911",
    { trunkIds: [] },
    {},
    "refuse noCarrier",
    ["emergencyCall"],
  ],
  [
    "[TOLL8] without a carrier the caller learns that, not that the call is forbidden",
    "2125550199",
    { trunkIds: [], dailySpendLimit: 0 },
    {},
    "refuse noCarrier",
    [],
  ],
  ["[TOLL20] premium numbers are closed", "19005550100", {}, {}, "refuse forbidden", ["costlyNumberRefused"]],
  [
    "[TOLL22] the fourth premium call of an hour stops the line",
    "19005550100",
    { isPremiumAllowed: true },
    { lineUsage: () => ({ ...NO_USAGE, premiumThisHour: 3 }) },
    "refuse limitReached",
    ["lineStopped"],
  ],
  [
    "[TOLL22] and so does the eleventh new number abroad",
    "+442079460120",
    { isInternationalAllowed: true },
    { lineUsage: () => ({ ...NO_USAGE, newForeignThisHour: 10 }) },
    "refuse limitReached",
    ["lineStopped"],
  ],
  [
    "[TOLL22] a number abroad that was called before is no surprise",
    "+442079460120",
    { isInternationalAllowed: true },
    { lineUsage: () => ({ ...NO_USAGE, newForeignThisHour: 10 }), isNewAbroad: () => false },
    "ring +442079460120 then +442079460120?",
    [],
  ],
  [
    "[TOLL22] a stopped line stays stopped",
    "+442079460120",
    { isInternationalAllowed: true },
    { isStopped: () => true },
    "refuse limitReached",
    ["lineIsStopped"],
  ],
  [
    "[EMG1] which stop no emergency call",
    "911",
    { line: LINE_LIMITS },
    { lineUsage: () => ({ ...NO_USAGE, callsAtOnce: 9, callsThisHour: 60 }), isStopped: () => true },
    "ring 911 then 911? then 911? then 911?",
    ["emergencyCall"],
  ],
  [
    "[TRK4] a trunk that is down or full is not tried",
    "2125550199",
    {},
    { trunk: (id) => (id === "trunk" ? off : { config: aTrunk({ id }), isUp: true, hasRoom: true }) },
    "ring +12125550199",
    [],
  ],
  [
    "[TRK4] without any the caller hears congestion",
    "2125550199",
    {},
    { trunk: () => off },
    "refuse congestion",
    [],
  ],
])("%s", (_rule, dialed, changes, world, expected, alarms) => {
  const planned = ask(company({ outbound: { ...outbound, ...changes } }), number(dialed), world);
  expect(summary(planned)).toBe(expected);
  expect(planned.alarms.map(({ kind }) => kind)).toEqual(alarms);
});

test.each<[keyof typeof LINE_LIMITS, Partial<typeof NO_USAGE>, Partial<typeof NO_USAGE>]>([
  ["callsAtOnce", { callsAtOnce: 3 }, { callsAtOnce: 4 }],
  ["callsPerHour", { callsThisHour: 59 }, { callsThisHour: 60 }],
  ["callsPerDay", { callsToday: 299 }, { callsToday: 300 }],
  ["minutesPerDay", { secondsToday: 599 * 60 }, { secondsToday: 600 * 60 }],
])("[TOLL23] a line has a limit of its own: %s", (limit, below, reached) => {
  const config = company({ outbound: { ...outbound, line: LINE_LIMITS } });
  const call = (usage: Partial<typeof NO_USAGE>) =>
    ask(config, number("2125550199"), { lineUsage: () => ({ ...NO_USAGE, ...usage }) });
  expect(summary(call(below))).toMatch(/^ring/);
  expect(summary(call(reached))).toBe("refuse limitReached");
  expect(call(reached).alarms).toMatchObject([
    { kind: "lineLimitReached", limit, allowed: LINE_LIMITS[limit] },
  ]);
});

test("[TOLL7] 112 rings the extension with that number where the country has another emergency number", () => {
  const config = company({ endpoints: [endpoint("101"), endpoint("112")] });
  expect(summary(ask(config, number("112")))).toBe("ring 112");
  expect(summary(ask(company({}), number("112")))).toMatch(/^ring 112 then/);
  expect(summary(ask({ ...config, region: "GB" }, number("112")))).toMatch(/^ring 112 then/);
});

test("[TOLL6] a line that may not call outside may not", () => {
  const config = company({ endpoints: [endpoint("101", { mayCallOutside: false })] });
  expect(summary(ask(config, number("2125550199")))).toBe("refuse forbidden");
  expect(summary(ask(config, number("911")))).toMatch(/^ring 911 then 911\?/);
});

test("[TRK5] outside, a line shows its own number, else the company's", () => {
  const own = company({ endpoints: [endpoint("101", { externalCallerId: "+12125550155" })] });
  const shown = (config: CompanyConfig): string | undefined => {
    const { decision } = ask(config, number("2125550199"));
    return decision.kind === "ring" ? decision.stages[0]?.targets[0]?.shown.number : undefined;
  };
  expect(shown(own)).toBe("+12125550155");
  expect(shown(company())).toBe("+12125550110");
});
