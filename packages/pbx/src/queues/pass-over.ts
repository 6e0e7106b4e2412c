import type { PassedOverReason } from "../calls/passed-over.ts";
import type { EndpointId, QueueAgent, QueueConfig } from "../dialplan/company-config.ts";
import { penaltyOf, whyNotReady, whyUnable } from "./choose-agents.ts";
import type { FloorChange } from "./floor-change.ts";
import type { FloorEvent, PassedOverAgent, WaitingCaller } from "./floor-state.ts";

const NOBODY: ReadonlySet<EndpointId> = new Set();

/** Tells why the other agents are not rung when these are. */
export function passOver(
  change: FloorChange,
  caller: WaitingCaller,
  chosen: readonly EndpointId[],
  ringing: ReadonlySet<EndpointId> = NOBODY,
): void {
  const queue = change.configs.get(caller.queueId);
  // Whoever is called back is not on the line: nobody has missed a call.
  if (!queue || caller.callback) return;
  const rung = new Set(chosen);
  const lowest = Math.min(...queue.agents.filter(({ endpointId }) => rung.has(endpointId)).map(penaltyOf));
  tell(change, queue, caller.callId, (agent) => {
    if (rung.has(agent.endpointId)) return undefined;
    const reason = whyNotReady(change, agent) ?? whyUnable(change.at, queue, caller, agent);
    if (reason || rung.size === 0) return reason;
    if (ringing.has(agent.endpointId)) return "ringing";
    return penaltyOf(agent) > lowest ? "penalty" : "turn";
  });
}

/** The queue took nobody: because of its agents, or whoever they are. */
export function passOverAll(
  change: FloorChange,
  { callId, queueId, reason }: Extract<FloorEvent, { type: "turnedAway" }>,
): void {
  const queue = change.configs.get(queueId);
  const isForAll = reason === "closed" || reason === "full";
  if (queue) tell(change, queue, callId, (agent) => (isForAll ? reason : whyNotReady(change, agent)));
}

function tell(
  change: FloorChange,
  { id: queueId, agents }: QueueConfig,
  callId: string,
  why: (agent: QueueAgent) => PassedOverAgent["reason"] | undefined,
): void {
  const lines = agents.flatMap((agent): PassedOverAgent[] => {
    const reason = why(agent);
    return reason ? [{ endpointId: agent.endpointId, reason, detail: detailOf(change, agent, reason) }] : [];
  });
  if (lines.length > 0) change.emit({ type: "passOver", callId, queueId, lines });
}

const detailOf = (
  change: FloorChange,
  { endpointId, pausedReason }: QueueAgent,
  reason: PassedOverReason | "unreachable",
): string | undefined =>
  reason === "paused" ? (pausedReason ?? change.agent(endpointId).pausedReason) : undefined;
