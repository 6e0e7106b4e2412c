import type { HuntGroup, Queue, QueueEvent } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { EventLog } from "../../platform/live/event-log.ts";
import { Availability } from "./availability-store.ts";

const scheduling: Queue = { id: 301, name: "Scheduling", extension: "301", available: "0" };
const reception: HuntGroup = {
  id: 1,
  name: "Reception",
  extension: null,
  lines: [{ id: 11, dnumber: "101", available: "1", level: 1, name: "Maya", owned: true }],
};

function anAvailability(answer: () => Promise<never> | Promise<void>) {
  const clock = new FakeClock();
  const calls: unknown[] = [];
  const save = async (request: { body: unknown }): Promise<never> => {
    calls.push(request.body);
    await answer();
    return scheduling as never;
  };
  const log = new EventLog();
  const tell = (event: QueueEvent): void => log.add(log.last + 1, event);
  const availability = new Availability({
    log,
    clock,
    activeLine: () => "maya",
    client: {
      listMyQueues: () => Promise.resolve([scheduling]),
      getHuntGroups: () => Promise.resolve([reception]),
      loginToQueue: save,
      logoutOfQueue: save,
      updateHuntGroupAvailability: save,
    },
  });
  return { availability, clock, calls, tell };
}

const lineOf = (availability: Availability) =>
  availability.state.getState().huntGroups[0]?.lines[0]?.available;
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

test("a switch moves at once and stays when the service agrees", async () => {
  const { availability, calls } = anAvailability(() => Promise.resolve());
  await availability.load();
  const done = availability.setQueue(301, true);
  expect(availability.state.getState().queues[0]?.available).toBe("1");
  await done;
  expect(calls).toEqual([{ queue: 301, phone: "maya" }]);
  expect(availability.state.getState().queues[0]?.available).toBe("1");
});

test("a refused switch goes back after 500 ms, and the refusal reaches the caller", async () => {
  const { availability, clock } = anAvailability(() => Promise.reject(new Error("no")));
  await availability.load();
  const outcome = availability.setHuntGroupLine(11, false).catch((failure: Error) => failure.message);
  await settle();
  expect(lineOf(availability)).toBe("0");
  clock.advance(499);
  await settle();
  expect(lineOf(availability)).toBe("0");
  clock.advance(1);
  expect(await outcome).toBe("no");
  expect(lineOf(availability)).toBe("1");
});

test("what others change arrives, for the own line only", async () => {
  const { availability, tell } = anAvailability(() => Promise.resolve());
  await availability.load();
  const event = { type: "QUEUE_UPDATE", queue_id: 301, user_id: null, available: "1" } as const;
  tell({ ...event, phone: "dev" });
  expect(availability.state.getState().queues[0]?.available).toBe("0");
  tell({ ...event, phone: "maya" });
  expect(availability.state.getState().queues[0]?.available).toBe("1");
});
