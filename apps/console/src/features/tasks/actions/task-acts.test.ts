import { expect, test } from "vitest";
import { EventLog } from "../../../platform/live/event-log.ts";
import type { TaskNews } from "../store/task-lists.ts";
import { aTask } from "../testing/tasks.ts";
import { TaskActs } from "./task-acts.ts";

const task = aTask({ id: 7, assigned_to: 1, assignedToName: "Maya Okafor" });

test.each([
  ["an answer", (answer: (name: string) => void) => answer("Dev Patel")],
  ["a refusal", (_answer: unknown, refuse: () => void) => refuse()],
] as const)("[LIV4] %s that comes late does not undo what was told meanwhile", async (_what, end) => {
  const log = new EventLog();
  const shown: TaskNews[] = [];
  let answer = (_name: string): void => {};
  let refuse = (): void => {};
  const acts = new TaskActs({
    client: {
      updateTask: () =>
        new Promise((resolve, reject) => {
          answer = (assignedToName) => resolve({ ...task, assigned_to: 2, assignedToName });
          refuse = () => reject(new Error("Somebody was quicker"));
        }),
      createTask: () => expect.unreachable(),
      deleteTask: () => expect.unreachable(),
    },
    log,
    userId: 1,
    snackbar: { show: () => {} } as never,
    onTask: (news) => shown.push(news),
  });
  const assigning = acts.assign(task, { id: 2, name: "Dev Patel" });
  expect(shown.at(-1)).toMatchObject({ assignedToName: "Dev Patel" });
  const told = { ...task, assigned_to: 3, assignedToName: "Ines Duarte" };
  log.add(1, {
    type: "SMS_TASK",
    task: told,
    current: told,
    action: "assigned",
    by: 3,
    byName: "Ines",
  } as never);
  end(answer, refuse);
  await assigning;
  expect(shown).toHaveLength(1);
});
