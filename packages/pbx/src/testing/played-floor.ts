import type { QueueConfig } from "../dialplan/company-config.ts";
import {
  type AgentPresence,
  emptyFloor,
  type FloorEffect,
  type FloorHappening,
  type FloorState,
  type FloorStep,
} from "../queues/floor-state.ts";
import { stepFloor } from "../queues/floor-step.ts";
import type { QueueRecord } from "../queues/queue-records.ts";
import { wakeAt } from "../queues/serve-callers.ts";

/** The queues of a company without the calls: plays events and keeps what came of them. */
export class PlayedFloor {
  readonly records: QueueRecord[] = [];
  state: FloorState = emptyFloor("company");
  #configs: ReadonlyMap<string, QueueConfig> = new Map();

  /** Everybody listed is free. */
  constructor(...queues: readonly QueueConfig[]) {
    this.configure(0, ...queues);
    this.see(
      0,
      "free",
      queues.flatMap(({ agents }) => agents.map(({ endpointId }) => endpointId)),
    );
  }

  wakeAfter(now: number): number | undefined {
    return wakeAt(this.state, this.#configs, now);
  }

  /** The states of a queue's agents, with when they began. */
  standings(queueId = "queue"): Readonly<Record<string, string>> {
    const standings = this.state.queues.get(queueId)?.standings ?? new Map();
    return Object.fromEntries(
      [...standings].map(([endpointId, { state, since }]) => [endpointId, `${state.name} since ${since}`]),
    );
  }

  configure(at: number, ...queues: readonly QueueConfig[]): FloorStep {
    this.#configs = new Map(queues.map((queue) => [queue.id, queue]));
    return this.play(at, { type: "configured" });
  }

  see(at: number, presence: AgentPresence, endpointIds: readonly string[]): readonly FloorEffect[] {
    const seen = new Map(endpointIds.map((id) => [id, presence]));
    return this.play(at, { type: "agentsSeen", presence: seen }).effects;
  }

  play(at: number, happening: FloorHappening): FloorStep {
    const step = stepFloor(this.state, { ...happening, at }, this.#configs);
    this.state = step.state;
    this.records.push(...step.records);
    return step;
  }

  do(at: number, happening: FloorHappening): readonly FloorEffect[] {
    return this.play(at, happening).effects;
  }

  /** The result is who rings for whom. */
  rings(at: number, happening: FloorHappening): readonly string[] {
    return ringsOf(this.do(at, happening));
  }

  enter(
    at: number,
    callId: string,
    {
      queueId = "queue",
      priority = 0,
      skills = [] as readonly string[],
      blockedBy = [] as string[],
      number = undefined as string | undefined,
    } = {},
  ): readonly string[] {
    const party = number === undefined ? undefined : { number, name: "Agnes" };
    return this.rings(at, { type: "entered", callId, queueId, priority, skills, blockedBy, party });
  }
}

export const ringsOf = (effects: readonly FloorEffect[]): readonly string[] =>
  effects.flatMap((effect) =>
    effect.type === "ring" ? [`${effect.callId}: ${effect.endpointIds.join("+")}`] : [],
  );
