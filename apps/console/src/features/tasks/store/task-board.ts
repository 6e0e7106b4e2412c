import type { ListedTask, Task, TaskCounts } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "../../../platform/api-client.ts";
import {
  belongsIn,
  NO_TASKS,
  type TaskListState,
  type TaskView,
  withListed,
  withoutListed,
  withPage,
} from "./task-lists.ts";

export interface TaskBoardState {
  readonly view: TaskView;
  /** By `viewKey`; those nobody has opened are missing. */
  readonly lists: Readonly<Record<string, TaskListState>>;
  /** Undefined: not known yet. */
  readonly counts: TaskCounts | undefined;
}

export interface TaskBoardOptions {
  readonly client: Pick<Client, "listTasks" | "getTask" | "getTaskCounts">;
  readonly clock: Clock;
  readonly userId: number;
}

const PAGE = 50;
/** Many changes in a row are counted once. */
const COUNT_AFTER_MS = 150;

export const viewKey = ({ filter, status }: TaskView): string => `${filter} ${status}`;

/** The tasks of the user's lines, kept in step by push and loaded page by page. */
export class TaskBoard {
  readonly state: StoreApi<TaskBoardState>;
  readonly #options: TaskBoardOptions;
  readonly #loading = new Map<string, Promise<void>>();
  #cancelCount: CancelTimer = () => {};

  constructor(options: TaskBoardOptions) {
    this.#options = options;
    this.state = createStore<TaskBoardState>()(() => ({
      view: { filter: "mine", status: "new" },
      lists: {},
      counts: undefined,
    }));
  }

  /** Shows another list; what is known of it is there at once. */
  select(view: Partial<TaskView>): void {
    this.state.setState({ view: { ...this.state.getState().view, ...view } });
    // A failure shows in the list itself, with a button to try again.
    this.open().catch(() => {});
  }

  /** The screen is there: load what it shows, unless that has happened. */
  async open(): Promise<void> {
    const { view, counts } = this.state.getState();
    const { status } = this.#list(view);
    if (counts === undefined) this.#count();
    if (status === "idle" || status === "failed") await this.#load(view);
  }

  /** Something may have been missed: whatever was loaded is looked at again. */
  async refresh(): Promise<void> {
    const { lists, view } = this.state.getState();
    this.#countSoon();
    // Others are loaded when somebody looks at them.
    this.state.setState({ lists: lists[viewKey(view)] ? { [viewKey(view)]: this.#list(view) } : {} });
    await this.#load(view);
  }

  loadMore(): Promise<void> {
    const { view } = this.state.getState();
    const { next, status } = this.#list(view);
    if (next === null || status !== "ready") return Promise.resolve();
    return this.#once(`${viewKey(view)} ${next}`, async () => {
      const page = await this.#options.client.listTasks({ query: { ...view, before: next, limit: PAGE } });
      this.#update(view, (list) => withPage(list, page));
    });
  }

  find(id: number): ListedTask | undefined {
    for (const { tasks } of Object.values(this.state.getState().lists)) {
      const found = tasks.find((task) => task.id === id);
      if (found) return found;
    }
    return undefined;
  }

  /** What push tells, or what somebody here has just done: a whole task, or the part of it that has changed. */
  learn(news: Partial<Task> & { readonly id: number }): void {
    this.#countSoon();
    const known = this.find(news.id);
    if (known) this.#place({ ...known, ...news });
    else if (news.status !== "deleted") void this.#fetch(news.id);
  }

  stop(): void {
    this.#cancelCount();
  }

  #place(task: ListedTask): void {
    const { lists } = this.state.getState();
    for (const view of ALL_VIEWS) {
      if (!lists[viewKey(view)]) continue;
      const belongs = belongsIn(task, view, this.#options.userId);
      this.#update(view, (list) => (belongs ? withListed(list, task) : withoutListed(list, task.id)));
    }
  }

  /** One that no list has: what it is about is asked for. */
  async #fetch(id: number): Promise<void> {
    try {
      const { history: _, ...task } = await this.#options.client.getTask({ query: { task_id: id } });
      this.#place(task);
    } catch {
      // Gone again, or out of reach: the next load has it.
    }
  }

  async #load(view: TaskView): Promise<void> {
    this.#update(view, (list) => (list.status === "ready" ? list : { ...list, status: "loading" }));
    return this.#once(viewKey(view), async () => {
      try {
        const { tasks, next } = await this.#options.client.listTasks({ query: { ...view, limit: PAGE } });
        this.#update(view, () => ({ tasks, next, status: "ready" }));
      } catch (failure) {
        this.#update(view, (list) => (list.status === "ready" ? list : { ...list, status: "failed" }));
        throw failure;
      }
    });
  }

  #countSoon(): void {
    this.#cancelCount();
    this.#cancelCount = this.#options.clock.schedule(COUNT_AFTER_MS, () => this.#count());
  }

  #count(): void {
    // Out of reach: the old numbers are better than none.
    void this.#options.client.getTaskCounts().then(
      (counts) => this.state.setState({ counts }),
      () => {},
    );
  }

  #once(what: string, load: () => Promise<void>): Promise<void> {
    const running = this.#loading.get(what);
    if (running) return running;
    const started = load().finally(() => this.#loading.delete(what));
    this.#loading.set(what, started);
    return started;
  }

  #list(view: TaskView): TaskListState {
    return this.state.getState().lists[viewKey(view)] ?? NO_TASKS;
  }

  #update(view: TaskView, step: (list: TaskListState) => TaskListState): void {
    const before = this.#list(view);
    const after = step(before);
    if (after === before) return;
    this.state.setState({ lists: { ...this.state.getState().lists, [viewKey(view)]: after } });
  }
}

const ALL_VIEWS: readonly TaskView[] = (["mine", "unassigned", "all"] as const).flatMap((filter) =>
  (["new", "done"] as const).map((status) => ({ filter, status })),
);
