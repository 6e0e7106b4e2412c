import type { CancelTimer, Clock } from "@offhook/kernel";
import type { QueueCommands } from "../calls/call-runner-parts.ts";
import type { CompanyId, EndpointId, QueueConfig, QueueId } from "../dialplan/company-config.ts";
import type { QueueStatus } from "../pbx-events.ts";
import {
  EMPTY_QUEUE,
  type QueueEffect,
  type QueueEvent,
  type QueueState,
  stepQueue,
  wakeAt,
} from "./queue-state.ts";

export interface QueueRegistryParts {
  readonly clock: Clock;
  /** Undefined once the queue is no longer configured. */
  readonly configOf: (
    queueId: QueueId,
  ) => { readonly companyId: CompanyId; readonly config: QueueConfig } | undefined;
  /** Agents who could be rung right now: registered, willing, and on no call. */
  readonly isFree: (companyId: CompanyId, endpointId: EndpointId) => boolean;
  /** The agent's line does not want to hear from this caller. */
  readonly hasBlocked: (callId: string, endpointId: EndpointId) => boolean;
  readonly isReachable: (companyId: CompanyId, endpointId: EndpointId) => boolean;
  readonly ring: (callId: string, queueId: QueueId, endpointIds: readonly EndpointId[]) => void;
  readonly announce: (callId: string, position: number) => void;
  readonly giveUp: (callId: string, queueId: QueueId) => void;
  readonly onChanged: (status: QueueStatus) => void;
}

type QueueEventBody = DistributiveOmit<QueueEvent, "at">;
type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

/** All queues that have had a caller, with one timer each. */
export class QueueRegistry implements QueueCommands {
  readonly #parts: QueueRegistryParts;
  readonly #states = new Map<QueueId, QueueState>();
  readonly #timers = new Map<QueueId, CancelTimer>();

  constructor(parts: QueueRegistryParts) {
    this.#parts = parts;
  }

  get waitingCount(): number {
    let count = 0;
    for (const { waiting } of this.#states.values()) count += waiting.length;
    return count;
  }

  entered(queueId: QueueId, callId: string): void {
    this.#handle(queueId, { type: "entered", callId });
  }

  attemptFailed(queueId: QueueId, callId: string): void {
    this.#handle(queueId, { type: "attemptFailed", callId });
  }

  answered(queueId: QueueId, callId: string): void {
    this.#handle(queueId, { type: "answered", callId });
  }

  left(queueId: QueueId, callId: string): void {
    this.#handle(queueId, { type: "left", callId });
  }

  /** An agent's call of this queue has ended. */
  agentDone(queueId: QueueId, endpointId: EndpointId): void {
    this.#handle(queueId, { type: "agentDone", endpointId });
  }

  /** Something that agents depend on has changed: a registration, a call, the configuration. */
  recheck(): void {
    for (const [queueId, { waiting }] of this.#states) if (waiting.length > 0) this.#check(queueId);
  }

  waiting(queueId: QueueId): number {
    return this.#states.get(queueId)?.waiting.length ?? 0;
  }

  status(queueId: QueueId): QueueStatus | undefined {
    const found = this.#parts.configOf(queueId);
    if (!found) return undefined;
    const { companyId, config } = found;
    const state = this.#states.get(queueId) ?? EMPTY_QUEUE;
    const ringing = new Set(state.waiting.flatMap((caller) => caller.ringing ?? []));
    return {
      companyId,
      queueId,
      waiting: state.waiting.map(({ callId, since }, index) => ({ callId, since, position: index + 1 })),
      agents: config.agents.map(({ endpointId, isLoggedIn }) => ({
        endpointId,
        state: isLoggedIn ? this.#agentState(companyId, endpointId, state, ringing) : "loggedOut",
      })),
    };
  }

  close(): void {
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  #agentState(
    companyId: CompanyId,
    endpointId: EndpointId,
    state: QueueState,
    ringing: ReadonlySet<string>,
  ): QueueStatus["agents"][number]["state"] {
    if (ringing.has(endpointId)) return "ringing";
    if (!this.#parts.isReachable(companyId, endpointId)) return "unreachable";
    if (!this.#parts.isFree(companyId, endpointId)) return "busy";
    const wrapUpUntil = state.agents.get(endpointId)?.wrapUpUntil ?? 0;
    return wrapUpUntil > this.#parts.clock.now() ? "wrapUp" : "idle";
  }

  #handle(queueId: QueueId, event: QueueEventBody): void {
    this.#step(queueId, event);
    this.#check(queueId);
    const status = this.status(queueId);
    if (status) this.#parts.onChanged(status);
  }

  #check(queueId: QueueId): void {
    const found = this.#parts.configOf(queueId);
    if (!found) return;
    const { companyId, config } = found;
    const free = new Set(
      config.agents.map(({ endpointId }) => endpointId).filter((id) => this.#parts.isFree(companyId, id)),
    );
    const hasBlocked = (callId: string, endpointId: string): boolean =>
      this.#parts.hasBlocked(callId, endpointId);
    const effects = this.#step(queueId, { type: "checked", free, hasBlocked });
    for (const effect of effects) this.#carryOut(queueId, effect);
    this.#schedule(queueId, config);
  }

  #step(queueId: QueueId, event: QueueEventBody): readonly QueueEffect[] {
    const found = this.#parts.configOf(queueId);
    if (!found) return [];
    const timed = { ...event, at: this.#parts.clock.now() } as QueueEvent;
    const { state, effects } = stepQueue(this.#states.get(queueId) ?? EMPTY_QUEUE, timed, found.config);
    this.#states.set(queueId, state);
    return effects;
  }

  #carryOut(queueId: QueueId, effect: QueueEffect): void {
    switch (effect.type) {
      case "ring":
        this.#parts.ring(effect.callId, queueId, effect.endpointIds);
        break;
      case "announce":
        this.#parts.announce(effect.callId, effect.position);
        break;
      case "giveUp":
        this.#parts.giveUp(effect.callId, queueId);
        break;
    }
  }

  #schedule(queueId: QueueId, config: QueueConfig): void {
    this.#timers.get(queueId)?.();
    this.#timers.delete(queueId);
    const now = this.#parts.clock.now();
    const at = wakeAt(this.#states.get(queueId) ?? EMPTY_QUEUE, config, now);
    if (at !== undefined) this.#wake(queueId, at - now);
  }

  #wake(queueId: QueueId, delayMs: number): void {
    const cancel = this.#parts.clock.schedule(delayMs, () => {
      this.#timers.delete(queueId);
      this.#check(queueId);
    });
    this.#timers.set(queueId, cancel);
  }
}
