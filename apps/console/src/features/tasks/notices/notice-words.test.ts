import type { TaskNoticeEvent } from "@offhook/contract";
import { expect, test } from "vitest";
import { aTask, NOW_S } from "../testing/tasks.ts";
import { isStaleNotice, noticeWords } from "./notice-words.ts";

const assigned: TaskNoticeEvent = {
  type: "TASK_NOTICE",
  reason: "assigned",
  task: aTask({ assigned_to: 1, assigned_on: NOW_S, note: "Before noon" }),
  number: "12125550177",
  byName: "Dev Patel",
};
const reminder: TaskNoticeEvent = {
  ...assigned,
  reason: "reminder",
  task: aTask({ reminded_on: NOW_S }),
  byName: "",
};

test("[TSK96] a notice says who asks, about whom and what", () => {
  expect(noticeWords(assigned, "June Park")).toEqual({
    title: "Dev Patel has a task for you",
    body: "June Park · Before noon",
  });
  expect(noticeWords(reminder, "")).toEqual({ title: "Task reminder", body: "" });
});

test("[TSK97] what was told long ago, or is done meanwhile, is no news", () => {
  const now = NOW_S * 1000;
  expect(isStaleNotice(assigned, now + 60_000)).toBe(false);
  expect(isStaleNotice(assigned, now + 13 * 3_600_000)).toBe(true);
  expect(isStaleNotice(reminder, now + 13 * 3_600_000)).toBe(true);
  expect(isStaleNotice({ ...reminder, task: aTask({ status: "done", reminded_on: NOW_S }) }, now)).toBe(true);
});
