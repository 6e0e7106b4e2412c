import { FakeClock } from "@offhook/testkit";
import { pino } from "pino";
import { beforeEach, expect, test } from "vitest";
import { EdgeGuard } from "./edge-guard.ts";

let clock: FakeClock;
let lines: { what: string; untold: number }[];
let guard: EdgeGuard;

beforeEach(() => {
  clock = new FakeClock();
  lines = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  guard = new EdgeGuard({ clock, logger });
});

const fail = (): never => {
  throw new Error("nobody thought of this");
};

test("[EDGE5] a failing message is dropped, and the connection it came by is closed", () => {
  const listener = guard.listener({ receive: fail, receiveItem: fail, flowClosed: fail, isKnown: fail });
  const flow = {} as Parameters<typeof listener.receive>[0];
  expect(listener.receive(flow, Uint8Array.of())).toBeUndefined();
  expect(listener.receiveItem(flow, { kind: "ping" })).toBe(false);
  expect(listener.flowClosed(flow)).toBeUndefined();
});

test("[EDGE6] a failing timer ends alone, and the next one runs", () => {
  const ran: string[] = [];
  const guarded = guard.clock();
  guarded.schedule(10, fail);
  guarded.schedule(20, () => ran.push("next"));
  guarded.schedule(30, () => ran.push("taken back"))();
  clock.advance(100);
  expect(ran).toEqual(["next"]);
});

test("[EDGE7] failures fill no log: the first is written, the others are counted with the next", () => {
  for (let count = 0; count < 500; count += 1) guard.run("message", fail, undefined);
  expect(lines).toMatchObject([{ what: "message", untold: 0 }]);
  clock.advance(60_000);
  guard.run("timer", fail, undefined);
  expect(lines[1]).toMatchObject({ what: "timer", untold: 499 });
});
