import { expect, test } from "vitest";
import { isOverdue, withoutTask, withTask } from "./item-tasks.ts";
import type { Task } from "./task.ts";

const aTask = (id: number, given: Partial<Task> = {}): Task => ({
  id,
  uuid: `uuid-${id}`,
  source: "sms",
  source_id: "12125550150",
  sms_line: "12125550110",
  source_detail_id: null,
  status: "new",
  assigned_to: null,
  created_by: 1,
  resolved_by: null,
  created_on: 100,
  assigned_on: null,
  resolved_on: null,
  resolvedAndAssigned: false,
  assignedToName: "",
  createdByName: "Maya Okafor",
  resolvedByName: "",
  note: "",
  due_on: null,
  remind_on: null,
  reminded_on: null,
  ...given,
});

test("[TSK1] adding replaces a task with the same id, otherwise prepends", () => {
  const [one, two] = [aTask(1), aTask(2)];
  expect(withTask([one], two)).toEqual([two, one]);
  const done = aTask(1, { status: "done" });
  expect(withTask([two, one], done)).toEqual([two, done]);
});

test("[TSK2] removing makes the next task the current one, or clears", () => {
  const [one, two] = [aTask(1), aTask(2)];
  expect(withoutTask([two, one], 2)).toEqual([one]);
  expect(withoutTask([one], 1)).toEqual([]);
  const tasks = [one];
  expect(withoutTask(tasks, 9)).toBe(tasks);
});

test("[TSK3] only an open task is overdue, and only after its time", () => {
  expect(isOverdue(aTask(1, { due_on: 100 }), 100_001)).toBe(true);
  expect(isOverdue(aTask(1, { due_on: 100 }), 100_000)).toBe(false);
  expect(isOverdue(aTask(1, { due_on: 100, status: "done" }), 200_000)).toBe(false);
  expect(isOverdue(aTask(1), 200_000)).toBe(false);
});
