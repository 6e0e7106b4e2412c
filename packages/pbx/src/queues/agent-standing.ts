import type { EndpointId, QueueConfig } from "../dialplan/company-config.ts";
import type { AgentStanding, AgentState, FloorAgent } from "./floor-state.ts";

/** What there is to know of an agent at this moment, beside the queue's own list. */
export interface AgentMoment {
  readonly agent: FloorAgent;
  /** For a caller of any queue. */
  readonly isRinging: boolean;
  readonly at: number;
}

/** Pure. The same object comes back when nothing has changed. */
export function standingOf(
  queue: QueueConfig,
  endpointId: EndpointId,
  moment: AgentMoment,
  before: AgentStanding | undefined,
): AgentStanding {
  const listed = queue.agents.find((each) => each.endpointId === endpointId);
  const isLoggedIn = listed?.isLoggedIn === true;
  const listedPause = listed?.pausedReason;
  // Nobody is paused where they do not work.
  const pausedReason = isLoggedIn ? (listedPause ?? moment.agent.pausedReason) : undefined;
  const state = stateOf(isLoggedIn, pausedReason, moment);
  const isSameState = before !== undefined && isSame(before.state, state);
  if (
    isSameState &&
    before.isLoggedIn === isLoggedIn &&
    before.pausedReason === pausedReason &&
    before.listedPause === listedPause
  )
    return before;
  return {
    state: isSameState ? before.state : state,
    since: isSameState ? before.since : moment.at,
    isLoggedIn,
    pausedReason,
    listedPause,
  };
}

function stateOf(
  isLoggedIn: boolean,
  pausedReason: string | undefined,
  { agent, isRinging }: AgentMoment,
): AgentState {
  if (!isLoggedIn) return { name: "loggedOut" };
  if (isRinging) return { name: "ringing" };
  if (agent.presence === "busy") return { name: "busy" };
  // Before the device: somebody who went to lunch and closed the laptop is at lunch.
  if (pausedReason !== undefined) return { name: "paused", reason: pausedReason };
  if (agent.presence === "unreachable") return { name: "unreachable" };
  return agent.wrapUp ? { name: "wrapUp", untilMs: agent.wrapUp.untilMs } : { name: "idle" };
}

function isSame(a: AgentState, b: AgentState): boolean {
  if (a.name === "paused" && b.name === "paused") return a.reason === b.reason;
  if (a.name === "wrapUp" && b.name === "wrapUp") return a.untilMs === b.untilMs;
  return a.name === b.name;
}
