import { type ListedTask, TASK_EVENT_TYPES, type TaskCounts } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { StoreApi } from "zustand/vanilla";
import type { Client } from "../../../platform/api/api-client.ts";
import { entities } from "../../../platform/api/entities.ts";
import type { EventLog } from "../../../platform/live/event-log.ts";
import { LiveList } from "../../../platform/live/live-list.ts";
import { LiveValue } from "../../../platform/live/live-value.ts";
import {
  belongsIn,
  compareTasks,
  editOfTask,
  TASK_RULES,
  type TaskNews,
  type TaskView,
} from "./task-lists.ts";

export interface TaskBoardOptions {
  readonly client: Pick<Client, "listTasks" | "getTask" | "getTaskCounts">;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly userId: number;
}

const PAGE = 50;
/** Many changes in a row are counted once. */
const COUNT_AFTER_MS = 150;

export const viewKey = ({ filter, status }: TaskView): string => `${filter} ${status}`;

/** The tasks of the user's lines. */
export class TaskBoard extends LiveList<ListedTask, TaskView> {
  /** Undefined: not known yet. */
  readonly counts: StoreApi<TaskCounts | undefined>;
  readonly #counted: LiveValue<TaskCounts | undefined>;
  readonly #options: TaskBoardOptions;
  #cancelCount: CancelTimer = () => {};

  constructor(options: TaskBoardOptions) {
    const { client, log, clock, userId } = options;
    super({
      log,
      clock,
      choice: { filter: "mine", status: "new" },
      keyOf: viewKey,
      idOf: ({ id }) => id,
      compare: compareTasks,
      fits: (task, view) => belongsIn(task, view, userId),
      rules: TASK_RULES,
      page: async (view, before, callOptions) => {
        const { tasks, next } = await client.listTasks(
          { query: { ...view, before, limit: PAGE } },
          callOptions,
        );
        return { rows: entities(tasks), next };
      },
      row: async (id, callOptions) => {
        try {
          const { history: _, ...task } = await client.getTask(
            { query: { task_id: Number(id) } },
            callOptions,
          );
          return task;
        } catch {
          // Gone again, or out of reach: the next load has it.
          return undefined;
        }
      },
    });
    this.#options = options;
    this.#counted = new LiveValue<TaskCounts | undefined>({
      log,
      initial: undefined,
      rules: Object.fromEntries(TASK_EVENT_TYPES.map((type) => [type, () => undefined])),
      reload: async () => this.#countSoon(),
    });
    this.counts = this.#counted.state;
  }

  override select(view: Partial<TaskView>): void {
    super.select({ ...this.state.getState().choice, ...view });
  }

  override open(): Promise<void> {
    if (this.counts.getState() === undefined) this.#count();
    return super.open();
  }

  override refresh(): Promise<void> {
    this.#countSoon();
    return super.refresh();
  }

  /** What somebody here has just done: a whole task, or the part of it that has changed. */
  learn(news: TaskNews): void {
    this.#countSoon();
    this.edit(editOfTask(news));
  }

  override start(): void {
    super.start();
    this.#counted.start();
  }

  override stop(): void {
    super.stop();
    this.#counted.stop();
    this.#cancelCount();
  }

  #countSoon(): void {
    this.#cancelCount();
    this.#cancelCount = this.#options.clock.schedule(COUNT_AFTER_MS, () => this.#count());
  }

  #count(): void {
    const { client } = this.#options;
    const counted = this.#counted.fetch(
      "counts",
      (options) => client.getTaskCounts({}, options),
      (_before, counts) => counts,
      { isWhole: true },
    );
    // Out of reach: the old numbers are better than none.
    counted.catch(() => {});
  }
}
