import type { Emitter } from "@offhook/kernel";
import type { CallRunner } from "../calls/call-runner.ts";
import type { RouteQuestion } from "../calls/call-runner-parts.ts";
import type { CallState, Party, RingStage, RingTarget, StateNamed } from "../calls/call-state.ts";
import type { LineTrouble } from "../calls/passed-over.ts";
import { dayOf } from "../calls/records/leg-record-keeper.ts";
import type { RunningLeg } from "../faxes/fax-legs.ts";
import type { PbxAlarm, PbxEvents } from "../pbx-events.ts";
import type { PbxPorts } from "../pbx-ports.ts";
import type { AgentPresence, CallbackParty } from "../queues/floor-state.ts";
import { mayPickUp } from "../queues/may-pick-up.ts";
import type { QueueRegistry } from "../queues/queue-registry.ts";
import type { Registrar } from "../registrar/registrar.ts";
import type { TrunkLink } from "../trunks/trunk-link.ts";
import type { CompanyConfig, EndpointConfig, FaxLineConfig } from "./company-config.ts";
import { type CompanyPlan, planOf } from "./company-plan.ts";
import { readDialed } from "./dialed-number.ts";
import { isQuiet } from "./line-trouble.ts";
import type { LineUsage } from "./line-usage.ts";
import { costOf, isClosed, type OutsidePlan, planOutside } from "./outside-calls.ts";
import { type CallbackRequest, callbackCaller, type PlannedCallback, planCallback } from "./plan-callback.ts";
import { agentStage, latecomerTarget, planRoute, type RouteDecision } from "./plan-route.ts";
import type { RouteRequest, RouteWorld } from "./route-request.ts";
import { unwantedCaller } from "./unwanted-caller.ts";

export interface RouterParts {
  readonly ports: Pick<PbxPorts, "directory" | "numbers" | "clock" | "tolls" | "arrivals">;
  readonly ringTimeoutMs: number;
  readonly runner: () => CallRunner;
  readonly queues: () => QueueRegistry;
  readonly registrar: Pick<Registrar, "onlineDevices">;
  readonly trunk: (trunkId: string) => TrunkLink | undefined;
  /** Calls that call control knows nothing of. */
  readonly faxLegs: () => Iterable<RunningLeg>;
  readonly newId: () => string;
  readonly onAlarm: (companyId: string, alarm: PbxAlarm) => void;
  readonly events: Emitter<PbxEvents>;
}

/** After a day nobody has looked into it, and the line may try again. */
const STOPPED_MS = 24 * 3_600_000;
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
    // Whoever is called back is called by the queue, whichever agent picked up.
    const isCallback = purpose.kind === "callback";
    const request: RouteRequest = {
      core,
      near,
      authority: isCallback ? undefined : this.#authority(plan, core.visited, asker, reason !== undefined),
      own: isCallback ? callbackCaller(plan, purpose.queueId) : undefined,
      isFromOutside: asker.endpointId === undefined,
      destination,
      purpose: purpose.kind,
      reason,
    };
    return this.plan(plan, request);
  }

  plan(plan: CompanyPlan, request: RouteRequest): RouteDecision {
    const { decision, alarms, passedOver } = planRoute(this.world(plan), request);
    for (const alarm of alarms) this.#raise(plan.config.id, alarm);
    for (const each of passedOver) this.#parts.events.emit("passedOver", each);
    return decision;
  }

  /** The ways out for a fax of this line: those that a call of the company has, with the line's own number. */
  planFax(
    plan: CompanyPlan,
    line: FaxLineConfig,
    { callId, to }: { readonly callId: string; readonly to: string },
  ): OutsidePlan {
    const dialed = readDialed(plan, to, this.#parts.ports.numbers);
    // Nobody at an emergency service reads a fax that nobody there waits for.
    if (dialed.kind === "emergency") return { kind: "refuse", cause: "forbidden" };
    if (dialed.kind !== "outside") return { kind: "refuse", cause: "notFound" };
    const alarms: PbxAlarm[] = [];
    const core = { id: callId, companyId: plan.config.id, dialed: to, isAnonymous: false };
    const planned = planOutside(
      { world: this.world(plan), request: { core }, alarms },
      undefined,
      { number: dialed.e164, country: dialed.country, isEmergency: false },
      { callerId: line.number, name: line.name },
    );
    for (const alarm of alarms) this.#raise(plan.config.id, alarm);
    return planned;
  }

  /** Whether a fax to this number could never leave, whatever limits are left. */
  refusesFax(plan: CompanyPlan, to: string): boolean {
    const dialed = readDialed(plan, to, this.#parts.ports.numbers);
    if (dialed.kind !== "outside") return dialed.kind === "emergency";
    const { e164: number, country } = dialed;
    return isClosed(this.world(plan), { number, country, isEmergency: false });
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

  /** The caller in a call; undefined for one who hides their number, and for one of our own. */
  outsideCaller(callId: string): Party | undefined {
    const state = this.#parts.runner().state(callId);
    if (!state || !("near" in state)) return undefined;
    const { party } = state.near.channel;
    const isHidden = state.core.isAnonymous && party === state.core.caller;
    return isHidden || party.endpointId !== undefined ? undefined : party;
  }

  /** The caller in a call, unless nobody could call them back: hidden, one of our own, or closed by the company. */
  callbackParty(callId: string): CallbackParty | undefined {
    const caller = this.outsideCaller(callId);
    const companyId = this.#parts.runner().state(callId)?.core.companyId ?? "";
    const config = this.#parts.ports.directory.company(companyId);
    if (!config || !caller) return undefined;
    const { number, name } = caller;
    const plan = planOf(config);
    const dialed = readDialed(plan, number, this.#parts.ports.numbers);
    if (dialed.kind !== "outside") return undefined;
    const { e164, country } = dialed;
    if (isClosed(this.world(plan), { number: e164, country, isEmergency: false })) return undefined;
    return { number: e164, name };
  }

  planCallback(request: CallbackRequest & { readonly companyId: string }): PlannedCallback | undefined {
    const config = this.#parts.ports.directory.company(request.companyId);
    return config && planCallback(this.world(planOf(config)), request);
  }

  /** A device of this line has registered: what it rings for in a call that could not reach the line before. */
  latecomer(state: CallState, near: Party, endpointId: string): RingTarget | undefined {
    const config = this.#parts.ports.directory.company(state.core.companyId);
    const unreached = [...state.core.legs.values()].find(
      ({ record, isUnreached }) => isUnreached === true && record.endpointId === endpointId,
    );
    if (!config || !unreached) return undefined;
    return latecomerTarget(this.world(planOf(config)), { core: state.core, near }, unreached.record);
  }

  /** Calls an endpoint takes part in. */
  callsOf(endpointId: string): number {
    return this.#parts.runner().partsOf(endpointId).length;
  }

  /** Whether a queue may ring this agent: willing, registered, and on no call. */
  agentPresence(companyId: string, endpointId: string): AgentPresence {
    if (this.callsOf(endpointId) > 0) return "busy";
    return this.agentTrouble(companyId, endpointId) ? "unreachable" : "free";
  }

  /** Why the line of an agent on no call cannot be rung. */
  agentTrouble(companyId: string, endpointId: string): Exclude<LineTrouble, "busy"> | undefined {
    const config = this.#parts.ports.directory.company(companyId);
    const endpoint = config && planOf(config).endpoints.get(endpointId);
    if (endpoint && isQuiet(endpoint)) return "doNotDisturb";
    const isThere = endpoint && this.#parts.registrar.onlineDevices(endpointId).length > 0;
    return isThere ? undefined : "noDevice";
  }

  /** Whether the line does not want to hear from whoever this call is from. */
  hasBlocked(callId: string, endpointId: string): boolean {
    const state = this.#parts.runner().state(callId);
    const config = state && this.#parts.ports.directory.company(state.core.companyId);
    if (!config || !("near" in state)) return false;
    const plan = planOf(config);
    const endpoint = plan.endpoints.get(endpointId);
    const caller = { core: state.core, near: state.near.channel.party };
    return endpoint !== undefined && unwantedCaller(plan, caller, endpoint) !== undefined;
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
      awaitMs: (endpointId) => ports.arrivals?.awaitMs(config.id, endpointId) ?? 0,
      callsOf: (endpointId) => this.callsOf(endpointId),
      trunk: (trunkId) => this.#trunk(trunkId),
      queue: (queueId) => this.#parts.queues().staffing(config.id, queueId),
      spentToday: () => ports.tolls.spent(config.id, dayOf(now)) + this.#runningCost(config, now),
      outsideCalls: () => this.#outsideParties(config.id).length,
      lineUsage: (endpointId) => this.#lineUsage(config.id, endpointId, now),
      isNewAbroad: (number) => ports.tolls.isNewAbroad(config.id, number),
      isStopped: (endpointId, what) => ports.tolls.isStopped(endpointId, what, now),
      ringingCalls: () => this.#ringingCalls(config.id),
      mayPickUp: (queueId, callId, endpointId) => this.#mayPickUp(plan, queueId, callId, endpointId),
      freeSlot: (wanted) => this.freeSlot(config, wanted),
      newId,
    };
  }

  *#ringingCalls(companyId: string): Iterable<StateNamed<"ringing">> {
    for (const state of this.#parts.runner().states())
      if (state.name === "ringing" && state.core.companyId === companyId) yield state;
  }

  #mayPickUp(plan: CompanyPlan, queueId: string, callId: string, endpointId: string): boolean {
    const queue = plan.queues.get(queueId);
    const caller = this.#parts.queues().caller(plan.config.id, callId);
    const { agents = [] } = this.#parts.queues().status(queueId) ?? {};
    const standing = agents.find((each) => each.endpointId === endpointId);
    // The call in which the agent dials for it is one already.
    if (!queue || !caller || !standing || this.callsOf(endpointId) > 1) return false;
    return mayPickUp(queue, caller, standing, this.#parts.ports.clock.now());
  }

  freeSlot({ id, parking }: CompanyConfig, wanted?: number): number | undefined {
    if (!parking) return undefined;
    const { firstSlot, lastSlot } = parking;
    const taken = new Set<number>();
    for (const state of this.#parts.runner().states())
      if (state.name === "parked" && state.core.companyId === id) taken.add(state.slot);
    const isFree = (slot: number): boolean => slot >= firstSlot && slot <= lastSlot && !taken.has(slot);
    if (wanted !== undefined) return isFree(wanted) ? wanted : undefined;
    for (let slot = firstSlot; slot <= lastSlot; slot += 1) if (isFree(slot)) return slot;
    return undefined;
  }

  /**
   * The line that answers for a call to the outside: the one that forwards, else the asker. A queue or hunt group
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
    for (const { record } of this.#legs()) if (record.trunkId === trunkId) calls += 1;
    return { config: link.config, isUp: link.status.isUp, hasRoom: calls < link.config.maxCalls };
  }

  *#legs(): Iterable<RunningLeg> {
    for (const { core } of this.#parts.runner().states()) yield* core.legs.values();
    yield* this.#parts.faxLegs();
  }

  /** Legs to the outside that somebody of this company called. */
  #outsideParties(companyId: string): readonly RunningLeg[] {
    return [...this.#legs()].filter(
      ({ record }) => record.companyId === companyId && record.toll !== undefined,
    );
  }

  #lineUsage(companyId: string, endpointId: string | undefined, now: number): LineUsage {
    const running = this.#outsideParties(companyId).filter(
      ({ record }) => record.toll?.endpointId === endpointId,
    );
    const usage = this.#parts.ports.tolls.usage(companyId, endpointId, now);
    const talking = running.reduce((sum, { answeredAt = now }) => sum + now - answeredAt, 0) / 1000;
    return { ...usage, callsAtOnce: running.length, secondsToday: usage.secondsToday + talking };
  }

  /** A line that looks stolen is stopped before anybody has read of it. */
  #raise(companyId: string, alarm: PbxAlarm): void {
    const { ports, onAlarm } = this.#parts;
    // Only lines: what a company's groups call is set up by its administrators, and counted hour by hour.
    if (alarm.kind === "lineStopped" && alarm.endpointId !== undefined)
      ports.tolls.stop(companyId, alarm.endpointId, alarm.what, ports.clock.now() + STOPPED_MS);
    onAlarm(companyId, alarm);
  }

  #runningCost({ id }: CompanyConfig, now: number): number {
    let cost = 0;
    for (const { record, answeredAt } of this.#outsideParties(id)) {
      const trunk = this.#parts.trunk(record.trunkId ?? "")?.config;
      if (trunk && answeredAt !== undefined)
        cost += costOf(trunk, record.toll?.number ?? "", now - answeredAt);
    }
    return cost;
  }
}
