import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { EventLog } from "../../../platform/live/event-log.ts";
import { anAgent, aQueueStatus, aWaitingCaller, theNumbers } from "../testing/queue-statuses.ts";
import { AgentBoard } from "./agent-board.ts";

function aBoard() {
  const clock = new FakeClock();
  const log = new EventLog();
  const asked = { status: 0, numbers: 0 };
  const service = { isUp: true, queues: [aQueueStatus()] };
  const answer = async <Reply>(reply: Reply): Promise<Reply> => {
    if (!service.isUp) throw new Error("down");
    return reply;
  };
  const board = new AgentBoard({
    clock,
    log,
    ownLines: ["reception"],
    client: {
      getQueueStatus: () => {
        asked.status += 1;
        return answer({ queues: service.queues, pause_reasons: ["Lunch"] });
      },
      getQueueNumbers: () => {
        asked.numbers += 1;
        return answer(theNumbers());
      },
      pauseQueues: () => answer([{ phone: "reception", reason: "Lunch", since: 70 }]),
      resumeQueues: () => answer([{ phone: "reception", reason: null, since: null }]),
      takeQueueCall: () => answer({}),
      getReadyForQueues: () => answer({}),
    },
  });
  const tell = (change: Parameters<typeof aQueueStatus>[0]): void =>
    log.add(log.last + 1, { type: "QUEUE_STATUS", status: aQueueStatus(change) });
  return { board, clock, log, asked, service, tell };
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

test("[ACD1] a queue is shown as it is told", async () => {
  const { board, tell, asked } = aBoard();
  await board.load();
  tell({ waiting: [aWaitingCaller()] });
  expect(board.state.getState().queues[0]?.waiting).toHaveLength(1);
  expect(asked.status).toBe(1);
});

test("[ACD1] a queue that is new to the user is asked for", async () => {
  const { board, tell, asked, service } = aBoard();
  await board.load();
  service.queues = [aQueueStatus(), aQueueStatus({ queue_id: 302, name: "Billing" })];
  tell({ queue_id: 302, name: "Billing" });
  await settle();
  expect(asked.status).toBe(2);
  expect(board.state.getState().queues.map(({ name }) => name)).toEqual(["Scheduling", "Billing"]);
});

test("[ACD5] many changes are counted once in five seconds, and the last one is among them", async () => {
  const { board, tell, asked, clock } = aBoard();
  await board.load();
  await settle();
  expect(asked.numbers).toBe(1);
  for (let step = 0; step < 40; step += 1) {
    tell({ waiting: step % 2 === 0 ? [aWaitingCaller()] : [] });
    clock.advance(250);
    await settle();
  }
  expect(asked.numbers).toBe(3);
  clock.advance(5_000);
  await settle();
  expect(asked.numbers).toBe(4);
});

test("[ACD5] a day that ends without a call is counted anew, and a board that is left counts nothing", async () => {
  const { board, asked, clock } = aBoard();
  await board.load();
  clock.advance(300_000);
  await settle();
  expect(asked.numbers).toBe(2);
  board.stop();
  clock.advance(900_000);
  await settle();
  expect(asked.numbers).toBe(2);
});

test("[ACD4] a pause shows at once, and goes back where the service refuses it", async () => {
  const { board, service } = aBoard();
  await board.load();
  const paused = board.pause("Lunch");
  expect(board.state.getState().pauses.reception?.reason).toBe("Lunch");
  await paused;
  expect(board.state.getState().pauses).toEqual({ reception: { reason: "Lunch", since: 70 } });
  service.isUp = false;
  const outcome = board.resume().catch((failure: Error) => failure.message);
  expect(board.state.getState().pauses).toEqual({});
  expect(await outcome).toBe("down");
  expect(board.state.getState().pauses.reception?.reason).toBe("Lunch");
});

test("[ACD4] a pause from another device arrives, and one during a call is remembered", async () => {
  const { board, log, tell } = aBoard();
  await board.load();
  log.add(1, { type: "QUEUE_PAUSE", user_id: 1, phone: "reception", reason: "Lunch", since: 50 });
  log.add(2, { type: "QUEUE_PAUSE", user_id: 2, phone: "dev", reason: "Break", since: 50 });
  tell({ agents: [anAgent({ state: "busy" })] });
  expect(board.state.getState().pauses).toEqual({ reception: { reason: "Lunch", since: 50 } });
  tell({ agents: [anAgent({ state: "idle" })] });
  expect(board.state.getState().pauses).toEqual({});
});

test("[ACD6] what was loaded before an outage stays", async () => {
  const { board, service } = aBoard();
  service.isUp = false;
  await expect(board.load()).rejects.toThrow("down");
  expect(board.state.getState().status).toBe("failed");
  service.isUp = true;
  await board.load();
  service.isUp = false;
  await expect(board.load()).rejects.toThrow("down");
  expect(board.state.getState()).toMatchObject({ status: "ready", queues: [{ name: "Scheduling" }] });
});
