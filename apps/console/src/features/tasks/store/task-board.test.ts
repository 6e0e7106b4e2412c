import type { ListedTask, TaskCounts } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { EventLog } from "../../../platform/live/event-log.ts";
import { aTask, NOW_S, taskDetails } from "../testing/tasks.ts";
import { TaskBoard } from "./task-board.ts";
import { belongsIn, compareTasks } from "./task-lists.ts";

const ME = 1;
const COUNTS: TaskCounts = { mine: 1, unassigned: 0, all: 1, overdue: 0 };

function aBoard(tasks: readonly ListedTask[], pageSize = 50) {
  const asked: string[] = [];
  const clock = new FakeClock();
  const board = new TaskBoard({
    log: new EventLog(),
    clock,
    userId: ME,
    client: {
      listTasks: async ({ query }) => {
        asked.push(`list ${query.filter} ${query.before ?? ""}`.trim());
        const view = { filter: query.filter ?? "all", status: query.status ?? "new" } as const;
        const all = tasks.filter((task) => belongsIn(task, view, ME)).sort(compareTasks);
        const start = query.before === undefined ? 0 : Number(query.before.split(".")[1]);
        const next = start + pageSize;
        return { tasks: all.slice(start, next), next: next < all.length ? `none.${next}` : null };
      },
      getTask: async ({ query }) => {
        asked.push(`task ${query.task_id}`);
        return taskDetails(aTask({ id: Number(query.task_id), assigned_to: ME }));
      },
      getTaskCounts: async () => {
        asked.push("counts");
        return COUNTS;
      },
    },
  });
  const ids = (): number[] => board.shown(board.state.getState()).rows.map(({ id }) => id);
  return { board, clock, asked, ids };
}

const mine = (id: number, given: Partial<ListedTask> = {}): ListedTask =>
  aTask({ id, assigned_to: ME, ...given });

test("[TSK90] a task that is resolved or given away leaves the list; one that comes back stands in its place", async () => {
  const { board, ids } = aBoard([mine(1), mine(2), mine(3, { due_on: NOW_S })]);
  await board.open();
  expect(ids()).toEqual([3, 2, 1]);
  board.learn({ id: 2, status: "done" });
  expect(ids()).toEqual([3, 1]);
  board.learn({ id: 1, assigned_to: 9 });
  expect(ids()).toEqual([3]);
});

test("[TSK91] another due date is another place", async () => {
  const { board, ids } = aBoard([mine(1), mine(2)]);
  await board.open();
  board.learn({ id: 1, due_on: NOW_S });
  expect(ids()).toEqual([1, 2]);
});

test("[TSK92] a task that no list has is asked for once it is told of", async () => {
  const { board, ids, asked } = aBoard([mine(1)]);
  await board.open();
  board.learn(mine(5));
  await expect.poll(ids).toEqual([5, 1]);
  board.learn({ id: 6, status: "deleted" });
  expect(asked.filter((each) => each.startsWith("task"))).toEqual(["task 5"]);
});

test("[TSK93] many changes are counted once", async () => {
  const { board, clock, asked } = aBoard([mine(1), mine(2)]);
  await board.open();
  const counted = (): number => asked.filter((each) => each === "counts").length;
  expect(counted()).toBe(1);
  for (const id of [1, 2]) board.learn({ id, note: "x" });
  clock.advance(1000);
  expect(counted()).toBe(2);
  await expect.poll(() => board.counts.getState()).toEqual(COUNTS);
});

test("[TSK94] pages are asked for behind what is there, each once", async () => {
  const { board, ids, asked } = aBoard(
    [1, 2, 3, 4, 5].map((id) => mine(id)),
    2,
  );
  await board.open();
  await Promise.all([board.loadMore(), board.loadMore()]);
  expect(ids()).toEqual([5, 4, 3, 2]);
  await board.loadMore();
  expect(ids()).toEqual([5, 4, 3, 2, 1]);
  await board.loadMore();
  expect(asked.filter((each) => each.startsWith("list"))).toEqual([
    "list mine",
    "list mine none.2",
    "list mine none.4",
  ]);
});
