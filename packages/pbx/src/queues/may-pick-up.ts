import type { QueueConfig } from "../dialplan/company-config.ts";
import type { QueueStatus } from "../pbx-events.ts";
import { whyUnable } from "./choose-agents.ts";
import type { WaitingCaller } from "./floor-state.ts";

/**
 * Whether an agent may answer a caller for whom another agent rings. Penalty and turn say who is rung, not who may
 * come to help; whoever is in wrap-up is ready by wanting the call.
 */
export function mayPickUp(
  queue: QueueConfig,
  caller: WaitingCaller,
  standing: QueueStatus["agents"][number],
  at: number,
): boolean {
  const agent = queue.agents.find(({ endpointId }) => endpointId === standing.endpointId);
  if (!agent?.isLoggedIn || standing.reason !== undefined || standing.state === "ringing") return false;
  return whyUnable(at, queue, caller, agent) === undefined;
}
