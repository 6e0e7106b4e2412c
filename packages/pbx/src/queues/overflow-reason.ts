import type { QueueConfig } from "../dialplan/company-config.ts";
import type { OverflowReason } from "./queue-records.ts";

/** How many agents of a queue are there. */
export interface Staffing {
  readonly loggedIn: number;
  /** Those of them who are not paused. */
  readonly working: number;
}

/** Why it makes no sense to wait, where the queue minds. */
export function nobodyComes(queue: QueueConfig, { loggedIn, working }: Staffing): OverflowReason | undefined {
  if (loggedIn === 0) return queue.leavesWhenEmpty ? "nobodySignedIn" : undefined;
  return queue.leavesWhenPaused && working === 0 ? "everyonePaused" : undefined;
}
