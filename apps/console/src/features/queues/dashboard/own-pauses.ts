import type { QueueStatus } from "@offhook/contract";

export interface Pause {
  readonly reason: string;
  /** Unix time in seconds. */
  readonly since: number;
}

/** States in which nobody is who is paused. */
const NOT_PAUSED: ReadonlySet<string> = new Set(["idle", "wrapUp", "unreachable"]);

/**
 * The user's pauses by what queues tell. In a call they may tell of one, but not since when, and of a line that is
 * logged out they tell nothing: what was known before stays.
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
    const told = places.find(({ reason }) => reason !== null);
    const known = before[line];
    if (paused) pauses[line] = { reason: paused.reason ?? "", since: paused.since };
    else if (known && !places.some(({ state }) => NOT_PAUSED.has(state))) pauses[line] = known;
    else if (told) pauses[line] = { reason: told.reason ?? "", since: told.since };
  }
  return pauses;
}
