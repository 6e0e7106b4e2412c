import type { QueueCaller, QueueStatus } from "@offhook/contract";

export interface WaitingCall extends QueueCaller {
  readonly queueId: number;
  readonly queue: string;
}

/** Whose turn it is, of those who can be taken now in one of these queues. */
export function nextToTake(
  calls: readonly WaitingCall[],
  queueIds: ReadonlySet<number>,
): WaitingCall | undefined {
  const [next] = calls
    .filter((call) => call.can_take && queueIds.has(call.queueId))
    .sort((one, other) => one.position - other.position || one.since - other.since);
  return next;
}

/** Why a caller goes before others; empty where they do not. */
export const priorityText = ({ priority, tag }: Pick<QueueCaller, "priority" | "tag">): string =>
  priority > 0 ? `Priority${tag ? `: ${tag}` : ""}` : "";

/** Whoever has waited longest comes first, whatever the queue. */
export function waitingCalls(queues: readonly QueueStatus[]): readonly WaitingCall[] {
  return queues
    .flatMap(({ queue_id, name, waiting }) =>
      waiting.map((caller) => ({ ...caller, queueId: queue_id, queue: name })),
    )
    .sort((one, other) => one.since - other.since || one.position - other.position);
}
