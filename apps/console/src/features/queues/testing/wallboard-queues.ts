import type { WallboardQueue, WallboardScreen } from "@offhook/contract";
import { DEFAULT_WALLBOARD_THRESHOLDS } from "@offhook/contract";
import { NOW_S } from "./queue-statuses.ts";

export function aWallboardQueue(change: Partial<WallboardQueue> = {}): WallboardQueue {
  return {
    name: "Scheduling",
    ...{ waiting: 0, waiting_since: null, ready: 1, talking: 1, paused: 0, away: 2 },
    ...{ offered: 0, answered: 0, abandoned: 0, overflowed: 0, service_level: null },
    ...{ average_wait: null, longest_wait: 0, average_talk: null },
    hours: [0, 0, 0, 0, 0, 0, 0, 0, 2, 5],
    usual: [0, 0, 0, 0, 0, 0, 0, 0, 3.5, 4],
    ...change,
  };
}

export function aScreen(change: Partial<WallboardScreen> = {}): WallboardScreen {
  return {
    name: "Lobby",
    now: NOW_S,
    hour: 10,
    build: "build-1",
    thresholds: DEFAULT_WALLBOARD_THRESHOLDS,
    queues: [aWallboardQueue({ waiting: 2, waiting_since: NOW_S - 42, offered: 12, answered: 9 })],
    agents: [{ name: "Dev", state: "busy", since: NOW_S - 5 }],
    ...change,
  };
}
