import type {
  ConversationTaskQuery,
  Task,
  TaskCounts,
  TaskCreate,
  TaskDelete,
  TaskDeleted,
  TaskDetails,
  TaskList,
  TaskListQuery,
  TaskPeople,
  TaskSourceQuery,
  TaskUpdate,
} from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../database/database.ts";
import { findUserName } from "../../database/user-name-repository.ts";
import type { Actor } from "../../platform/actor.ts";
import { step, type TaskState } from "./changes/task-changes.ts";
import { changeTask, publishTask } from "./changes/task-changing.ts";
import { addHistory, listHistory } from "./changes/task-history-repository.ts";
import { changesOf } from "./changes/task-update.ts";
import { noticeAssigned } from "./notices/task-notices.ts";
import type { TaskSubject } from "./sources/task-source.ts";
import type { TaskSources } from "./sources/task-sources.ts";
import {
  assigneeCannotSee,
  noEarlierTask,
  noTask,
  reminderPassed,
  resolvedByOther,
  sourceNotFound,
  taskDeleted,
  taskNotFound,
} from "./task-errors.ts";
import { countTasks, listTasks, type TaskReader } from "./task-list-repository.ts";
import {
  findCurrentTask,
  findEarlierTask,
  findTask,
  findTaskId,
  insertTask,
  lockItem,
  type StoredTask,
  settleCurrent,
} from "./task-repository.ts";

export interface TaskServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly sources: TaskSources;
  /** The channels a user may hear: users who hear a line see its tasks. */
  readonly channelsOf: (actor: Actor) => Promise<readonly string[]>;
  /** Told after a reminder was set, so that its time is not missed. */
  readonly onReminderSet: () => void;
}

/** Runs in the transaction in which somebody gets a task. */
type OnAssigned = (tx: Transaction) => Promise<void>;

/** Clocks of clients go wrong by a little, and forms take their time. */
const REMINDER_GRACE_MS = 60_000;

export class TaskService {
  readonly #deps: TaskServiceDeps;

  constructor(deps: TaskServiceDeps) {
    this.#deps = deps;
  }

  async list(actor: Actor, query: TaskListQuery): Promise<TaskList> {
    const { database, sources } = this.#deps;
    const { tasks, next } = await listTasks(database.query, await this.#reader(actor), query);
    const previews = await sources.previewAll(database.query, actor, tasks);
    return {
      tasks: tasks.map((stored, index) => ({
        ...stored.task,
        preview: previews[index] ?? sources.gone(stored),
      })),
      next,
    };
  }

  async count(actor: Actor): Promise<TaskCounts> {
    const { database, clock } = this.#deps;
    return countTasks(database.query, await this.#reader(actor), new Date(clock.now()));
  }

  async read(actor: Actor, taskId: number): Promise<TaskDetails> {
    const { database, sources } = this.#deps;
    const stored = await this.#visible(database, actor, taskId);
    const [preview] = await sources.previewAll(database.query, actor, [stored]);
    return {
      ...stored.task,
      preview: preview ?? sources.gone(stored),
      history: await listHistory(database.query, stored.id),
    };
  }

  async ofConversation(actor: Actor, { sms_line, conversation }: ConversationTaskQuery): Promise<Task> {
    const task = await this.ofSource(actor, { source: "sms", source_id: conversation, sms_line });
    if (!task) throw noTask();
    return task;
  }

  async ofSource(actor: Actor, query: TaskSourceQuery): Promise<Task | null> {
    const { database } = this.#deps;
    const subject = await this.#find(database, actor, query);
    const item = { customerId: actor.customerId, source: query.source, ...subject };
    return (await findCurrentTask(database.query, item))?.task ?? null;
  }

  async people(actor: Actor, query: TaskSourceQuery): Promise<TaskPeople> {
    const { database, sources } = this.#deps;
    const subject = await this.#find(database, actor, query);
    return { user_ids: await sources.readers(database.query, actor.customerId, query.source, subject) };
  }

  async create(actor: Actor, given: TaskCreate, onAssigned?: OnAssigned): Promise<Task> {
    return this.#deps.database.transaction(async (tx) => {
      const subject = await this.#find(tx, actor, given);
      const item = { customerId: actor.customerId, source: given.source, ...subject };
      await lockItem(tx.query, item);
      const by = { uuid: given.uuid, createdBy: actor.userId };
      const existing = await findTaskId(tx.query, actor.customerId, by);
      // A repeated request: the first one has been through, and its reply was lost.
      if (existing !== undefined) return (await this.#visible(tx, actor, existing)).task;
      const assignee = given.assigned_to ?? null;
      await this.#requireReader(tx, actor, given.source, subject, assignee);
      this.#requireFuture(given.remind_on);
      const now = new Date(this.#deps.clock.now());
      const id = await insertTask(tx.query, {
        ...item,
        uuid: given.uuid,
        sourceDetailId: given.source_detail_id ?? null,
        createdBy: actor.userId,
        createdOn: now,
        state: firstState(given, now),
      });
      await settleCurrent(tx.query, item);
      await addHistory(tx.query, firstEntries(actor, id, given, now));
      const stored = await publishTask(tx, this.#deps.sources, id);
      await this.#notice(tx, actor, stored);
      if (assignee !== null) await onAssigned?.(tx);
      this.#wakeFor(tx, given.remind_on);
      return stored.task;
    });
  }

  async update(actor: Actor, given: TaskUpdate, onAssigned?: OnAssigned): Promise<Task> {
    return this.#deps.database.transaction(async (tx) => {
      const stored = await this.#locked(tx, actor, given.task_id);
      if (typeof given.resolved_by === "number" && given.resolved_by !== actor.userId)
        throw resolvedByOther();
      const changes = changesOf(stored.state, given);
      if (stored.state.status === "deleted" && changes.length > 0 && given.status === undefined) {
        throw taskDeleted();
      }
      if (given.assigned_to !== undefined && given.assigned_to !== stored.state.assignedTo) {
        await this.#requireReader(tx, actor, stored.source, stored, given.assigned_to);
      }
      const now = new Date(this.#deps.clock.now());
      const moment = { at: now, by: actor.userId };
      const isNewReminder = changes.some(
        (change) => change.type === "setReminder" && step(stored.state, change, moment) !== stored.state,
      );
      if (isNewReminder) this.#requireFuture(given.remind_on ?? null);
      const changed = await changeTask(tx, this.#deps.sources, stored, changes, moment);
      if (changed.task.assigned_to !== stored.task.assigned_to) {
        await this.#notice(tx, actor, changed);
        await onAssigned?.(tx);
      }
      this.#wakeFor(tx, changed.task.remind_on);
      return changed.task;
    });
  }

  /** With `reopen`, the deletion holds also where there is no earlier task, and that is what the refusal says. */
  async remove(actor: Actor, { task_id, uuid, reopen }: TaskDelete): Promise<TaskDeleted> {
    const { database, clock, sources } = this.#deps;
    const outcome = await database.transaction(async (tx) => {
      const id =
        task_id ??
        (await findTaskId(tx.query, actor.customerId, { uuid: uuid ?? "", createdBy: actor.userId }));
      if (id === undefined) throw taskNotFound();
      const stored = await this.#locked(tx, actor, id);
      const moment = { at: new Date(clock.now()), by: actor.userId };
      const earlier = reopen ? await findEarlierTask(tx.query, stored, id) : undefined;
      // A repeated request has opened the earlier one already; it may have been resolved since.
      const isRepeat = stored.state.status === "deleted";
      const deleted = await changeTask(tx, sources, stored, [{ type: "delete" }], moment);
      if (earlier && !isRepeat) await changeTask(tx, sources, earlier, [{ type: "reopen" }], moment);
      const current = await findCurrentTask(tx.query, stored);
      return { task: deleted.task, current: current?.task ?? null, hasEarlier: earlier !== undefined };
    });
    if (reopen && !outcome.hasEarlier) throw noEarlierTask();
    return { task: outcome.task, current: outcome.current };
  }

  async #reader(actor: Actor): Promise<TaskReader> {
    const { userId, customerId } = actor;
    return { userId, customerId, channels: await this.#deps.channelsOf(actor) };
  }

  async #visible({ query }: Pick<Database, "query">, actor: Actor, taskId: number): Promise<StoredTask> {
    const stored = await findTask(query, taskId);
    if (stored?.customerId !== actor.customerId) throw taskNotFound();
    if (!(await this.#deps.channelsOf(actor)).includes(stored.channel)) throw taskNotFound();
    return stored;
  }

  /** Read again behind the lock: it may have changed while we waited for it. */
  async #locked(tx: Transaction, actor: Actor, taskId: number): Promise<StoredTask> {
    await lockItem(tx.query, await this.#visible(tx, actor, taskId));
    return this.#visible(tx, actor, taskId);
  }

  async #find(
    { query }: Pick<Database, "query">,
    actor: Actor,
    { source, source_id, sms_line }: TaskSourceQuery,
  ): Promise<TaskSubject> {
    const ref = { sourceId: source_id, smsLine: sms_line };
    const subject = await this.#deps.sources.find(query, actor, source, ref);
    if (!subject) throw sourceNotFound();
    return subject;
  }

  async #requireReader(
    tx: Transaction,
    actor: Actor,
    source: TaskCreate["source"],
    subject: Pick<TaskSubject, "line">,
    userId: number | null,
  ): Promise<void> {
    if (userId === null) return;
    const readers = await this.#deps.sources.readers(tx.query, actor.customerId, source, subject);
    if (!readers.includes(userId)) throw assigneeCannotSee();
  }

  #requireFuture(remindOn: number | null): void {
    if (remindOn !== null && remindOn * 1000 < this.#deps.clock.now() - REMINDER_GRACE_MS) {
      throw reminderPassed();
    }
  }

  async #notice(tx: Transaction, { userId }: Actor, stored: StoredTask): Promise<void> {
    await noticeAssigned(tx, stored, { userId, name: await findUserName(tx.query, userId) });
  }

  #wakeFor(tx: Transaction, remindOn: number | null): void {
    if (remindOn !== null) tx.onCommit(this.#deps.onReminderSet);
  }
}

const toDate = (unix: number | null): Date | null => (unix === null ? null : new Date(unix * 1000));

function firstState(given: TaskCreate, now: Date): TaskState {
  const assignedTo = given.assigned_to ?? null;
  return {
    status: "new",
    assignedTo,
    assignedOn: assignedTo === null ? null : now,
    resolvedBy: null,
    resolvedOn: null,
    note: given.note,
    dueOn: toDate(given.due_on),
    remindOn: toDate(given.remind_on),
    remindedOn: null,
  };
}

function firstEntries({ customerId, userId }: Actor, taskId: number, given: TaskCreate, at: Date) {
  const entry = { customerId, taskId, at, by: userId };
  const assignee = given.assigned_to ?? null;
  return [
    { ...entry, action: "created" as const },
    ...(assignee === null ? [] : [{ ...entry, action: "assigned" as const, to: assignee }]),
  ];
}
