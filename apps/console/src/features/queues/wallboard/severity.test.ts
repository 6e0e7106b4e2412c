import { DEFAULT_WALLBOARD_THRESHOLDS, type WallboardQueue } from "@offhook/contract";
import { expect, test } from "vitest";
import { aWallboardQueue } from "../testing/wallboard-queues.ts";
import { type QueueSeverity, severityOf } from "./severity.ts";
import { columnsFor } from "./tile-grid.ts";

const NOW = 1_000;

test.each<[string, Partial<WallboardQueue>, Partial<QueueSeverity>]>([
  ["a quiet queue is normal", {}, { worst: "normal", now: "normal" }],
  [
    "three wait",
    { waiting: 3, waiting_since: NOW },
    { waiting: "warning", worst: "warning", now: "warning" },
  ],
  ["six wait", { waiting: 6, waiting_since: NOW }, { waiting: "alarm", now: "alarm" }],
  ["somebody waits a minute", { waiting: 1, waiting_since: NOW - 60 }, { longestWait: "warning" }],
  [
    "somebody waits three minutes",
    { waiting: 1, waiting_since: NOW - 180 },
    { longestWait: "alarm", now: "alarm" },
  ],
  ["one in ten gave up", { offered: 10, abandoned: 1 }, { abandoned: "warning", now: "normal" }],
  [
    "one in five gave up",
    { offered: 10, abandoned: 2 },
    { abandoned: "alarm", worst: "alarm", now: "normal" },
  ],
  ["the service level sinks", { offered: 10, service_level: 0.79 }, { serviceLevel: "warning" }],
  ["the service level is low", { offered: 10, service_level: 0.59 }, { serviceLevel: "alarm" }],
  ["a few calls say nothing", { offered: 4, abandoned: 4, service_level: 0 }, { worst: "normal" }],
])("[WB3] %s", (_rule, change, expected) => {
  expect(severityOf(aWallboardQueue(change), DEFAULT_WALLBOARD_THRESHOLDS, NOW)).toMatchObject(expected);
});

test.each([
  [1, 390, 640, 1],
  [2, 390, 640, 1],
  [12, 390, 640, 2],
  [3, 1440, 800, 2],
  [4, 1920, 1000, 2],
  [12, 3840, 2000, 4],
])("[WB4] %i queues on %i x %i stand in %i columns", (count, width, height, columns) => {
  expect(columnsFor(count, { width, height })).toBe(columns);
});
