import type { EndpointId, QueueAgent, QueueConfig } from "../dialplan/company-config.ts";
import type { FloorChange } from "./floor-change.ts";
import type { WaitingCaller } from "./floor-state.ts";

/** Fewest calls are counted over a shift: somebody who was away for a week does not get all of today's. */
export const SHIFT_MS = 8 * 3_600_000;

/** Whether the agent could be rung for this queue, had nobody else just been chosen. */
export function isReady(change: FloorChange, agent: QueueAgent): boolean {
  if (!agent.isLoggedIn || agent.pausedReason !== undefined) return false;
  const { presence, wrapUp, pausedReason } = change.agent(agent.endpointId);
  return presence === "free" && wrapUp === undefined && pausedReason === undefined;
}

/** Who of these rings for the caller: one, or all where the queue says so; none where nobody may take the call. */
export function chooseAgents(
  change: FloorChange,
  queue: QueueConfig,
  caller: WaitingCaller,
  ready: readonly QueueAgent[],
): readonly EndpointId[] {
  const wanted = wantedSkills(change.at, queue, caller);
  const able = ready.filter(
    ({ endpointId, skills = [] }) =>
      !caller.blockedBy.includes(endpointId) && wanted.every((skill) => skills.includes(skill)),
  );
  if (able.length === 0) return [];
  const lowest = Math.min(...able.map(penaltyOf));
  const candidates = able.filter((agent) => penaltyOf(agent) === lowest).map(({ endpointId }) => endpointId);
  return queue.strategy === "ringAll" ? candidates : [chooseOne(change, queue, candidates)];
}

const penaltyOf = ({ penalty = 0 }: QueueAgent): number => penalty;

const wantedSkills = (at: number, { skillPatienceMs }: QueueConfig, caller: WaitingCaller) =>
  at < caller.since + skillPatienceMs ? caller.skills : [];

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
