import type { QueueStatus } from "@offhook/contract";

export interface Pause {
  readonly reason: string;
  /** Unix time in seconds. */
  readonly since: number;
}

/** States in which nobody is who is paused. */
const NOT_PAUSED: ReadonlySet<string> = new Set(["idle", "wrapUp", "unreachable"]);

/**
 * The user's pauses by what queues tell. They do not tell of one while a call goes on or the line is logged out: what
 * was known before stays.
 */
export function pausesAfter(
  before: Readonly<Record<string, Pause>>,
  queues: readonly QueueStatus[],
  ownLines: readonly string[],
): Readonly<Record<string, Pause>> {
  const agents = queues.flatMap((queue) => queue.agents);
  const pauses: Record<string, Pause> = {};
  for (const line of ownLines) {
    const places = agents.filter(({ phone }) => phone === line);
    const paused = places.find(({ state }) => state === "paused");
    const known = before[line];
    if (paused) pauses[line] = { reason: paused.reason ?? "", since: paused.since };
    else if (known && !places.some(({ state }) => NOT_PAUSED.has(state))) pauses[line] = known;
  }
  return pauses;
}
