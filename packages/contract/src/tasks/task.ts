import { z } from "zod";
import { NumericId, QueryFlag, text, trimmedText } from "../wire-values.ts";

/** What a task can be about. A call is a missed one; `own` is about nothing but what its note says. */
export const TaskSourceType = z.enum(["sms", "voicemail", "fax", "call", "chat", "own"]);
export type TaskSourceType = z.infer<typeof TaskSourceType>;

export const TaskStatus = z.enum(["new", "done", "deleted"]);
export type TaskStatus = z.infer<typeof TaskStatus>;

const unixTime = z.number().int();
const userId = z.number().int();

/** A follow-up on a conversation, voicemail, fax, missed call or chat. Times are unix times in seconds. */
export const Task = z.object({
  id: z.number().int(),
  /** Made by the client, so that a repeated request makes no second task. */
  uuid: z.string(),
  source: TaskSourceType,
  /** Of a text the other party's number, of an own task an id made by the client, else that of the item. */
  source_id: z.string(),
  /** Of a text the line's own number. */
  sms_line: z.string().nullable(),
  /** The message the task is about, where it is about one. */
  source_detail_id: z.string().nullable(),
  status: TaskStatus,
  /** Null: nobody has taken it yet. */
  assigned_to: userId.nullable(),
  /** Null: its author is gone. */
  created_by: userId.nullable(),
  resolved_by: userId.nullable(),
  created_on: unixTime,
  assigned_on: unixTime.nullable(),
  resolved_on: unixTime.nullable(),
  /** It is done, and somebody in person was to do it. */
  resolvedAndAssigned: z.boolean(),
  /** Empty where there is nobody. */
  assignedToName: z.string(),
  createdByName: z.string(),
  resolvedByName: z.string(),
  note: z.string(),
  due_on: unixTime.nullable(),
  remind_on: unixTime.nullable(),
  /** When the reminder was given; it is given once. */
  reminded_on: unixTime.nullable(),
});
export type Task = z.infer<typeof Task>;

/** What a task is about, in few words. */
export const TaskPreview = z.object({
  /** The other party; empty where it is hidden. */
  number: z.string(),
  /** What the network or the source calls the other party; contacts know better. */
  name: z.string(),
  /** The line or box, as users know it. */
  line: z.string(),
  text: z.string(),
  /** Unix time in seconds of what is previewed; null where nothing is left of it. */
  time: unixTime.nullable(),
  /** Where the source is shown, a path of the console. */
  to: z.string(),
});
export type TaskPreview = z.infer<typeof TaskPreview>;

export const ListedTask = Task.extend({ preview: TaskPreview });
export type ListedTask = z.infer<typeof ListedTask>;

export const TaskAction = z.enum([
  "created",
  "assigned",
  "resolved",
  "reopened",
  "deleted",
  "restored",
  "due",
  "reminder",
  "reminded",
  "note",
]);
export type TaskAction = z.infer<typeof TaskAction>;

export const TaskHistoryEntry = z.object({
  at: unixTime,
  action: TaskAction,
  /** Empty: the clock did it. */
  byName: z.string(),
  /** Whom it was assigned to; empty for nobody. */
  toName: z.string(),
  /** The new due time or reminder; null when it was taken away. */
  time: unixTime.nullable(),
});
export type TaskHistoryEntry = z.infer<typeof TaskHistoryEntry>;

export const TaskDetails = ListedTask.extend({
  /** Oldest first. */
  history: z.array(TaskHistoryEntry),
});
export type TaskDetails = z.infer<typeof TaskDetails>;

const count = z.number().int().nonnegative();
/** Open tasks the user can see. `overdue` are the user's own late ones. */
export const TaskCounts = z.object({ mine: count, unassigned: count, all: count, overdue: count });
export type TaskCounts = z.infer<typeof TaskCounts>;

export const TaskFilter = z.enum(["mine", "unassigned", "all"]);
export type TaskFilter = z.infer<typeof TaskFilter>;

/** Open tasks by due time, the undated last; done ones by when they were resolved, newest first. */
export const TaskListQuery = z.object({
  filter: TaskFilter.default("all"),
  status: z.enum(["new", "done"]).default("new"),
  /** The `next` of the page before. */
  before: z
    .string()
    .regex(/^(none|\d{1,15})\.\d{1,10}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type TaskListQuery = z.infer<typeof TaskListQuery>;

export const TaskList = z.object({
  tasks: z.array(ListedTask),
  /** Null: this was the last page. */
  next: z.string().nullable(),
});
export type TaskList = z.infer<typeof TaskList>;

const SourceId = text(200).min(1);
const SmsLine = text(40).min(1);
const LATEST_UNIX_TIME = 253_402_300_799;
const Moment = z.number().int().positive().max(LATEST_UNIX_TIME).nullable();
const Note = trimmedText(1000);

export const TaskSourceQuery = z
  .object({ source: TaskSourceType, source_id: SourceId, sms_line: SmsLine.optional() })
  .refine(({ source, sms_line }) => source !== "sms" || sms_line !== undefined, {
    path: ["sms_line"],
    message: "A conversation needs its line",
  });
export type TaskSourceQuery = z.infer<typeof TaskSourceQuery>;

/** Sending the same uuid again changes nothing. */
export const TaskCreate = z
  .object({
    uuid: z.uuid(),
    source: TaskSourceType.default("sms"),
    source_id: SourceId,
    sms_line: SmsLine.optional(),
    source_detail_id: SourceId.nullish(),
    /** Left out or null: whoever takes it. */
    assigned_to: NumericId.nullish(),
    note: Note.default(""),
    due_on: Moment.default(null),
    remind_on: Moment.default(null),
  })
  .refine(({ source, sms_line }) => source !== "sms" || sms_line !== undefined, {
    path: ["sms_line"],
    message: "A conversation needs its line",
  });
export type TaskCreate = z.infer<typeof TaskCreate>;

/** Only what is in it changes. */
export const TaskUpdate = z.object({
  task_id: NumericId,
  /** The user's own id: it is done. Null: it is to be done after all. */
  resolved_by: NumericId.nullable().optional(),
  /** A deleted task comes back with either. */
  status: z.enum(["new", "done"]).optional(),
  assigned_to: NumericId.nullable().optional(),
  note: Note.optional(),
  due_on: Moment.optional(),
  remind_on: Moment.optional(),
});
export type TaskUpdate = z.infer<typeof TaskUpdate>;

/** By id, or by the uuid it was made with. With `reopen` an earlier task of the same source is open again. */
export const TaskDelete = z
  .object({
    task_id: NumericId.optional(),
    uuid: z.uuid().optional(),
    reopen: QueryFlag.default(false),
  })
  .refine(({ task_id, uuid }) => task_id !== undefined || uuid !== undefined, "Give a task_id or a uuid");
export type TaskDelete = z.infer<typeof TaskDelete>;

/** The same for a conversation, named as `GET /taskSMS` names it. */
export const ConversationTaskCreate = z.object({
  uuid: z.uuid(),
  sms_line: SmsLine,
  conversation: SourceId,
  source_detail_id: SourceId.nullish(),
  assigned_to: NumericId.nullish(),
  note: Note.default(""),
  due_on: Moment.default(null),
  remind_on: Moment.default(null),
});
export type ConversationTaskCreate = z.infer<typeof ConversationTaskCreate>;

export const TaskQuery = z.object({ task_id: NumericId });
export const ConversationTaskQuery = z.object({ sms_line: SmsLine, conversation: SourceId });
export type ConversationTaskQuery = z.infer<typeof ConversationTaskQuery>;

/** After deleting: what the source's task is now. */
export const TaskDeleted = z.object({ task: Task, current: Task.nullable() });
export type TaskDeleted = z.infer<typeof TaskDeleted>;

/** The users who can see the source, and so may be asked to do the task. */
export const TaskPeople = z.object({ user_ids: z.array(userId) });
export type TaskPeople = z.infer<typeof TaskPeople>;
