import {
  type Task,
  type Voicemail,
  type VoicemailFilter,
  type VoicemailFolder,
  withoutTask,
  withTask,
} from "@offhook/contract";
import type { ListEdit } from "../../../platform/live/list-edits.ts";
import type { ListRules } from "../../../platform/live/live-list.ts";

/** What the list shows. */
export interface VoicemailChoice {
  readonly boxes: readonly string[];
  /** Null: every folder. */
  readonly dir: VoicemailFolder | null;
  readonly filter: VoicemailFilter;
}

/** Newest first; those of one moment in a fixed order, the one of the server. */
export function compareVoicemails(one: Voicemail, other: Voicemail): number {
  if (one.time_ms !== other.time_ms) return other.time_ms - one.time_ms;
  return one.id === other.id ? 0 : one.id > other.id ? -1 : 1;
}

/** The task that still has to be done. */
function openTask({ tasks }: Voicemail): Task | undefined {
  const [current] = tasks;
  return current?.status === "new" ? current : undefined;
}

const FITS: Readonly<Record<VoicemailFilter, (voicemail: Voicemail, userId: number) => boolean>> = {
  all: () => true,
  new: (voicemail) => voicemail.new,
  mine: (voicemail, userId) => openTask(voicemail)?.assigned_to === userId,
  unassigned: (voicemail) => openTask(voicemail)?.assigned_to === null,
  unresolved: (voicemail) => openTask(voicemail) !== undefined,
};

export function fitsChoice(
  voicemail: Voicemail,
  { boxes, dir, filter }: VoicemailChoice,
  userId: number,
): boolean {
  return (
    boxes.includes(voicemail.mailbox) &&
    (dir === null || voicemail.dir === dir) &&
    FITS[filter](voicemail, userId)
  );
}

/** Of the one with this id, where a list has it. */
export function patchVoicemail(
  id: string,
  change: (voicemail: Voicemail) => Partial<Voicemail>,
): ListEdit<Voicemail> {
  return { change: (row) => (row.id === id ? { ...row, ...change(row) } : row) };
}

export function dropVoicemails(ids: readonly string[]): ListEdit<Voicemail> {
  return { remove: ({ id }) => ids.includes(id) };
}

/** The tasks of a voicemail after one of them has changed. */
function tasksAfter(before: readonly Task[], task: Task, current: Task | null): Task[] {
  const changed = task.status === "deleted" ? withoutTask(before, task.id) : withTask(before, task);
  if (!current) return [...changed];
  return [current, ...withoutTask(changed, current.id)];
}

/** What happens to messages of the user's boxes. */
export const VOICEMAIL_RULES = {
  VOICEMAIL_NEW: ({ voicemail }) => [{ put: voicemail }],
  VOICEMAIL_CHANGED: ({ voicemails }) => voicemails.map((voicemail) => ({ put: voicemail })),
  VOICEMAIL_DELETED: ({ ids }) => [dropVoicemails(ids)],
  VOICEMAIL_TASK: ({ task, current }) => [
    patchVoicemail(task.source_id, ({ tasks }) => ({ tasks: tasksAfter(tasks, task, current) })),
  ],
  // The counter says that nothing is unread any more.
  UNREAD_UPDATE: ({ vox }) =>
    vox === 0 ? [{ change: (row) => (row.new ? { ...row, new: false } : row) }] : [],
} satisfies ListRules<Voicemail>;
