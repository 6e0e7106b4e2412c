import type { ListedTask, Task, TaskFilter } from "@offhook/contract";

/** Open tasks of a filter, or done ones. */
export interface TaskView {
  readonly filter: TaskFilter;
  readonly status: "new" | "done";
}

export interface TaskListState {
  readonly tasks: readonly ListedTask[];
  /** `idle`: nobody has asked for it yet. What is there stays in sight whatever the status. */
  readonly status: "idle" | "loading" | "ready" | "failed";
  /** Where the next page begins; null when there is none. */
  readonly next: string | null;
}

export const NO_TASKS: TaskListState = { tasks: [], status: "idle", next: null };

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

/** Pure. Puts a task where it belongs; beyond the last loaded one it is left to the next page. */
export function withListed(list: TaskListState, task: ListedTask): TaskListState {
  const others = list.tasks.filter(({ id }) => id !== task.id);
  const index = others.findIndex((each) => compareTasks(task, each) < 0);
  if (index >= 0) return { ...list, tasks: [...others.slice(0, index), task, ...others.slice(index)] };
  return { ...list, tasks: list.next === null ? [...others, task] : others };
}

/** Pure. The same object when it was not there. */
export function withoutListed(list: TaskListState, taskId: number): TaskListState {
  if (!list.tasks.some(({ id }) => id === taskId)) return list;
  return { ...list, tasks: list.tasks.filter(({ id }) => id !== taskId) };
}

/** Pure. The next page behind what is there, each task once. */
export function withPage(
  list: TaskListState,
  page: { readonly tasks: readonly ListedTask[]; readonly next: string | null },
): TaskListState {
  const known = new Set(list.tasks.map(({ id }) => id));
  return {
    tasks: [...list.tasks, ...page.tasks.filter(({ id }) => !known.has(id))],
    status: "ready",
    next: page.next,
  };
}
