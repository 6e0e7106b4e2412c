import { expect, test } from "vitest";
import { QueueAgentState, type QueueStatus } from "./queue-status.ts";
import { wallboardQueueOf } from "./wallboard-queue.ts";

const agent = (state: QueueAgentState, index: number): QueueStatus["agents"][number] => ({
  ...{ phone: `line-${index}`, user_id: index, name: `Agent ${index}`, extension: null },
  ...{ state, reason: null, since: 0, until: null, call: null },
});

test("[WB14] every agent of a queue is counted once, whatever they do", () => {
  const agents = QueueAgentState.options.map(agent);
  const status = { queue_id: 1, name: "Scheduling", extension: "301", waiting: [], agents };
  const { ready, talking, paused, away } = wallboardQueueOf(status, undefined, undefined);
  expect({ ready, talking, paused, away }).toEqual({ ready: 1, talking: 2, paused: 2, away: 2 });
});
