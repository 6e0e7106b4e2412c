import type { AcdServerFrame, QueueStatus } from "@offhook/contract";
import { type FeedScope, seesQueue } from "./feed-scope.ts";

type QueueFrame = Extract<AcdServerFrame, { type: "queues" | "agents" }>;

/** Pure. What somebody may see of a company's queues. */
export function queueFrames(scope: FeedScope, statuses: readonly QueueStatus[]): readonly QueueFrame[] {
  const seen = statuses.filter(({ queue_id }) => seesQueue(scope, queue_id));
  const queues = seen.map(({ agents: _agents, ...queue }) => queue);
  const agents = seen.flatMap(({ queue_id, agents: own }) => own.map((agent) => ({ queue_id, ...agent })));
  return [
    { type: "queues", data: { queues } },
    { type: "agents", data: { agents } },
  ];
}
