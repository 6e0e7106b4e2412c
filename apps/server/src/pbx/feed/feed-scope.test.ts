import type { LiveCall, Right } from "@offhook/contract";
import type { CompanyConfig } from "@offhook/pbx";
import { expect, test } from "vitest";
import { callsWithin, feedScopeOf, seesQueue } from "./feed-scope.ts";

const company = {
  endpoints: [
    { id: "1", userIds: ["10"] },
    { id: "2", userIds: ["20"] },
    { id: "3", userIds: ["20", "30"] },
  ],
  queues: [
    { id: "301", agents: [{ endpointId: "2", isLoggedIn: false }] },
    { id: "302", agents: [{ endpointId: "1", isLoggedIn: true }] },
  ],
} as unknown as CompanyConfig;
const scopeOf = (userId: number, ...rights: Right[]) =>
  feedScopeOf({ userId, features: new Set<Right>(["calls", ...rights]) }, company, (id) => `line-${id}`);

const party = (callid: string, phone: string | null, queue_id: number | null = null) =>
  ({ callid, phone, queue_id }) as LiveCall;
const CALLS = [
  party("private", "line-1"),
  party("private", null),
  party("shared", "line-3"),
  party("support", null, 301),
  party("support", "line-2", 301),
  party("sales", null, 302),
];
const seenBy = (userId: number, ...rights: Right[]): string[] => [
  ...new Set(callsWithin(scopeOf(userId, ...rights), CALLS).map(({ callid }) => callid)),
];

test("[FEED3] people see the calls of their lines and of the queues they are agents in, supervisors all", () => {
  expect(seenBy(10)).toEqual(["private", "sales"]);
  expect(seenBy(20)).toEqual(["shared", "support"]);
  expect(seenBy(30)).toEqual(["shared"]);
  expect(seenBy(40)).toEqual([]);
  expect(seenBy(40, "supervision")).toEqual(["private", "shared", "support", "sales"]);
  expect(callsWithin(scopeOf(10), CALLS).filter(({ callid }) => callid === "private")).toHaveLength(2);
});

test("[FEED4] words about a queue are for those who see it", () => {
  expect([10, 20, 30].map((userId) => seesQueue(scopeOf(userId), 301))).toEqual([false, true, false]);
  expect(seesQueue(scopeOf(30, "supervision"), 301)).toBe(true);
});
