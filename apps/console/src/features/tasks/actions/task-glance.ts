import type { Task, TaskSourceType } from "@offhook/contract";

/** What a task is about, as the service wants it named. */
export interface TaskSourceRef {
  readonly source: TaskSourceType;
  readonly source_id: string;
  /** Of a conversation only. */
  readonly sms_line?: string;
  /** The message it is about, where it is about one. */
  readonly source_detail_id?: string;
}

/** As much of a task as its buttons need; lists of conversations know no more. */
export type TaskGlance = Pick<Task, "id" | "status" | "assigned_to" | "assignedToName">;

export function glanceOf({ id, status, assigned_to, assignedToName }: Task): TaskGlance {
  return { id, status, assigned_to, assignedToName };
}
