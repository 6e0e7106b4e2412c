import type { QueueConfig } from "../dialplan/company-config.ts";
import type { QueueStatus } from "../pbx-events.ts";
import type { FloorState } from "./floor-state.ts";

/** A queue as people see it. */
export function statusOf(floor: FloorState, { id: queueId, agents, canChoose }: QueueConfig): QueueStatus {
  const standings = floor.queues.get(queueId)?.standings;
  return {
    companyId: floor.companyId,
    queueId,
    waiting: floor.waiting
      .filter((caller) => caller.queueId === queueId && !caller.leaving)
      .map(({ callId, waitingSince: since, priority, tag, ringing, party, callback }, index) => ({
        ...{ callId, since, priority, tag, position: index + 1 },
        canBeTaken: canChoose && !ringing && !callback,
        ...(callback && party && { callback: party }),
      })),
    agents: agents.flatMap(({ endpointId }) => {
      const standing = standings?.get(endpointId);
      if (!standing) return [];
      const { state, since, pausedReason: reason } = standing;
      const untilMs = state.name === "wrapUp" ? state.untilMs : undefined;
      const { taken } = floor.agents.get(endpointId) ?? {};
      const call = state.name === "busy" && taken?.queueId === queueId ? taken : undefined;
      return [{ endpointId, state: state.name, since, reason, untilMs, call }];
    }),
  };
}
