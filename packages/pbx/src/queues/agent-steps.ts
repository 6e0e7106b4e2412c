import type { EndpointId } from "../dialplan/company-config.ts";
import type { FloorChange } from "./floor-change.ts";
import { type FloorEvent, ringingAgents } from "./floor-state.ts";
import { isOutOfReach, offer } from "./serve-callers.ts";
import { agentsOf, queuesServedBy } from "./served-queues.ts";

type EventOf<Type extends FloorEvent["type"]> = Extract<FloorEvent, { type: Type }>;

/** Shown to the agent, who is to know why no more calls come. */
export const MISSED_A_CALL = "Missed a call";

export function see(change: FloorChange, { presence }: EventOf<"agentsSeen">): void {
  for (const [endpointId, seen] of presence) {
    const isListed = queuesServedBy(change.configs, endpointId).length > 0;
    const isNews = change.agents.get(endpointId)?.presence !== seen;
    if (isListed && isNews) change.setAgent(endpointId, { presence: seen });
  }
}

export function miss(
  change: FloorChange,
  { callId, queueId, endpointId, reason, ringMs }: EventOf<"missed">,
): void {
  // The agent was there; it is the caller who did not come to the phone.
  if (change.caller(callId)?.callback?.takenBy === endpointId) {
    change.setAgent(endpointId, { idleSince: change.at });
    return;
  }
  change.record(queueId, { type: "missed", callId, endpointId, reason, ringMs });
  const ringing = change.waiting.find((caller) => caller.callId === callId)?.ringing;
  if (ringing?.includes(endpointId))
    change.setCaller(callId, { ringing: ringing.filter((id) => id !== endpointId) });
  // Nobody who lost the network is kept out once they are back.
  if (reason !== "unreachable" && change.configs.get(queueId)?.pausesAfterMissed)
    change.setAgent(endpointId, { pausedReason: MISSED_A_CALL });
}

export function endCall(
  change: FloorChange,
  { callId, queueId, endpointId, talkMs }: EventOf<"callEnded">,
): void {
  change.record(queueId, { type: "ended", callId, endpointId, talkMs });
  if (queuesServedBy(change.configs, endpointId).length === 0) return;
  const wrapUpMs = change.configs.get(queueId)?.wrapUpMs ?? 0;
  change.setAgent(endpointId, { idleSince: change.at, taken: undefined });
  if (wrapUpMs === 0) return;
  const untilMs = change.at + wrapUpMs;
  change.setAgent(endpointId, { wrapUp: { queueId, untilMs } });
  change.record(queueId, { type: "wrapUp", endpointId, untilMs });
}

/** It began before call control did. */
export function restoreWrapUp(
  change: FloorChange,
  { queueId, endpointId, untilMs }: EventOf<"wrapUpRestored">,
): void {
  const isListed = queuesServedBy(change.configs, endpointId).length > 0;
  if (isListed && untilMs > change.at) change.setAgent(endpointId, { wrapUp: { queueId, untilMs } });
}

/** Time went by. */
export function endWrapUps(change: FloorChange): void {
  for (const [endpointId, { wrapUp }] of change.agents)
    if (wrapUp && wrapUp.untilMs <= change.at) endWrapUp(change, endpointId);
}

function endWrapUp(change: FloorChange, endpointId: EndpointId): void {
  const { wrapUp } = change.agent(endpointId);
  if (!wrapUp) return;
  change.setAgent(endpointId, { wrapUp: undefined });
  change.record(wrapUp.queueId, { type: "ready", endpointId });
}

export function pause(change: FloorChange, { endpointId, reason }: EventOf<"pause">): void {
  if (queuesServedBy(change.configs, endpointId).length === 0) {
    change.refuse();
    return;
  }
  change.setAgent(endpointId, { pausedReason: reason });
}

/** Refused where the directory says that the agent is paused: there it has to be taken back. */
export function resume(change: FloorChange, { endpointId }: EventOf<"resume">): void {
  const { pausedReason } = change.agent(endpointId);
  if (pausedReason === undefined) {
    change.refuse();
    return;
  }
  change.setAgent(endpointId, { pausedReason: undefined });
}

export function getReady(change: FloorChange, { endpointId }: EventOf<"getReady">): void {
  if (change.agent(endpointId).wrapUp) endWrapUp(change, endpointId);
  else change.refuse();
}

/** An agent wants this caller, whoever's turn it is. */
export function take(change: FloorChange, { callId, endpointId }: EventOf<"take">): void {
  const caller = change.caller(callId);
  const queue = caller && change.configs.get(caller.queueId);
  if (!caller || caller.ringing || isOutOfReach(caller) || !queue?.canChoose) {
    change.refuse();
    return;
  }
  const agent = queue.agents.find((each) => each.endpointId === endpointId);
  const { presence, pausedReason } = change.agent(endpointId);
  const isPaused = agent?.pausedReason !== undefined || pausedReason !== undefined;
  const isRinging = change.waiting.some(({ ringing }) => ringing?.includes(endpointId));
  if (!agent?.isLoggedIn || isPaused || isRinging || presence !== "free") {
    change.refuse();
    return;
  }
  if (caller.blockedBy.includes(endpointId)) {
    change.refuse();
    return;
  }
  endWrapUp(change, endpointId);
  offer(change, caller, [endpointId], ringingAgents(change.waiting));
}

/** The configuration may have changed: everybody is looked at again, and what is gone is forgotten. */
export function configure(change: FloorChange): void {
  const listed = agentsOf(change.configs);
  for (const [endpointId, queues] of listed) {
    const isResumed = queues.some(({ id, agents }) => {
      const before = change.queue(id).standings.get(endpointId)?.listedPause;
      const now = agents.find((agent) => agent.endpointId === endpointId)?.pausedReason;
      return before !== undefined && now === undefined;
    });
    const isGone = queues.every(
      ({ agents }) => !agents.some((agent) => agent.endpointId === endpointId && agent.isLoggedIn),
    );
    // Somebody who starts anew is not kept out by what happened before.
    if ((isResumed || isGone) && change.agent(endpointId).pausedReason !== undefined)
      change.setAgent(endpointId, { pausedReason: undefined });
    change.touch(endpointId);
  }
  for (const endpointId of [...change.agents.keys()])
    if (!listed.has(endpointId)) change.forgetAgent(endpointId);
  forgetStandings(change);
}

function forgetStandings(change: FloorChange): void {
  for (const queueId of [...change.queueIds]) {
    const queue = change.configs.get(queueId);
    const kept = new Set(queue?.agents.map(({ endpointId }) => endpointId));
    const { standings } = change.queue(queueId);
    const left = [...standings].filter(([endpointId]) => !kept.has(endpointId));
    for (const [endpointId, { isLoggedIn }] of left)
      if (isLoggedIn) change.record(queueId, { type: "signedOut", endpointId });
    if (!queue) change.forgetQueue(queueId);
    else if (left.length > 0)
      change.setQueue(queueId, { standings: new Map([...standings].filter(([id]) => kept.has(id))) });
  }
}
