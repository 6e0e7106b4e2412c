import type { PushEvent, Task, TaskUpdate } from "@offhook/contract";
import type { Snackbar } from "@offhook/ui";
import type { Client } from "../../../platform/api/api-client.ts";
import { ApiFailure } from "../../../platform/api/api-failure.ts";
import type { EventLog } from "../../../platform/live/event-log.ts";
import type { TaskNews } from "../store/task-lists.ts";
import type { TaskGlance, TaskSourceRef } from "./task-glance.ts";

export interface Assignee {
  /** Null: nobody. */
  readonly id: number | null;
  readonly name: string;
}

export interface TaskActsOptions {
  readonly client: Pick<Client, "createTask" | "updateTask" | "deleteTask">;
  readonly log: EventLog;
  readonly userId: number;
  readonly snackbar: Snackbar;
  /** Hears of each change twice: when it is asked for, and when it is done. */
  readonly onTask: (news: TaskNews) => void;
  /** What is shown may be wrong now: somebody else was quicker. */
  readonly onRefused?: (() => void) | undefined;
}

const UNDO_MS = 6000;
const NONE_EARLIER = "tasks.noneEarlier";

/** What one can do about a task: shown at once, taken back when the service refuses, and undone for some seconds. */
export class TaskActs {
  readonly #options: TaskActsOptions;

  constructor(options: TaskActsOptions) {
    this.#options = options;
  }

  /** Makes a task of a source, for somebody or for nobody yet. */
  async create(source: TaskSourceRef, { id, name }: Assignee): Promise<void> {
    const { client, onTask } = this.#options;
    try {
      const body = { ...source, uuid: crypto.randomUUID(), assigned_to: id };
      const task = await client.createTask({ body });
      onTask(task);
      this.#announce(this.#assignedWords({ id, name }), () => this.remove(task));
    } catch (failure) {
      this.#complain(failure);
    }
  }

  async assign(task: TaskGlance, { id, name }: Assignee): Promise<void> {
    const isDone = await this.#change(task, { assigned_to: id, assignedToName: name }, { assigned_to: id });
    const before = { id: task.assigned_to, name: task.assignedToName };
    if (isDone) {
      this.#announce(this.#assignedWords({ id, name }), () =>
        this.assign({ ...task, assigned_to: id, assignedToName: name }, before),
      );
    }
  }

  async resolve(task: TaskGlance): Promise<void> {
    const { userId } = this.#options;
    const isDone = await this.#change(task, { status: "done", resolved_by: userId }, { resolved_by: userId });
    if (isDone) this.#announce("Resolved", () => this.reopen({ ...task, status: "done" }));
  }

  async reopen(task: TaskGlance): Promise<void> {
    const isDone = await this.#change(task, { status: "new" }, { resolved_by: null });
    if (isDone) this.#announce("Opened again", () => this.resolve({ ...task, status: "new" }));
  }

  async remove(task: TaskGlance, { reopensEarlier = false } = {}): Promise<void> {
    const { client, onTask } = this.#options;
    const status = task.status === "done" ? "done" : "new";
    const restore = (): Promise<void> => this.restore({ ...task, status: "deleted" }, status);
    const learn = this.#unlessTold(task.id);
    onTask({ id: task.id, status: "deleted" });
    try {
      const { current } = await client.deleteTask({ query: { task_id: task.id, reopen: reopensEarlier } });
      if (current && reopensEarlier) onTask(current);
      this.#announce(
        reopensEarlier ? "Deleted, and the earlier task is open again" : "Task deleted",
        restore,
      );
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.code === NONE_EARLIER) {
        this.#announce("Deleted. There was no earlier task", restore);
        return;
      }
      learn(task);
      this.#complain(failure);
    }
  }

  /** Brings a deleted task back as what it was. */
  async restore(task: TaskGlance, status: "new" | "done"): Promise<void> {
    await this.#change(task, { status }, { status });
  }

  /** Dates and note; what is shown says enough, so there is nothing to announce. */
  async describe(
    task: TaskGlance,
    change: Partial<Pick<Task, "note" | "due_on" | "remind_on">>,
  ): Promise<boolean> {
    return this.#change(task, change, change);
  }

  async #change(
    before: TaskGlance,
    shown: Partial<Task>,
    asked: Omit<TaskUpdate, "task_id">,
  ): Promise<boolean> {
    const { client, onTask } = this.#options;
    const learn = this.#unlessTold(before.id);
    onTask({ ...shown, id: before.id });
    try {
      learn(await client.updateTask({ body: { task_id: before.id, ...asked } }));
      return true;
    } catch (failure) {
      learn(before);
      this.#complain(failure);
      return false;
    }
  }

  /** What was told since may be newer than an own change, which will be told as well or was among it. */
  #unlessTold(id: number): (task: TaskNews) => void {
    const { log, onTask } = this.#options;
    const at = log.last;
    return (task) => {
      if (!log.since(at).some(({ event }) => isAbout(event, id))) onTask(task);
    };
  }

  #announce(message: string, undo: () => Promise<void>): void {
    this.#options.snackbar.show(message, { onUndo: () => void undo(), durationMs: UNDO_MS });
  }

  #complain(failure: unknown): void {
    this.#options.onRefused?.();
    const message = failure instanceof Error ? failure.message : "Something went wrong. Try again later";
    this.#options.snackbar.show(message, { tone: "error" });
  }

  #assignedWords({ id, name }: Assignee): string {
    if (id === null) return "Unassigned";
    return id === this.#options.userId ? "Assigned to you" : `Assigned to ${name}`;
  }
}

function isAbout(event: PushEvent, id: number): boolean {
  return "task" in event && event.task.id === id;
}
