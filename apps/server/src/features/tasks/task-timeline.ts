import type { TimelineEntry } from "@offhook/contract";
import type { Database } from "../../database/database.ts";
import type { Actor } from "../../platform/actor.ts";
import type { TimelineSource } from "../contacts/index.ts";
import { listTasksWith } from "./task-list-repository.ts";
import type { StoredTask } from "./task-repository.ts";

export interface TaskTimelineDeps {
  readonly database: Database;
  readonly channelsOf: (actor: Actor) => Promise<readonly string[]>;
}

/** Tasks about a contact, and those a colleague is to do, in their timelines. */
export function createTaskTimeline({ database, channelsOf }: TaskTimelineDeps): TimelineSource {
  return {
    kind: "task",
    async list(actor, { numbers, userId }, { before, limit }) {
      const reader = {
        userId: actor.userId,
        customerId: actor.customerId,
        channels: await channelsOf(actor),
      };
      const tasks = await listTasksWith(database.query, reader, {
        numbers,
        assignedTo: userId,
        // The wire has whole seconds.
        until: before && new Date(before.time + 999),
        limit,
      });
      return tasks.map(toEntry);
    },
  };
}

function toEntry({ id, task, number, state }: StoredTask): TimelineEntry {
  const who =
    state.status === "done"
      ? `Resolved by ${task.resolvedByName || "someone"}`
      : task.assignedToName
        ? `Assigned to ${task.assignedToName}`
        : "Not assigned";
  return {
    kind: "task",
    id: String(id),
    time: task.created_on * 1000,
    dir: null,
    number,
    title: state.status === "done" ? "Task, resolved" : "Task",
    subtitle: [who, task.note].filter(Boolean).join(" · "),
    status: state.status,
    to: `/tasks/${id}`,
  };
}
