import { expect, test } from "vitest";
import { step, type TaskChange, type TaskState } from "./task-changes.ts";

const at = new Date("2030-01-07T15:00:00Z");
const later = new Date("2030-01-08T15:00:00Z");
const moment = { at, by: 7 };

const open: TaskState = {
  status: "new",
  assignedTo: null,
  assignedOn: null,
  resolvedBy: null,
  resolvedOn: null,
  note: "",
  dueOn: null,
  remindOn: null,
  remindedOn: null,
};
const done: TaskState = { ...open, status: "done", resolvedBy: 7, resolvedOn: at };
const deleted: TaskState = { ...open, status: "deleted" };
const reminded: TaskState = { ...open, remindOn: at, remindedOn: at };

test.each<[string, TaskState, TaskChange, TaskState]>([
  [
    "[TSK10] assigning keeps who and when",
    open,
    { type: "assign", to: 3 },
    { ...open, assignedTo: 3, assignedOn: at },
  ],
  [
    "[TSK10] taking the assignee away leaves nobody",
    { ...open, assignedTo: 3, assignedOn: at },
    { type: "assign", to: null },
    open,
  ],
  ["[TSK11] resolving keeps who and when", open, { type: "resolve" }, done],
  ["[TSK12] reopening forgets who resolved it", done, { type: "reopen" }, open],
  ["[TSK13] deleting keeps what was resolved", done, { type: "delete" }, { ...done, status: "deleted" }],
  ["[TSK14] an open task is restored as open", deleted, { type: "restore" }, open],
  [
    "[TSK14] a resolved task is restored as resolved",
    { ...done, status: "deleted" },
    { type: "restore" },
    done,
  ],
  [
    "[TSK15] another reminder is given again",
    reminded,
    { type: "setReminder", at: later },
    { ...open, remindOn: later },
  ],
  ["[TSK16] a due time is set", open, { type: "setDue", at: later }, { ...open, dueOn: later }],
  ["[TSK17] a reminder is marked as given", { ...open, remindOn: at }, { type: "remind" }, reminded],
])("%s", (_rule, before, change, after) => {
  expect(step(before, change, moment)).toEqual(after);
});

test.each<[string, TaskState, TaskChange]>([
  ["assigning to the same person", { ...open, assignedTo: 3 }, { type: "assign", to: 3 }],
  ["resolving twice", done, { type: "resolve" }],
  ["reopening what is open", open, { type: "reopen" }],
  ["deleting twice", deleted, { type: "delete" }],
  ["changing what is deleted", deleted, { type: "assign", to: 3 }],
  ["restoring what is not deleted", done, { type: "restore" }],
  ["reminding twice", reminded, { type: "remind" }],
  ["reminding of what is done", { ...done, remindOn: at }, { type: "remind" }],
  ["the same due time", { ...open, dueOn: at }, { type: "setDue", at: new Date(at) }],
  ["the same note", open, { type: "setNote", note: "" }],
])("[TSK18] %s changes nothing", (_what, state, change) => {
  expect(step(state, change, moment)).toBe(state);
});
