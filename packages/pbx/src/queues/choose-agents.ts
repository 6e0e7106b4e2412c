import type { EndpointId, QueueAgent, QueueConfig } from "../dialplan/company-config.ts";
import type { FloorChange } from "./floor-change.ts";
import type { WaitingCaller } from "./floor-state.ts";

/** Fewest calls are counted over a shift: somebody who was away for a week does not get all of today's. */
export const SHIFT_MS = 8 * 3_600_000;

/** Why the agent cannot be rung for this queue, whoever else is chosen; undefined: could be. */
export function whyNotReady(
  change: FloorChange,
  agent: QueueAgent,
): "loggedOut" | "paused" | "busy" | "unreachable" | "wrapUp" | undefined {
  if (!agent.isLoggedIn) return "loggedOut";
  const { presence, wrapUp, pausedReason } = change.agent(agent.endpointId);
  if (agent.pausedReason !== undefined || pausedReason !== undefined) return "paused";
  if (presence !== "free") return presence;
  return wrapUp ? "wrapUp" : undefined;
}

/** Why the agent may not take this caller; undefined: may. */
export function whyUnable(
  at: number,
  { skillPatienceMs }: QueueConfig,
  { blockedBy, skills: wanted, since }: WaitingCaller,
  { endpointId, skills = [] }: QueueAgent,
): "blocked" | "skills" | undefined {
  if (blockedBy.includes(endpointId)) return "blocked";
  // A caller who has waited for somebody who can do it for long enough takes anybody.
  const isAble = at >= since + skillPatienceMs || wanted.every((skill) => skills.includes(skill));
  return isAble ? undefined : "skills";
}

/** Who of these rings for the caller: one, or all where the queue says so; none where nobody may take the call. */
export function chooseAgents(
  change: FloorChange,
  queue: QueueConfig,
  caller: WaitingCaller,
  ready: readonly QueueAgent[],
): readonly EndpointId[] {
  const able = ready.filter((agent) => whyUnable(change.at, queue, caller, agent) === undefined);
  if (able.length === 0) return [];
  const lowest = Math.min(...able.map(penaltyOf));
  const candidates = able.filter((agent) => penaltyOf(agent) === lowest).map(({ endpointId }) => endpointId);
  return queue.strategy === "ringAll" ? candidates : [chooseOne(change, queue, candidates)];
}

export const penaltyOf = ({ penalty = 0 }: QueueAgent): number => penalty;

function chooseOne(change: FloorChange, queue: QueueConfig, candidates: readonly EndpointId[]): EndpointId {
  switch (queue.strategy) {
    case "ringAll":
    case "roundRobin":
      return nextInTurn(queue, candidates, change.queue(queue.id).lastOffered);
    case "longestIdle":
      return least(candidates, (id) => servedAt(change, id));
    case "fewestCalls":
      // Among equals the one who has rested longest, so that somebody who lets it ring is not rung forever.
      return least(leastOf(candidates, callsIn(change)), (id) => servedAt(change, id));
    case "random":
      return candidates[Math.floor(change.random() * candidates.length)] as EndpointId;
  }
}

/** An agent who has just let it ring counts as served; otherwise that agent alone would be rung forever. */
function servedAt(change: FloorChange, endpointId: EndpointId): number {
  const { idleSince, offeredAt } = change.agent(endpointId);
  return Math.max(idleSince, offeredAt);
}

const callsIn =
  (change: FloorChange) =>
  (endpointId: EndpointId): number =>
    change.agent(endpointId).takenAt.filter((at) => at > change.at - SHIFT_MS).length;

function nextInTurn(
  { agents }: QueueConfig,
  candidates: readonly EndpointId[],
  last: EndpointId | undefined,
): EndpointId {
  const order = agents.map(({ endpointId }) => endpointId);
  const start = order.indexOf(last ?? "") + 1;
  const turn = [...order.slice(start), ...order.slice(0, start)];
  return turn.find((id) => candidates.includes(id)) as EndpointId;
}

function leastOf(
  candidates: readonly EndpointId[],
  measure: (id: EndpointId) => number,
): readonly EndpointId[] {
  const measured = candidates.map((id) => ({ id, value: measure(id) }));
  const lowest = Math.min(...measured.map(({ value }) => value));
  return measured.filter(({ value }) => value === lowest).map(({ id }) => id);
}

const least = (candidates: readonly EndpointId[], measure: (id: EndpointId) => number): EndpointId =>
  leastOf(candidates, measure)[0] as EndpointId;
