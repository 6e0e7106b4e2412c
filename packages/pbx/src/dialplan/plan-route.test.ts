import { describe, expect, test } from "vitest";
import { ask, company, endpoint, number, summary, to } from "../testing/asked-route.ts";
import { partyOf, SimulatedExchange } from "../testing/simulated-exchange.ts";
import { aHuntGroup, aQueue } from "../testing/test-company.ts";
import type { CompanyConfig, Destination, HuntGroupConfig } from "./company-config.ts";
import type { RouteWorld } from "./route-request.ts";

const with102 = (changes: object): CompanyConfig =>
  company({ endpoints: [endpoint("101"), endpoint("102", changes), endpoint("103")] });

test.each<[string, string, string]>([
  ["[DIAL1] an extension rings", "102", "ring 102"],
  ["[DIAL1] a queue takes the call", "301", "queue queue"],
  ["[DIAL1] a hunt group rings its lines", "401", "ring 102"],
  ["[DIAL1] a conference room lets in", "500", "room"],
  ["[DIAL2] *43 is the echo test", "*43", "echo"],
  ["[DIAL2] *97 is the own mailbox", "*97", "mailbox"],
  ["[DIAL2] *98 calls back", "*98", "callback"],
  ["[DIAL2] *99 plays music", "*99", "music"],
  ["[DIAL3] a slot fetches a parked call", "702", "pickUp 702"],
  ["[DIAL3] nobody parks their own leg", "700", "refuse forbidden"],
  [
    "[DIAL4] ten digits go out over the trunks in their order",
    "(212) 555-0199",
    "ring +12125550199 then +12125550199?",
  ],
  ["[DIAL4] an own public number stays inside", "12125550141", "ring 102"],
  ["[DIAL5] what nobody has is not found", "899", "refuse notFound"],
  ["[DIAL5] nonsense is not found", "hello", "refuse notFound"],
])("%s", (_rule, dialed, expected) => {
  expect(summary(ask(company(), number(dialed)))).toBe(expected);
});

test.each<[string, object, Partial<RouteWorld>, string]>([
  ["[DIAL10] do not disturb goes to voicemail", { isDoNotDisturb: true }, {}, "voicemail box doNotDisturb"],
  ["[DIAL10] disabled calls too", { isCallsDisabled: true }, {}, "voicemail box doNotDisturb"],
  ["[DIAL10] or where the line says", { isDoNotDisturb: true, onDoNotDisturb: to("103") }, {}, "ring 103"],
  ["[DIAL11] forwarding takes every call", { forwardAlways: number("103") }, {}, "ring 103"],
  [
    "[DIAL11] also to the outside",
    { forwardAlways: number("2125550199") },
    {},
    "ring +12125550199 then +12125550199?",
  ],
  [
    "[DIAL12] as many calls as allowed make it busy",
    { maxCalls: 2 },
    { callsOf: () => 2 },
    "voicemail box busy",
  ],
  [
    "[DIAL12] one is enough without call waiting",
    { hasCallWaiting: false },
    { callsOf: () => 1 },
    "voicemail box busy",
  ],
  ["[DIAL12] with call waiting it rings", {}, { callsOf: () => 1 }, "ring 102"],
  [
    "[DIAL12] busy goes where the line says",
    { maxCalls: 1, onBusy: to("103") },
    { callsOf: (id) => (id === "phone-102" ? 1 : 0) },
    "ring 103",
  ],
  ["[DIAL13] without a device it is unreachable", {}, { devicesOf: () => [] }, "voicemail box unreachable"],
  [
    "[DIAL13] and is told so without a mailbox",
    { mailboxId: undefined },
    { devicesOf: () => [] },
    "refuse unreachable",
  ],
  ["[DIAL14] a blocked caller is refused", { blockedCallers: ["101"] }, {}, "refuse blocked"],
])("%s", (_rule, changes, world, expected) => {
  expect(summary(ask(with102(changes), to("102"), world))).toBe(expected);
});

test("[DIAL14] a line that could not ring still has the call in its history", () => {
  const { decision } = ask(with102({ isDoNotDisturb: true }), to("102"));
  expect(decision.kind === "application" && decision.missed).toMatchObject([
    { cause: "doNotDisturb", target: { record: { endpointId: "phone-102", direction: "in" }, channels: [] } },
  ]);
});

test("[DIAL15] an anonymous caller is refused by a line that wants none, and by no other", () => {
  const near = partyOf(undefined, "");
  const core = { ...new SimulatedExchange().core("call", near, "1"), isAnonymous: true };
  expect(summary(ask(with102({ rejectsAnonymous: true }), to("102"), {}, { near, core }))).toBe(
    "refuse anonymousRejected",
  );
  expect(summary(ask(with102({}), to("102"), {}, { near, core }))).toBe("ring 102");
});

test("[DIAL16] forwarding in a circle ends in a mailbox", () => {
  const config = company({
    endpoints: [
      endpoint("101"),
      endpoint("102", { forwardAlways: to("103") }),
      endpoint("103", { forwardAlways: to("102") }),
    ],
  });
  expect(summary(ask(config, to("102")))).toBe("voicemail box noAnswer");
});

test("[DIAL16] a fallback that was tried before in the same call is not tried again", () => {
  const core = {
    ...new SimulatedExchange().core("call", partyOf("phone-101", "101"), "1"),
    visited: ["endpoint:phone-102"],
  };
  expect(summary(ask(with102({ mailboxId: undefined }), to("102"), {}, { core }))).toBe("refuse unreachable");
});

test("[DIAL17] what happens to an unanswered call is part of the route", () => {
  const { decision } = ask(with102({ onNoAnswer: to("103") }), to("102"));
  expect(decision.kind === "ring" && decision.fallbacks).toMatchObject({
    noAnswer: to("103"),
    busy: { kind: "mailbox", id: "box" },
    unreachable: to("103"),
  });
});

test("[DIAL18] a transfer to a busy line comes back instead of going to its voicemail", () => {
  const busy = ask(with102({ maxCalls: 1 }), to("102"), { callsOf: () => 1 }, { purpose: "transfer" });
  expect(summary(busy)).toBe("refuse busy");
  expect(summary(ask(company(), number("700"), {}, { purpose: "transfer" }))).toBe("park 701");
  const full = ask(company(), number("700"), { freeSlot: () => undefined }, { purpose: "transfer" });
  expect(summary(full)).toBe("refuse congestion");
});

test("[DIAL19] a caller from outside reaches neither mailboxes nor parked calls", () => {
  const near = partyOf(undefined, "+12125550177");
  for (const code of ["*97", "*98", "701"])
    expect(summary(ask(company(), number(code), {}, { near }))).toBe("refuse forbidden");
});

test("[HUNT2] lines that are off, disturbed or without a device do not ring; the group's own fallback follows", () => {
  const line = (extension: string, level: number, isAvailable = true) => ({
    destination: { kind: "endpoint", id: `phone-${extension}` } as const,
    level,
    isAvailable,
  });
  const group = aHuntGroup({
    lines: [line("102", 1), line("103", 2, false), line("101", 2)],
    onNoAnswer: to("103"),
  });
  const config = company({
    huntGroups: [group],
    endpoints: [endpoint("101"), endpoint("102", { isDoNotDisturb: true }), endpoint("103")],
  });
  const planned = ask(config, { kind: "huntGroup", id: "group" });
  expect(summary(planned)).toBe("ring 101");
  expect(planned.decision.kind === "ring" && planned.decision.fallbacks.noAnswer).toEqual(to("103"));
  const nobody = ask(company({ huntGroups: [aHuntGroup({ onNoAnswer: to("103") })] }), {
    kind: "huntGroup",
    id: "group",
  });
  expect(summary(nobody)).toBe("ring 103");
});

describe("on-call shifts", () => {
  const line = (extension: string, level: number, isAvailable = true) => ({
    destination: { kind: "endpoint", id: `phone-${extension}` } as const,
    level,
    isAvailable,
  });
  const shift = { endpointId: "phone-103", startsAt: 1_000, endsAt: 2_000 };
  const ringing = (now: number, isAlone = false, changes: Partial<HuntGroupConfig> = {}, dnd = false) => {
    const group = aHuntGroup({
      lines: [line("102", 1), line("103", 2, false)],
      onNoAnswer: to("101"),
      onCall: { isAlone, shifts: [shift] },
      ...changes,
    });
    const endpoints = [endpoint("101"), endpoint("102"), endpoint("103", { isDoNotDisturb: dnd })];
    return summary(
      ask(company({ endpoints, huntGroups: [group] }), { kind: "huntGroup", id: "group" }, { now }),
    );
  };

  test.each([
    ["[HUNT3] before a shift the group rings as it is", 999, "ring 102"],
    [
      "[HUNT3] from its first moment the person on call rings first, the others follow",
      1_000,
      "ring 103 then 102",
    ],
    ["[HUNT3] up to its last moment", 1_999, "ring 103 then 102"],
    ["[HUNT3] at its end the group is as it was", 2_000, "ring 102"],
  ])("%s", (_rule, now, expected) => {
    expect(ringing(now)).toBe(expected);
  });

  test("[HUNT4] where only the person on call is rung, nobody else is; what follows is the group's own destination", () => {
    expect(ringing(1_500, true)).toBe("ring 103");
    expect(ringing(1_500, true, {}, true)).toBe("ring 101");
    expect(ringing(2_500, true)).toBe("ring 102");
  });

  test("[HUNT3] whoever is on call and wants no calls is passed over; a line outside the group can be on call", () => {
    expect(ringing(1_500, false, {}, true)).toBe("ring 102");
    expect(ringing(1_500, false, { lines: [line("102", 1)] })).toBe("ring 103 then 102");
  });
});

test("[QUE3] a full queue, or an empty one that wants nobody to wait, overflows", () => {
  const queue: Destination = { kind: "queue", id: "queue" };
  const overflowing = company({ queues: [aQueue({ maxWaiting: 2, overflow: to("103") })] });
  expect(summary(ask(overflowing, queue, { queue: () => ({ waiting: 2, loggedIn: 1, working: 1 }) }))).toBe(
    "ring 103",
  );
  const strict = company({ queues: [aQueue({ leavesWhenEmpty: true })] });
  expect(summary(ask(strict, queue, { queue: () => ({ waiting: 0, loggedIn: 0, working: 0 }) }))).toBe(
    "prompt queue-no-agents",
  );
});

test("[DIAL14] whoever is blocked by a line reaches it by no way: group, transfer, forwarding", () => {
  const line = (extension: string) => ({
    destination: { kind: "endpoint", id: `phone-${extension}` } as const,
    level: 1,
    isAvailable: true,
  });
  const endpoints = [endpoint("101"), endpoint("102", { blockedCallers: ["101"] }), endpoint("103")];
  const config = company({ endpoints, huntGroups: [aHuntGroup({ lines: [line("102"), line("103")] })] });
  expect(summary(ask(config, { kind: "huntGroup", id: "group" }))).toBe("ring 103");
  expect(summary(ask(config, to("102"), {}, { purpose: "transfer" }))).toBe("refuse blocked");
  expect(summary(ask(config, to("102"), {}, { purpose: "return" }))).toBe("ring 102");
  const forwarding = company({
    endpoints: [
      endpoint("101"),
      endpoint("102", { blockedCallers: ["101"] }),
      endpoint("103", { forwardAlways: to("102") }),
    ],
  });
  expect(summary(ask(forwarding, to("103")))).toBe("refuse blocked");
});

test("[QUE39] a caller's number gives a priority, unless the number that was called gives a higher one", () => {
  const callerPriorities = [
    { number: "12125550199", priority: 7 },
    { number: "1212*", priority: 3 },
  ];
  const config = company({ queues: [aQueue({ callerPriorities })] });
  const priorityOf = (from: string, isAnonymous = false, priority = 0): number | undefined => {
    const near = partyOf(undefined, from);
    const core = { ...new SimulatedExchange().core("call", near, "dialed"), isAnonymous };
    const { decision } = ask(config, { kind: "queue", id: "queue", priority }, {}, { near, core });
    return decision.kind === "queue" ? decision.priority : undefined;
  };
  expect(["+12125550199", "+12125550100", "+14155550100"].map((from) => priorityOf(from))).toEqual([7, 3, 0]);
  expect(priorityOf("+12125550199", true)).toBe(0);
  expect(priorityOf("+12125550199", false, 9)).toBe(9);
});

test("[DIAL14] a caller whom the whole company has blocked waits in no queue, and no group rings", () => {
  const config = company({
    blockedCallers: ["101"],
    queues: [aQueue({ overflow: to("103") })],
    huntGroups: [aHuntGroup({ onNoAnswer: to("103") })],
  });
  expect(summary(ask(config, { kind: "queue", id: "queue" }))).toBe("refuse blocked");
  expect(summary(ask(config, { kind: "huntGroup", id: "group" }))).toBe("refuse blocked");
});
