import type { CallId } from "../calls/call-ids.ts";
import type { CompanyId, EndpointId, QueueId } from "../dialplan/company-config.ts";
import { standingOf } from "./agent-standing.ts";
import {
  type AgentStanding,
  compareTurns,
  type FloorAgent,
  type FloorConfigs,
  type FloorEffect,
  type FloorState,
  type FloorStep,
  NEW_QUEUE,
  type QueueMemory,
  ringingAgents,
  UNSEEN_AGENT,
  type WaitingCaller,
} from "./floor-state.ts";
import type { QueueHappening, QueueRecord } from "./queue-records.ts";
import { queuesServedBy } from "./served-queues.ts";

const STRANGER = { isLoggedIn: false, pausedReason: undefined };

/**
 * The workbench of one step: collects effects, records and the changes to what the floor keeps. It lives for that step
 * only; what leaves it is plain data.
 */
export class FloorChange {
  readonly at: number;
  readonly configs: FloorConfigs;
  readonly #effects: FloorEffect[] = [];
  readonly #records: QueueRecord[] = [];
  readonly #changed = new Set<QueueId>();
  readonly #touched = new Set<EndpointId>();
  readonly #before: FloorState;
  #waiting: readonly WaitingCaller[];
  #agents: Map<EndpointId, FloorAgent> | undefined;
  #queues: Map<QueueId, QueueMemory> | undefined;
  #seed: number;
  #isRefused = false;

  constructor(state: FloorState, at: number, configs: FloorConfigs) {
    this.#before = state;
    this.at = at;
    this.configs = configs;
    this.#waiting = state.waiting;
    this.#seed = state.seed;
  }

  get companyId(): CompanyId {
    return this.#before.companyId;
  }

  get waiting(): readonly WaitingCaller[] {
    return this.#waiting;
  }

  get agents(): ReadonlyMap<EndpointId, FloorAgent> {
    return this.#agents ?? this.#before.agents;
  }

  get queueIds(): Iterable<QueueId> {
    return (this.#queues ?? this.#before.queues).keys();
  }

  agent(endpointId: EndpointId): FloorAgent {
    return this.agents.get(endpointId) ?? UNSEEN_AGENT;
  }

  queue(queueId: QueueId): QueueMemory {
    return (this.#queues ?? this.#before.queues).get(queueId) ?? NEW_QUEUE;
  }

  /** A caller who still waits; not one who is about to leave. */
  caller(callId: CallId): WaitingCaller | undefined {
    return this.#waiting.find((each) => each.callId === callId && !each.leaving);
  }

  emit(effect: FloorEffect): void {
    this.#effects.push(effect);
  }

  record(queueId: QueueId, happening: QueueHappening): void {
    this.#records.push({ at: this.at, companyId: this.#before.companyId, queueId, ...happening });
  }

  refuse(): void {
    this.#isRefused = true;
  }

  add(caller: WaitingCaller): void {
    const index = this.#waiting.findIndex((each) => compareTurns(caller, each) < 0);
    this.#waiting = this.#waiting.toSpliced(index === -1 ? this.#waiting.length : index, 0, caller);
    this.#changed.add(caller.queueId);
  }

  remove(callId: CallId): WaitingCaller | undefined {
    const index = this.#waiting.findIndex((each) => each.callId === callId);
    const caller = this.#waiting[index];
    if (!caller) return undefined;
    this.#waiting = this.#waiting.toSpliced(index, 1);
    this.#changed.add(caller.queueId);
    for (const endpointId of caller.ringing ?? []) this.#touched.add(endpointId);
    return caller;
  }

  /** Never their turn: who goes first is decided where a caller is added. */
  setCaller(
    callId: CallId,
    changes: Partial<Omit<WaitingCaller, "priority" | "since" | "turnAt" | "movedUpAt">>,
  ): void {
    const index = this.#waiting.findIndex((each) => each.callId === callId);
    const caller = this.#waiting[index];
    if (!caller) return;
    const next = { ...caller, ...changes };
    this.#waiting = this.#waiting.with(index, next);
    if (next.callback !== caller.callback) this.#changed.add(caller.queueId);
    if (next.ringing === caller.ringing) return;
    // Whether the caller can be taken shows.
    this.#changed.add(caller.queueId);
    for (const endpointId of [...(caller.ringing ?? []), ...(next.ringing ?? [])])
      this.#touched.add(endpointId);
  }

  setAgent(endpointId: EndpointId, changes: Partial<FloorAgent>): void {
    this.#agents ??= new Map(this.#before.agents);
    this.#agents.set(endpointId, { ...this.agent(endpointId), ...changes });
    this.#touched.add(endpointId);
  }

  forgetAgent(endpointId: EndpointId): void {
    this.#agents ??= new Map(this.#before.agents);
    this.#agents.delete(endpointId);
  }

  /** The agent is to be looked at again. */
  touch(endpointId: EndpointId): void {
    this.#touched.add(endpointId);
  }

  setQueue(queueId: QueueId, changes: Partial<QueueMemory>): void {
    this.#queues ??= new Map(this.#before.queues);
    this.#queues.set(queueId, { ...this.queue(queueId), ...changes });
  }

  forgetQueue(queueId: QueueId): void {
    this.#queues ??= new Map(this.#before.queues);
    this.#queues.delete(queueId);
  }

  /** From 0 up to 1, and another one each time. */
  random(): number {
    // Marsaglia's xorshift: three lines, and the same draw from the same state.
    let seed = this.#seed;
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    this.#seed = seed;
    return (seed >>> 0) / 2 ** 32;
  }

  finish(): FloorStep {
    if (this.#isRefused) return this.#unchanged();
    this.#settleStandings();
    const { companyId } = this.#before;
    const queues = this.#queues ?? this.#before.queues;
    return {
      state: { companyId, waiting: this.#waiting, agents: this.agents, queues, seed: this.#seed },
      effects: this.#effects,
      records: this.#records,
      changed: this.#changed,
      isRefused: false,
    };
  }

  #unchanged(): FloorStep {
    return { state: this.#before, effects: [], records: [], changed: new Set(), isRefused: true };
  }

  /** What each queue sees of the agents that something happened to. */
  #settleStandings(): void {
    if (this.#touched.size === 0) return;
    const ringing = ringingAgents(this.#waiting);
    const fresh = new Map<QueueId, Map<EndpointId, AgentStanding>>();
    for (const endpointId of this.#touched)
      for (const queue of queuesServedBy(this.configs, endpointId)) {
        const before = this.queue(queue.id).standings.get(endpointId);
        const moment = { agent: this.agent(endpointId), isRinging: ringing.has(endpointId), at: this.at };
        const after = standingOf(queue, endpointId, moment, before);
        if (after === before) continue;
        const standings = fresh.get(queue.id) ?? new Map(this.queue(queue.id).standings);
        fresh.set(queue.id, standings.set(endpointId, after));
        // How everybody is when the floor is first looked at is no news; somebody who joins later is.
        if (this.#before.queues.has(queue.id))
          this.#recordStanding(queue.id, endpointId, before ?? STRANGER, after);
      }
    for (const [queueId, standings] of fresh) {
      this.setQueue(queueId, { standings });
      this.#changed.add(queueId);
    }
  }

  #recordStanding(
    queueId: QueueId,
    endpointId: EndpointId,
    before: Pick<AgentStanding, "isLoggedIn" | "pausedReason">,
    after: AgentStanding,
  ): void {
    if (before.isLoggedIn !== after.isLoggedIn)
      this.record(queueId, { type: after.isLoggedIn ? "signedIn" : "signedOut", endpointId });
    if (before.pausedReason === after.pausedReason) return;
    if (after.pausedReason !== undefined)
      this.record(queueId, { type: "paused", endpointId, reason: after.pausedReason });
    else if (after.isLoggedIn) this.record(queueId, { type: "resumed", endpointId });
  }
}
