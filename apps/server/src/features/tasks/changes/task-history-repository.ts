import type { TaskAction, TaskHistoryEntry } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import { userNameOf } from "../../../database/user-name-repository.ts";
import { toUnix, toUnixOrNull } from "../task-repository.ts";

export interface NewHistoryEntry {
  readonly customerId: number;
  readonly taskId: number;
  readonly at: Date;
  readonly by: number | null;
  readonly action: TaskAction;
  readonly to?: number | null;
  readonly time?: Date | null;
}

export async function addHistory(query: Kysely<DB>, entries: readonly NewHistoryEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await query
    .insertInto("task_history")
    .values(
      entries.map(({ customerId, taskId, at, by, action, to, time }) => ({
        customer_id: customerId,
        task_id: taskId,
        at,
        by_user: by,
        action,
        to_user: to ?? null,
        time: time ?? null,
      })),
    )
    .execute();
}

export async function listHistory(query: Kysely<DB>, taskId: number): Promise<TaskHistoryEntry[]> {
  const rows = await query
    .selectFrom("task_history")
    .leftJoin("users as doer", "doer.id", "task_history.by_user")
    .leftJoin("users as receiver", "receiver.id", "task_history.to_user")
    .select([
      "task_history.at",
      "task_history.action",
      "task_history.time",
      userNameOf("doer").as("by_name"),
      userNameOf("receiver").as("to_name"),
    ])
    .where("task_history.task_id", "=", taskId)
    .orderBy("task_history.id")
    .execute();
  return rows.map((row) => ({
    at: toUnix(row.at),
    // Written from the same list.
    action: row.action as TaskAction,
    byName: row.by_name ?? "",
    toName: row.to_name ?? "",
    time: toUnixOrNull(row.time),
  }));
}
