import type { TaskDetails } from "@offhook/contract";
import type { TaskActs } from "../actions/task-acts.ts";

/** What every part of a task's page is given. */
export interface TaskPartProps {
  readonly task: TaskDetails;
  readonly acts: TaskActs;
}
