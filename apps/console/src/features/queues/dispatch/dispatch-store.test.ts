import type { DispatchBoard } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { DispatchStore } from "./dispatch-store.ts";

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/** A store whose boards come when the test says so, and which slots they have. */
function aStore() {
  const clock = new FakeClock();
  const answers: ((slot: number) => void)[] = [];
  const store = new DispatchStore({
    clock,
    listen: () => () => {},
    client: {
      getDispatchBoard: () =>
        new Promise<DispatchBoard>((resolve) => {
          answers.push((slot) => resolve({ lines: [], calls: [], slots: [slot], boxes: [] }));
        }),
      getQueueStatus: async () => ({ queues: [], pause_reasons: [] }),
      listShifts: async () => ({ timezone: "UTC", groups: [], shifts: [], handovers: [] }),
      listCallRecords: async () => [],
      listTasks: async () => ({ tasks: [], next: null }),
    },
  });
  store.start();
  const answer = async (index: number, slot: number): Promise<void> => {
    answers[index]?.(slot);
    await settle();
  };
  const news = (): void => {
    store.lookSoon();
    clock.advance(150);
  };
  return { store, answer, news, slots: () => store.state.getState().slots };
}

test("[DISP10] news that come faster than answers keep no answer from the screen", async () => {
  const { answer, news, slots } = aStore();
  news();
  news();
  await answer(0, 701);
  expect(slots()).toEqual([701]);
  await answer(2, 703);
  expect(slots()).toEqual([703]);
  // Older than what is shown.
  await answer(1, 702);
  expect(slots()).toEqual([703]);
});

test("[DISP10] a screen that is left shows no more answers", async () => {
  const { store, answer, news, slots } = aStore();
  await answer(0, 701);
  news();
  store.stop();
  await answer(1, 702);
  expect(slots()).toEqual([701]);
});
