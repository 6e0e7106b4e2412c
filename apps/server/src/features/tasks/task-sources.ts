import type { TaskPreview, TaskSourceType } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../database/database-schema.ts";
import type { Actor } from "../../platform/actor.ts";
import type { StoredTask } from "./task-repository.ts";
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

  /** In the order given; undefined for what is gone. One question for each kind, however many tasks there are. */
  async previewAll(
    query: Kysely<DB>,
    customerId: number,
    tasks: readonly StoredTask[],
  ): Promise<(TaskPreview | undefined)[]> {
    const found = new Map<number, TaskPreview | undefined>();
    for (const [type, source] of this.#byType) {
      const ofType = tasks.filter((task) => task.source === type);
      if (ofType.length === 0) continue;
      const previews = await source.preview(query, customerId, ofType);
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
