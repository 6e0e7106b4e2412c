import type { Task } from "./task.ts";

/** Pure. Newest first: a task with the same id is replaced, another one comes in front. */
export function withTask(tasks: readonly Task[], task: Task): readonly Task[] {
  if (!tasks.some(({ id }) => id === task.id)) return [task, ...tasks];
  return tasks.map((each) => (each.id === task.id ? task : each));
}

/** Pure. Without it the next one is the current task; the same array when it was not there. */
export function withoutTask(tasks: readonly Task[], taskId: number): readonly Task[] {
  return tasks.some(({ id }) => id === taskId) ? tasks.filter(({ id }) => id !== taskId) : tasks;
}

/** Late: it is still to be done although its time is over. */
export function isOverdue(task: Pick<Task, "status" | "due_on">, nowMs: number): boolean {
  return task.status === "new" && task.due_on !== null && task.due_on * 1000 < nowMs;
}
