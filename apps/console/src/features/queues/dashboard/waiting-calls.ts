import type { QueueCaller, QueueStatus } from "@offhook/contract";

export interface WaitingCall extends QueueCaller {
  readonly queueId: number;
  readonly queue: string;
}

/** Whoever has waited longest comes first, whatever the queue. */
export function waitingCalls(queues: readonly QueueStatus[]): readonly WaitingCall[] {
  return queues
    .flatMap(({ queue_id, name, waiting }) =>
      waiting.map((caller) => ({ ...caller, queueId: queue_id, queue: name })),
    )
    .sort((one, other) => one.since - other.since || one.position - other.position);
}
