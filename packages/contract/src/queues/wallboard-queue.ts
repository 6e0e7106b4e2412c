import type { QueueCallNumbers, QueueNumbers } from "./queue-numbers.ts";
import type { QueueAgentState, QueueStatus } from "./queue-status.ts";
import type { WallboardQueue } from "./wallboard.ts";

type Group = "ready" | "talking" | "paused" | "away";

const GROUPS: Readonly<Record<QueueAgentState, Group>> = {
  idle: "ready",
  ringing: "talking",
  busy: "talking",
  wrapUp: "paused",
  paused: "paused",
  unreachable: "away",
  loggedOut: "away",
};

const NO_CALLS: QueueCallNumbers = {
  ...{ offered: 0, answered: 0, abandoned: 0, overflowed: 0, service_level: null },
  ...{ average_wait: null, longest_wait: 0, average_talk: null },
};

/** Made of the same parts for a signed-in user and for a screen without one, so that both show the same numbers. */
export function wallboardQueueOf(
  { name, waiting, agents }: QueueStatus,
  numbers: QueueNumbers["queues"][number] | undefined,
  usual: readonly number[] | undefined,
): WallboardQueue {
  const count = (group: Group): number => agents.filter(({ state }) => GROUPS[state] === group).length;
  const {
    offered,
    answered,
    abandoned,
    overflowed,
    service_level,
    average_wait,
    longest_wait,
    average_talk,
  } = numbers ?? NO_CALLS;
  return {
    name,
    waiting: waiting.length,
    waiting_since: waiting.length === 0 ? null : Math.min(...waiting.map(({ since }) => since)),
    ready: count("ready"),
    talking: count("talking"),
    paused: count("paused"),
    away: count("away"),
    ...{ offered, answered, abandoned, overflowed, service_level, average_wait, longest_wait, average_talk },
    hours: (numbers?.hours ?? []).map((hour) => hour.offered),
    usual: [...(usual ?? [])],
  };
}
