import type { ListedTask, Task, TaskEvent, TaskFilter } from "@offhook/contract";
import type { ListEdit } from "../../../platform/live/list-edits.ts";
import type { ListRules } from "../../../platform/live/live-list.ts";

/** Open tasks of a filter, or done ones. */
export interface TaskView {
  readonly filter: TaskFilter;
  readonly status: "new" | "done";
}

/** A task as it now is, or the part of it that has changed. */
export type TaskNews = Partial<Task> & { readonly id: number };

export function belongsIn(task: Task, { filter, status }: TaskView, userId: number): boolean {
  if (task.status !== status) return false;
  if (filter === "mine") return task.assigned_to === userId;
  return filter === "all" || task.assigned_to === null;
}

/** As the server orders them: open ones by due time, the undated last; done ones by when they were resolved. */
export function compareTasks(one: Task, other: Task): number {
  if (one.status === "done") return (other.resolved_on ?? 0) - (one.resolved_on ?? 0) || other.id - one.id;
  const due = (task: Task): number => task.due_on ?? Number.POSITIVE_INFINITY;
  if (due(one) !== due(other)) return due(one) - due(other);
  return other.id - one.id;
}

/** One that no list has is asked for: what it is about does not travel with the news. */
export function editOfTask(news: TaskNews): ListEdit<ListedTask> {
  const change = (task: ListedTask): ListedTask => (task.id === news.id ? { ...task, ...news } : task);
  return news.status === "deleted" ? { change } : { change, elseAsk: news.id };
}

const onTask = ({ task }: TaskEvent): readonly ListEdit<ListedTask>[] => [editOfTask(task)];

export const TASK_RULES: ListRules<ListedTask> = {
  SMS_TASK: onTask,
  VOICEMAIL_TASK: onTask,
  FAX_TASK: onTask,
  CALL_TASK: onTask,
  CHAT_TASK: onTask,
  OWN_TASK: onTask,
};
