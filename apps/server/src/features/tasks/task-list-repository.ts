import type { TaskCounts, TaskListQuery } from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";
import { type StoredTask, tasksWithNames, toStoredTask } from "./task-repository.ts";

/** The user whose list it is, and the channels they may hear. */
export interface TaskReader {
  readonly userId: number;
  readonly customerId: number;
  readonly channels: readonly string[];
}

function visibleTo(query: Kysely<DB>, { customerId, channels }: TaskReader) {
  return tasksWithNames(query)
    .where("tasks.customer_id", "=", customerId)
    .where(sql<boolean>`tasks.channel = any(${[...channels]})`);
}

export interface TaskPage {
  readonly tasks: readonly StoredTask[];
  readonly next: string | null;
}

export async function listTasks(
  query: Kysely<DB>,
  reader: TaskReader,
  { filter, status, before, limit }: TaskListQuery,
): Promise<TaskPage> {
  let tasks = visibleTo(query, reader).where("tasks.status", "=", status);
  if (filter === "mine") tasks = tasks.where("tasks.assigned_to", "=", reader.userId);
  if (filter === "unassigned") tasks = tasks.where("tasks.assigned_to", "is", null);
  tasks = status === "new" ? soonestFirst(tasks, before) : lastResolvedFirst(tasks, before);
  // One more than shown tells whether there is a next page.
  const rows = await tasks.limit(limit + 1).execute();
  const shown = rows.slice(0, limit).map(toStoredTask);
  const last = shown.at(-1);
  return { tasks: shown, next: rows.length > limit && last ? positionOf(last) : null };
}

type VisibleTasks = ReturnType<typeof visibleTo>;

const DUE = sql`coalesce(tasks.due_on, 'infinity'::timestamptz)`;

/** By due time, the undated behind them; of one time the newest first. */
function soonestFirst(tasks: VisibleTasks, before: string | undefined): VisibleTasks {
  const ordered = tasks.orderBy(DUE).orderBy("tasks.id", "desc");
  if (before === undefined) return ordered;
  const { time, id } = parsePosition(before);
  const due = time === undefined ? sql`'infinity'::timestamptz` : sql`${new Date(time)}::timestamptz`;
  return ordered.where(sql<boolean>`(${DUE}, -tasks.id) > (${due}, ${-id}::integer)`);
}

function lastResolvedFirst(tasks: VisibleTasks, before: string | undefined): VisibleTasks {
  const ordered = tasks.orderBy("tasks.resolved_on", "desc").orderBy("tasks.id", "desc");
  if (before === undefined) return ordered;
  const { time = 0, id } = parsePosition(before);
  return ordered.where(
    sql<boolean>`(tasks.resolved_on, tasks.id) < (${new Date(time)}::timestamptz, ${id}::integer)`,
  );
}

function positionOf({ id, state }: StoredTask): string {
  const time = state.status === "new" ? state.dueOn : state.resolvedOn;
  return `${time === null ? "none" : time.getTime()}.${id}`;
}

// Beyond them PostgreSQL refuses a value rather than finding nothing.
const MAX_TIME = Date.parse("9999-12-31T00:00:00Z");
const MAX_ID = 2_147_483_647;

function parsePosition(text: string): { time: number | undefined; id: number } {
  const [time = "none", id = "0"] = text.split(".");
  return {
    time: time === "none" ? undefined : Math.min(Number(time), MAX_TIME),
    id: Math.min(Number(id), MAX_ID),
  };
}

export async function countTasks(query: Kysely<DB>, reader: TaskReader, now: Date): Promise<TaskCounts> {
  const { rows } = await sql<TaskCounts>`
    select
      count(*) filter (where assigned_to = ${reader.userId}) as mine,
      count(*) filter (where assigned_to is null) as unassigned,
      count(*) as "all",
      count(*) filter (where assigned_to = ${reader.userId} and due_on < ${now}) as overdue
    from tasks
    where customer_id = ${reader.customerId} and status = 'new'
      and channel = any(${[...reader.channels]})`.execute(query);
  const [counts] = rows;
  return counts ?? { mine: 0, unassigned: 0, all: 0, overdue: 0 };
}

/** For timelines: tasks about one of these numbers, or for this colleague; newest first. */
export async function listTasksWith(
  query: Kysely<DB>,
  reader: TaskReader,
  about: {
    readonly numbers: readonly string[];
    readonly assignedTo: number | undefined;
    readonly until: Date | undefined;
    readonly limit: number;
  },
): Promise<StoredTask[]> {
  let tasks = visibleTo(query, reader)
    .where("tasks.status", "<>", "deleted")
    .where(
      sql<boolean>`(tasks.number = any(${[...about.numbers]}) or tasks.assigned_to = ${about.assignedTo ?? null})`,
    );
  if (about.until) tasks = tasks.where("tasks.created_on", "<=", about.until);
  const rows = await tasks
    .orderBy("tasks.created_on", "desc")
    .orderBy("tasks.id", "desc")
    .limit(about.limit)
    .execute();
  return rows.map(toStoredTask);
}
