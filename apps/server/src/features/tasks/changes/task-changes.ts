import type { TaskAction, TaskStatus } from "@offhook/contract";

/** What can change in a task. */
export interface TaskState {
  readonly status: TaskStatus;
  readonly assignedTo: number | null;
  readonly assignedOn: Date | null;
  readonly resolvedBy: number | null;
  readonly resolvedOn: Date | null;
  readonly note: string;
  readonly dueOn: Date | null;
  readonly remindOn: Date | null;
  readonly remindedOn: Date | null;
}

export type TaskChange =
  | { readonly type: "assign"; readonly to: number | null }
  | { readonly type: "resolve" }
  | { readonly type: "reopen" }
  | { readonly type: "delete" }
  /** Back to what it was before it was deleted. */
  | { readonly type: "restore" }
  | { readonly type: "setDue"; readonly at: Date | null }
  | { readonly type: "setReminder"; readonly at: Date | null }
  | { readonly type: "remind" }
  | { readonly type: "setNote"; readonly note: string };

export interface TaskMoment {
  readonly at: Date;
  /** Null: the clock. */
  readonly by: number | null;
}

/** Pure. Returns the same object when the change changes nothing, so callers can compare with `===`. */
export function step(state: TaskState, change: TaskChange, { at, by }: TaskMoment): TaskState {
  // A deleted task can only come back: whoever changes it meanwhile has not heard of its end yet.
  if (state.status === "deleted") return change.type === "restore" ? restored(state) : state;
  switch (change.type) {
    case "assign":
      if (change.to === state.assignedTo) return state;
      return { ...state, assignedTo: change.to, assignedOn: change.to === null ? null : at };
    case "resolve":
      return state.status === "done" ? state : { ...state, status: "done", resolvedBy: by, resolvedOn: at };
    case "reopen":
      return state.status === "new" ? state : { ...state, status: "new", resolvedBy: null, resolvedOn: null };
    case "delete":
      return { ...state, status: "deleted" };
    case "restore":
      return state;
    case "remind":
      return state.status === "new" && state.remindedOn === null ? { ...state, remindedOn: at } : state;
    default:
      return described(state, change);
  }
}

function restored(state: TaskState): TaskState {
  return { ...state, status: state.resolvedOn === null ? "new" : "done" };
}

function described(
  state: TaskState,
  change: Extract<TaskChange, { type: "setDue" | "setReminder" | "setNote" }>,
): TaskState {
  switch (change.type) {
    case "setDue":
      return isSameTime(state.dueOn, change.at) ? state : { ...state, dueOn: change.at };
    case "setReminder":
      if (isSameTime(state.remindOn, change.at)) return state;
      // Another time is another reminder.
      return { ...state, remindOn: change.at, remindedOn: null };
    case "setNote":
      return change.note === state.note ? state : { ...state, note: change.note };
  }
}

export const ACTION_OF: Readonly<Record<TaskChange["type"], TaskAction>> = {
  assign: "assigned",
  resolve: "resolved",
  reopen: "reopened",
  delete: "deleted",
  restore: "restored",
  setDue: "due",
  setReminder: "reminder",
  remind: "reminded",
  setNote: "note",
};

function isSameTime(one: Date | null, other: Date | null): boolean {
  return one?.getTime() === other?.getTime();
}
