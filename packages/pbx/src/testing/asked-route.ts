import type { CompanyConfig, Destination } from "../dialplan/company-config.ts";
import { planOf } from "../dialplan/company-plan.ts";
import { type PlannedRoute, planRoute } from "../dialplan/plan-route.ts";
import type { RouteRequest, RouteWorld } from "../dialplan/route-request.ts";
import { partyOf, SimulatedExchange } from "./simulated-exchange.ts";
import { aCompany, aHuntGroup, anEndpoint, aQueue, aTrunk, simpleNumbers } from "./test-company.ts";

export const NO_USAGE = {
  callsAtOnce: 0,
  callsThisHour: 0,
  callsToday: 0,
  secondsToday: 0,
  premiumThisHour: 0,
  newForeignThisHour: 0,
};

const BOX = { id: "box", name: "Box", pin: undefined, maxMessages: 5, maxMessageMs: 1_000 };
export const to = (extension: string): Destination => ({ kind: "endpoint", id: `phone-${extension}` });
export const number = (text: string): Destination => ({ kind: "number", number: text });

function worldOf(config: CompanyConfig, changes: Partial<RouteWorld> = {}): RouteWorld {
  let lastId = 0;
  return {
    plan: planOf(config),
    numbers: simpleNumbers,
    now: 0,
    ringTimeoutMs: 45_000,
    devicesOf: () => ["device"],
    awaitMs: () => 0,
    callsOf: () => 0,
    trunk: (id) => ({ config: aTrunk({ id }), isUp: true, hasRoom: true }),
    queue: () => ({ waiting: 0, loggedIn: 1, working: 1 }),
    spentToday: () => 0,
    outsideCalls: () => 0,
    lineUsage: () => NO_USAGE,
    isNewAbroad: () => true,
    isStopped: () => false,
    ringingCalls: () => [],
    mayPickUp: () => false,
    freeSlot: () => 701,
    newId: () => {
      lastId += 1;
      return `id${lastId}`;
    },
    ...changes,
  };
}

export function ask(
  config: CompanyConfig,
  destination: Destination,
  world: Partial<RouteWorld> = {},
  request: Partial<RouteRequest> = {},
): PlannedRoute {
  const near = request.near ?? partyOf("phone-101", "101");
  const core = { ...new SimulatedExchange().core("call", near, "dialed"), ...request.core };
  return planRoute(worldOf(config, world), {
    core,
    near,
    authority: config.endpoints.find(({ id }) => id === near.endpointId),
    isFromOutside: near.endpointId === undefined,
    destination,
    purpose: "dial",
    reason: undefined,
    ...request,
  });
}

/** The decision in one line. */
export function summary({ decision }: PlannedRoute): string {
  switch (decision.kind) {
    case "ring":
      return `ring ${decision.stages
        .map(
          ({ targets, isSpare }) =>
            `${targets.map(({ record }) => record.ownNumber).join("+")}${isSpare ? "?" : ""}`,
        )
        .join(" then ")}`;
    case "application": {
      const { application } = decision;
      if (application.kind === "voicemail") return `voicemail ${application.mailboxId} ${application.reason}`;
      return application.kind === "prompt" ? `prompt ${application.name}` : application.kind;
    }
    case "queue":
      return `queue ${decision.queueId}`;
    case "park":
    case "pickUp":
      return `${decision.kind} ${decision.slot}`;
    case "groupPickUp":
      return `${decision.kind} ${decision.callId}`;
    case "refuse":
      return `refuse ${decision.cause}`;
  }
}

export const outbound = { ...aCompany().outbound, trunkIds: ["trunk", "spare"] };
export const endpoint = (extension: string, changes = {}) =>
  anEndpoint(extension, { mailboxId: "box", ...changes });
export const company = (changes: Partial<CompanyConfig> = {}): CompanyConfig =>
  aCompany({
    endpoints: [endpoint("101"), endpoint("102"), endpoint("103")],
    queues: [aQueue()],
    huntGroups: [
      aHuntGroup({
        lines: [{ destination: { kind: "endpoint", id: "phone-102" }, level: 1, isAvailable: true }],
      }),
    ],
    mailboxes: [BOX],
    rooms: [{ id: "room", name: "Room", extension: "500", maxMembers: 9 }],
    inboundNumbers: [{ number: "+12125550141", destination: to("102") }],
    outbound,
    ...changes,
  });
