import { expect, test } from "vitest";
import { ask, company, endpoint, summary, to } from "../testing/asked-route.ts";
import { aHuntGroup } from "../testing/test-company.ts";
import type { EndpointConfig, HuntGroupConfig } from "./company-config.ts";
import type { RouteWorld } from "./route-request.ts";

const GROUP = { kind: "huntGroup", id: "group" } as const;
const line = (extension: string, level = 1, isAvailable = true): HuntGroupConfig["lines"][number] => ({
  destination: { kind: "endpoint", id: `phone-${extension}` },
  level,
  isAvailable,
});
const inOrder = (changes: Partial<HuntGroupConfig> = {}): HuntGroupConfig =>
  aHuntGroup({
    rings: "oneByOne",
    lines: [line("104"), line("102"), line("105", 2), line("103")],
    ...changes,
  });

function asked(
  group: HuntGroupConfig,
  lines: Readonly<Record<string, Partial<EndpointConfig>>> = {},
  world: Partial<RouteWorld> = {},
) {
  const endpoints = ["101", "102", "103", "104", "105"].map((each) => endpoint(each, lines[each]));
  const planned = ask(company({ endpoints, huntGroups: [group] }), GROUP, world);
  const passedOver = planned.passedOver.flatMap((each) => each.lines);
  return {
    route: summary(planned),
    why: Object.fromEntries(
      passedOver.map(({ endpointId, reason, detail }) => [
        endpointId.replace("phone-", ""),
        detail === undefined ? reason : `${reason} ${detail}`,
      ]),
    ),
    planned,
  };
}

test("[HUNT5] lines of a level ring one after another in their order, each for the group's time", () => {
  const { route, planned } = asked(inOrder({ ringTimeoutMs: 12_000 }));
  expect(route).toBe("ring 104 then 102 then 103 then 105");
  const { decision } = planned;
  expect(decision.kind === "ring" && decision.stages.map(({ timeoutMs }) => timeoutMs)).toEqual(
    Array.from({ length: 4 }, () => 12_000),
  );
});

test("[HUNT5] who cannot ring is skipped at once; where nobody can, the group's destination follows", () => {
  expect(asked(inOrder(), { "102": { isDoNotDisturb: true } }).route).toBe("ring 104 then 103 then 105");
  const nobody = asked(inOrder({ onNoAnswer: to("101") }), {}, { callsOf: () => 4 });
  expect(nobody.route).toBe("voicemail box busy");
});

test("[WHY1] the plan of a group says of each line why it does not ring, or not yet", () => {
  const lines = [line("101"), line("102", 1, false), line("103"), line("104"), line("105", 2)];
  const { route, why } = asked(
    aHuntGroup({ lines }),
    { "103": { isDoNotDisturb: true }, "104": { blockedCallers: ["101"] } },
    { callsOf: () => 0 },
  );
  expect(route).toBe("ring 101 then 105");
  expect(why).toEqual({ "102": "switchedOff", "103": "doNotDisturb", "104": "blocked", "105": "later" });
});

test.each<[string, Partial<RouteWorld>, string]>([
  ["on as many calls as it takes", { callsOf: (id) => (id === "phone-103" ? 4 : 0) }, "busy"],
  ["without a device", { devicesOf: (id) => (id === "phone-103" ? [] : ["device"]) }, "noDevice"],
])("[WHY1] a line %s", (_what, world, reason) => {
  const group = aHuntGroup({ lines: [line("102"), line("103")] });
  expect(asked(group, {}, world)).toMatchObject({ route: "ring 102", why: { "103": reason } });
});

test("[WHY1] others do not ring during a shift that one person has alone", () => {
  const shifts = [{ endpointId: "phone-104", startsAt: 0, endsAt: 9 }];
  const lines = [line("102"), line("104", 2)];
  expect(asked(aHuntGroup({ lines, onCall: { isAlone: true, shifts } }))).toMatchObject({
    route: "ring 104",
    why: { "102": "onCall Person 104" },
  });
});

test("[WHY1] lines that ring one by one wait for those before them", () => {
  expect(asked(inOrder()).why).toEqual({ "102": "later", "103": "later", "105": "later" });
});
