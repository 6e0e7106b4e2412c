import type { ListedTask, TaskDetails } from "@offhook/contract";

/** A Monday, 15:00 UTC, in seconds. */
export const NOW_S = Date.parse("2030-01-07T15:00:00Z") / 1000;

export function aTask(change: Partial<ListedTask> = {}): ListedTask {
  return {
    id: 1,
    uuid: "5e0c9a52-7c5b-4d0e-9c62-0d6f0b6f2a10",
    source: "sms",
    source_id: "12125550177",
    sms_line: "12125550110",
    source_detail_id: null,
    status: "new",
    assigned_to: null,
    created_by: 2,
    resolved_by: null,
    created_on: NOW_S - 7200,
    assigned_on: null,
    resolved_on: null,
    resolvedAndAssigned: false,
    assignedToName: "",
    createdByName: "Dev Patel",
    resolvedByName: "",
    note: "",
    due_on: null,
    remind_on: null,
    reminded_on: null,
    preview: {
      number: "12125550177",
      name: "June Park",
      line: "Main",
      text: "Could somebody call me back?",
      time: NOW_S - 7300,
      to: "/messages/12125550177/12125550110",
    },
    ...change,
  };
}

export function taskDetails(task: ListedTask): TaskDetails {
  return {
    ...task,
    history: [{ at: task.created_on, action: "created", byName: task.createdByName, toName: "", time: null }],
  };
}
