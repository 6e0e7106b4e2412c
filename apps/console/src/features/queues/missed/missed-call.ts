import type { PushEventOf } from "@offhook/contract";

/** A call that a queue rang a line of the user for in vain. */
export interface MissedCall {
  readonly queue: string;
  /** Unix time in seconds. */
  readonly at: number;
  readonly isDeclined: boolean;
}

export const missedCallOf = ({ queue_name, at, reason }: PushEventOf<"QUEUE_MISSED">): MissedCall => ({
  queue: queue_name,
  at,
  isDeclined: reason === "declined",
});
