import { type Task, withoutTask, withTask } from "@offhook/contract";
import type { ListEdit } from "../live/list-edits.ts";

/** What voicemails and faxes have in common: each lies in a box that several people read. */
export interface BoxItem {
  readonly id: string;
  readonly mailbox: string;
  readonly dir: string;
  readonly time_ms: number;
  readonly new: boolean;
  readonly read_by: number[];
  readonly tasks: Task[];
}

/** What the list shows. */
export interface BoxChoice<Dir extends string, Filter extends string> {
  readonly boxes: readonly string[];
  /** Null: whatever it is. */
  readonly dir: Dir | null;
  readonly filter: Filter;
}

export const choiceKey = ({ boxes, dir, filter }: BoxChoice<string, string>): string =>
  `${filter} ${dir} ${boxes.join(",")}`;

/** Newest first; those of one moment in a fixed order, the one of the server. */
export function compareItems(one: BoxItem, other: BoxItem): number {
  if (one.time_ms !== other.time_ms) return other.time_ms - one.time_ms;
  return one.id === other.id ? 0 : one.id > other.id ? -1 : 1;
}

/** The task that still has to be done. */
function openTask({ tasks }: BoxItem): Task | undefined {
  const [current] = tasks;
  return current?.status === "new" ? current : undefined;
}

/** Which items each filter lets through. */
export type BoxFilters<Item, Filter extends string> = Readonly<
  Record<Filter, (item: Item, userId: number) => boolean>
>;

/** The filters of every kind of box. */
export const COMMON_FILTERS: BoxFilters<BoxItem, "all" | "mine" | "unassigned" | "unresolved"> = {
  all: () => true,
  mine: (item, userId) => openTask(item)?.assigned_to === userId,
  unassigned: (item) => openTask(item)?.assigned_to === null,
  unresolved: (item) => openTask(item) !== undefined,
};

export function isInChoice(item: BoxItem, { boxes, dir }: BoxChoice<string, string>): boolean {
  return boxes.includes(item.mailbox) && (dir === null || item.dir === dir);
}

/** Of the one with this id, where a list has it. */
export function patchItem<Item extends BoxItem, Change extends Partial<BoxItem>>(
  id: string,
  change: (item: Item) => Change,
): ListEdit<Item> {
  return { change: (row) => (row.id === id ? { ...row, ...change(row) } : row) };
}

export function dropItems<Item extends BoxItem>(ids: readonly string[]): ListEdit<Item> {
  return { remove: ({ id }) => ids.includes(id) };
}

/** One of the tasks of an item has changed; the current one, where there is one, is its first. */
export function patchTask<Item extends BoxItem>(task: Task, current: Task | null): ListEdit<Item> {
  return patchItem(task.source_id, ({ tasks }) => {
    const changed = task.status === "deleted" ? withoutTask(tasks, task.id) : withTask(tasks, task);
    return { tasks: current ? [current, ...withoutTask(changed, current.id)] : [...changed] };
  });
}

/** Nothing is new any more. */
export function readAll<Item extends BoxItem>(): ListEdit<Item> {
  return { change: (row) => (row.new ? { ...row, new: false } : row) };
}
