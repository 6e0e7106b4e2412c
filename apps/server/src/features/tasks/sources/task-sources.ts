import type { TaskPreview, TaskSourceType } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { StoredTask } from "../task-repository.ts";
import type { TaskSource, TaskSourceRef, TaskSubject } from "./task-source.ts";

/** Everything that can have tasks, by its kind. */
export class TaskSources {
  readonly #byType: ReadonlyMap<TaskSourceType, TaskSource>;

  constructor(sources: readonly TaskSource[]) {
    this.#byType = new Map(sources.map((source) => [source.type, source]));
  }

  async find(
    query: Kysely<DB>,
    actor: Actor,
    type: TaskSourceType,
    ref: TaskSourceRef,
  ): Promise<TaskSubject | undefined> {
    return this.#byType.get(type)?.find(query, actor, ref);
  }

  async readers(
    query: Kysely<DB>,
    customerId: number,
    type: TaskSourceType,
    subject: Pick<TaskSubject, "line">,
  ): Promise<number[]> {
    return (await this.#byType.get(type)?.readers(query, customerId, subject)) ?? [];
  }

  /** Besides those of push: the channels of what the actor sees. */
  async channelsOf(query: Kysely<DB>, actor: Actor): Promise<string[]> {
    const all = await Promise.all(
      [...this.#byType.values()].map(async (source) => (await source.channelsOf?.(query, actor)) ?? []),
    );
    return all.flat();
  }

  /** The channels on which everyone who sees the task hears of its changes. */
  async audience(query: Kysely<DB>, task: StoredTask): Promise<readonly string[]> {
    const source = this.#byType.get(task.source);
    return (await source?.audience?.(query, task.customerId, task)) ?? [task.channel];
  }

  /** In the order given; undefined for what is gone. One question for each kind, however many tasks there are. */
  async previewAll(
    query: Kysely<DB>,
    actor: Actor,
    tasks: readonly StoredTask[],
  ): Promise<(TaskPreview | undefined)[]> {
    const found = new Map<number, TaskPreview | undefined>();
    for (const [type, source] of this.#byType) {
      const ofType = tasks.filter((task) => task.source === type);
      if (ofType.length === 0) continue;
      const previews = await source.preview(query, actor, ofType);
      ofType.forEach((task, index) => {
        found.set(task.id, previews[index]);
      });
    }
    return tasks.map((task) => found.get(task.id));
  }

  /** What is left to say when the source was deleted. */
  gone({ number, line }: Pick<StoredTask, "number" | "line">): TaskPreview {
    return { number, name: "", line, text: "", time: null, to: "" };
  }
}
