import type { QueueConfig } from "../dialplan/company-config.ts";
import type { QueueStatus } from "../pbx-events.ts";
import type { FloorState } from "./floor-state.ts";

/** A queue as people see it. */
export function statusOf(floor: FloorState, { id: queueId, agents }: QueueConfig): QueueStatus {
  const standings = floor.queues.get(queueId)?.standings;
  return {
    companyId: floor.companyId,
    queueId,
    waiting: floor.waiting
      .filter((caller) => caller.queueId === queueId && !caller.leaving)
      .map(({ callId, since, priority }, index) => ({ callId, since, priority, position: index + 1 })),
    agents: agents.flatMap(({ endpointId }) => {
      const standing = standings?.get(endpointId);
      if (!standing) return [];
      const { name, ...details } = standing.state;
      return [{ endpointId, state: name, since: standing.since, ...details }];
    }),
  };
}
