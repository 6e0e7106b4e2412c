import type { Task, TaskSourceType, TaskStatus } from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";
import { userNameOf } from "../../database/user-name-repository.ts";
import type { TaskState } from "./changes/task-changes.ts";

/** A task with what only the server knows of it. */
export interface StoredTask {
  readonly id: number;
  readonly customerId: number;
  readonly source: TaskSourceType;
  readonly sourceId: string;
  readonly sourceDetailId: string | null;
  readonly line: string;
  readonly channel: string;
  readonly number: string;
  readonly createdBy: number | null;
  readonly createdByName: string;
  readonly state: TaskState;
  readonly task: Task;
}

/** The thing that tasks are about. */
export interface TaskItem {
  readonly customerId: number;
  readonly source: TaskSourceType;
  readonly sourceId: string;
  readonly line: string;
}

export function tasksWithNames(query: Kysely<DB>) {
  return query
    .selectFrom("tasks")
    .leftJoin("users as assignee", "assignee.id", "tasks.assigned_to")
    .leftJoin("users as creator", "creator.id", "tasks.created_by")
    .leftJoin("users as resolver", "resolver.id", "tasks.resolved_by")
    .selectAll("tasks")
    .select([
      nameOf("assignee").as("assigned_to_name"),
      nameOf("creator").as("created_by_name"),
      nameOf("resolver").as("resolved_by_name"),
    ]);
}

const nameOf = (alias: "assignee" | "creator" | "resolver") =>
  sql<string>`coalesce(${userNameOf(alias)}, '')`;

type TaskRow = Awaited<ReturnType<ReturnType<typeof tasksWithNames>["execute"]>>[number];

export function toStoredTask(row: TaskRow): StoredTask {
  // Both written through the table's own checks.
  const source = row.source as TaskSourceType;
  const status = row.status as TaskStatus;
  return {
    id: row.id,
    customerId: row.customer_id,
    source,
    sourceId: row.source_id,
    sourceDetailId: row.source_detail_id,
    line: row.line,
    channel: row.channel,
    number: row.number,
    createdBy: row.created_by,
    createdByName: row.created_by_name,
    state: {
      status,
      assignedTo: row.assigned_to,
      assignedOn: row.assigned_on,
      resolvedBy: row.resolved_by,
      resolvedOn: row.resolved_on,
      note: row.note,
      dueOn: row.due_on,
      remindOn: row.remind_on,
      remindedOn: row.reminded_on,
    },
    task: {
      id: row.id,
      uuid: row.uuid,
      source,
      source_id: row.source_id,
      sms_line: source === "sms" ? row.line : null,
      source_detail_id: row.source_detail_id,
      status,
      assigned_to: row.assigned_to,
      created_by: row.created_by,
      resolved_by: row.resolved_by,
      created_on: toUnix(row.created_on),
      assigned_on: toUnixOrNull(row.assigned_on),
      resolved_on: toUnixOrNull(row.resolved_on),
      resolvedAndAssigned: status === "done" && row.assigned_to !== null,
      assignedToName: row.assigned_to_name,
      createdByName: row.created_by_name,
      resolvedByName: row.resolved_by_name,
      note: row.note,
      due_on: toUnixOrNull(row.due_on),
      remind_on: toUnixOrNull(row.remind_on),
      reminded_on: toUnixOrNull(row.reminded_on),
    },
  };
}

export async function findTask(query: Kysely<DB>, id: number): Promise<StoredTask | undefined> {
  const row = await tasksWithNames(query).where("tasks.id", "=", id).executeTakeFirst();
  return row && toStoredTask(row);
}

/** Those of the given ones that are not deleted. */
export async function listTasksById(
  query: Kysely<DB>,
  customerId: number,
  ids: readonly number[],
): Promise<Task[]> {
  if (ids.length === 0) return [];
  const rows = await tasksWithNames(query)
    .where("tasks.customer_id", "=", customerId)
    .where("tasks.id", "in", ids)
    .where("tasks.status", "<>", "deleted")
    .execute();
  return rows.map((row) => toStoredTask(row).task);
}

/** Of one company; with the id it got, or the one its maker gave it. */
export async function findTaskId(
  query: Kysely<DB>,
  customerId: number,
  by: { readonly id: number } | { readonly uuid: string; readonly createdBy: number },
): Promise<number | undefined> {
  let tasks = query.selectFrom("tasks").select("id").where("customer_id", "=", customerId);
  if ("id" in by) tasks = tasks.where("id", "=", by.id);
  else tasks = tasks.where("uuid", "=", by.uuid).where("created_by", "=", by.createdBy);
  return (await tasks.executeTakeFirst())?.id;
}

/** The task that a conversation, voicemail and so on shows: the newest that is not deleted. */
export async function findCurrentTask(query: Kysely<DB>, item: TaskItem): Promise<StoredTask | undefined> {
  const row = await tasksWithNames(query)
    .where("tasks.customer_id", "=", item.customerId)
    .where("tasks.source", "=", item.source)
    .where("tasks.line", "=", item.line)
    .where("tasks.source_id", "=", item.sourceId)
    .where("tasks.is_current", "=", true)
    .executeTakeFirst();
  return row && toStoredTask(row);
}

/** All tasks of these items that are not deleted, by the id of their item, the newest first. */
export async function listTasksOf(
  query: Kysely<DB>,
  customerId: number,
  source: TaskSourceType,
  sourceIds: readonly string[],
): Promise<ReadonlyMap<string, Task[]>> {
  if (sourceIds.length === 0) return new Map();
  const rows = await tasksWithNames(query)
    .where("tasks.customer_id", "=", customerId)
    .where("tasks.source", "=", source)
    // One parameter whatever their number: the database plans the same statement once.
    .where(sql<boolean>`tasks.source_id = any(${[...sourceIds]}::text[])`)
    .where("tasks.status", "<>", "deleted")
    .orderBy("tasks.id", "desc")
    .execute();
  const byItem = new Map<string, Task[]>();
  for (const row of rows)
    byItem.set(row.source_id, [...(byItem.get(row.source_id) ?? []), toStoredTask(row).task]);
  return byItem;
}

/** The newest one that was made before, and was not deleted. */
export async function findEarlierTask(
  query: Kysely<DB>,
  item: TaskItem,
  id: number,
): Promise<StoredTask | undefined> {
  const row = await tasksWithNames(query)
    .where("tasks.customer_id", "=", item.customerId)
    .where("tasks.source", "=", item.source)
    .where("tasks.line", "=", item.line)
    .where("tasks.source_id", "=", item.sourceId)
    .where("tasks.id", "<", id)
    .where("tasks.status", "<>", "deleted")
    .orderBy("tasks.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && toStoredTask(row);
}

// Any number, as long as nothing else locks with it.
const LOCK_CLASS = 4_715_032;

/** Tasks of one item change one after the other: which of them is current depends on all. */
export async function lockItem(query: Kysely<DB>, item: TaskItem): Promise<void> {
  const key = [item.customerId, item.source, item.line, item.sourceId].join("\n");
  await sql`select pg_advisory_xact_lock(${LOCK_CLASS}, hashtext(${key}))`.execute(query);
}

export interface NewTask extends TaskItem {
  readonly uuid: string;
  readonly sourceDetailId: string | null;
  readonly channel: string;
  readonly number: string;
  readonly createdBy: number;
  readonly createdOn: Date;
  readonly state: TaskState;
}

export async function insertTask(query: Kysely<DB>, task: NewTask): Promise<number> {
  const { id } = await query
    .insertInto("tasks")
    .values({
      customer_id: task.customerId,
      uuid: task.uuid,
      source: task.source,
      source_id: task.sourceId,
      line: task.line,
      source_detail_id: task.sourceDetailId,
      channel: task.channel,
      number: task.number,
      is_current: false,
      created_by: task.createdBy,
      created_on: task.createdOn,
      ...columnsOf(task.state),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function saveTaskState(query: Kysely<DB>, id: number, state: TaskState): Promise<void> {
  const columns = columnsOf(state);
  await query
    .updateTable("tasks")
    .set(state.status === "deleted" ? { ...columns, is_current: false } : columns)
    .where("id", "=", id)
    .execute();
}

function columnsOf(state: TaskState) {
  return {
    status: state.status,
    assigned_to: state.assignedTo,
    assigned_on: state.assignedOn,
    resolved_by: state.resolvedBy,
    resolved_on: state.resolvedOn,
    note: state.note,
    due_on: state.dueOn,
    remind_on: state.remindOn,
    reminded_on: state.remindedOn,
  };
}

/** Marks the newest task that is not deleted as the item's current one. */
export async function settleCurrent(query: Kysely<DB>, item: TaskItem): Promise<void> {
  const ofItem = sql`customer_id = ${item.customerId} and source = ${item.source}
    and line = ${item.line} and source_id = ${item.sourceId}`;
  const newest = sql`(select max(id) from tasks where ${ofItem} and status <> 'deleted')`;
  // The index allows one: the old one goes first.
  await sql`update tasks set is_current = false
    where ${ofItem} and is_current and id is distinct from ${newest}`.execute(query);
  await sql`update tasks set is_current = true where id = ${newest} and not is_current`.execute(query);
}

export function toUnix(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

export function toUnixOrNull(date: Date | null): number | null {
  return date === null ? null : toUnix(date);
}
