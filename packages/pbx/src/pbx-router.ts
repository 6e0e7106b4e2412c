import type { CallDesk } from "./calls/call-desk.ts";
import type { RouteQuestion } from "./calls/call-desk-parts.ts";
import type { CallState, Party, RingStage } from "./calls/call-state.ts";
import { dayOf } from "./calls/record-desk.ts";
import type { CompanyConfig, EndpointConfig } from "./dialplan/company-config.ts";
import { type CompanyPlan, planOf } from "./dialplan/company-plan.ts";
import { costOf } from "./dialplan/outside-calls.ts";
import { agentStage, planRoute, type RouteDecision } from "./dialplan/plan-route.ts";
import type { RouteRequest, RouteWorld } from "./dialplan/route-request.ts";
import type { PbxAlarm } from "./pbx-events.ts";
import type { PbxPorts } from "./pbx-ports.ts";
import type { QueueDesk } from "./queues/queue-desk.ts";
import type { Registrar } from "./registrar/registrar.ts";
import type { TrunkLink } from "./trunks/trunk-link.ts";

export interface RouterParts {
  readonly ports: Pick<PbxPorts, "directory" | "numbers" | "clock" | "tolls">;
  readonly ringTimeoutMs: number;
  readonly desk: () => CallDesk;
  readonly queues: () => QueueDesk;
  readonly registrar: Pick<Registrar, "onlineDevices">;
  readonly trunk: (trunkId: string) => TrunkLink | undefined;
  readonly newId: () => string;
  readonly onAlarm: (companyId: string, alarm: PbxAlarm) => void;
}

const UNKNOWN_COMPANY: RouteDecision = { kind: "refuse", cause: "notFound", missed: [], visited: [] };

/** Asks the dial plan with the world as it is. */
export class Router {
  readonly #parts: RouterParts;

  constructor(parts: RouterParts) {
    this.#parts = parts;
  }

  route({ core, near, purpose, destination, reason }: RouteQuestion): RouteDecision {
    const config = this.#parts.ports.directory.company(core.companyId);
    if (!config) return UNKNOWN_COMPANY;
    const plan = planOf(config);
    const asker = purpose.kind === "transfer" ? purpose.transferor.party : near;
    const request: RouteRequest = {
      core,
      near,
      authority: this.#authority(plan, core.visited, asker, reason !== undefined),
      isFromOutside: asker.endpointId === undefined,
      destination,
      purpose: purpose.kind,
      reason,
    };
    return this.plan(plan, request);
  }

  plan(plan: CompanyPlan, request: RouteRequest): RouteDecision {
    const { decision, alarms } = planRoute(this.world(plan), request);
    for (const alarm of alarms) this.#parts.onAlarm(plan.config.id, alarm);
    return decision;
  }

  agentStage(
    state: CallState,
    near: Party,
    queueId: string,
    endpointIds: readonly string[],
  ): RingStage | undefined {
    const config = this.#parts.ports.directory.company(state.core.companyId);
    return config && agentStage(this.world(planOf(config)), { core: state.core, near }, queueId, endpointIds);
  }

  /** Calls an endpoint takes part in. */
  callsOf(endpointId: string): number {
    return this.#parts.desk().partsOf(endpointId).length;
  }

  /** Whether a queue may ring this agent: willing, registered, and on no call. */
  isFree(companyId: string, endpointId: string): boolean {
    const config = this.#parts.ports.directory.company(companyId);
    const endpoint = config && planOf(config).endpoints.get(endpointId);
    if (!endpoint || endpoint.isDoNotDisturb || endpoint.isCallsDisabled) return false;
    return this.#parts.registrar.onlineDevices(endpointId).length > 0 && this.callsOf(endpointId) === 0;
  }

  world(plan: CompanyPlan): RouteWorld {
    const { ports, registrar, newId, ringTimeoutMs } = this.#parts;
    const { config } = plan;
    const now = ports.clock.now();
    return {
      plan,
      numbers: ports.numbers,
      now,
      ringTimeoutMs,
      devicesOf: (endpointId) => registrar.onlineDevices(endpointId),
      callsOf: (endpointId) => this.callsOf(endpointId),
      trunk: (trunkId) => this.#trunk(trunkId),
      queue: (queueId) => ({
        waiting: this.#parts.queues().waiting(queueId),
        loggedIn: plan.queues.get(queueId)?.agents.filter(({ isLoggedIn }) => isLoggedIn).length ?? 0,
      }),
      spentToday: () => ports.tolls.spent(config.id, dayOf(now)) + this.#runningCost(config, now),
      outsideCalls: () => this.#outsideParties(config.id).length,
      freeSlot: () => this.freeSlot(config),
      newId,
    };
  }

  freeSlot({ id, parking }: CompanyConfig): number | undefined {
    if (!parking) return undefined;
    const taken = new Set<number>();
    for (const state of this.#parts.desk().states())
      if (state.name === "parked" && state.core.companyId === id) taken.add(state.slot);
    for (let slot = parking.firstSlot; slot <= parking.lastSlot; slot += 1) if (!taken.has(slot)) return slot;
    return undefined;
  }

  /**
   * Who answers for a call to the outside: the line that forwards, else the one that asks. A queue or hunt group
   * forwards in the company's own name.
   */
  #authority(
    plan: CompanyPlan,
    visited: readonly string[],
    asker: Party,
    isForwarded: boolean,
  ): EndpointConfig | undefined {
    const last = isForwarded ? visited.at(-1) : undefined;
    if (last !== undefined && !last.startsWith("number:"))
      return last.startsWith("endpoint:") ? plan.endpoints.get(last.slice("endpoint:".length)) : undefined;
    return plan.endpoints.get(asker.endpointId ?? "");
  }

  #trunk(trunkId: string): ReturnType<RouteWorld["trunk"]> {
    const link = this.#parts.trunk(trunkId);
    if (!link) return undefined;
    let calls = 0;
    for (const state of this.#parts.desk().states())
      for (const { record } of state.core.legs.values()) if (record.trunkId === trunkId) calls += 1;
    return { config: link.config, isUp: link.status.isUp, hasRoom: calls < link.config.maxCalls };
  }

  /** Legs to the outside that somebody of this company called. */
  #outsideParties(companyId: string) {
    return [...this.#parts.desk().states()]
      .filter(({ core }) => core.companyId === companyId)
      .flatMap(({ core }) => [...core.legs.values()])
      .filter(({ record }) => record.trunkId !== undefined && record.direction === "in");
  }

  #runningCost({ id }: CompanyConfig, now: number): number {
    let cost = 0;
    for (const { record, answeredAt } of this.#outsideParties(id)) {
      const trunk = this.#parts.trunk(record.trunkId ?? "")?.config;
      if (trunk && answeredAt !== undefined) cost += costOf(trunk, record.ownNumber, now - answeredAt);
    }
    return cost;
  }
}
