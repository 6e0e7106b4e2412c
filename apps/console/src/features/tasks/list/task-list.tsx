import { EmptyState, LoadError } from "@offhook/ui";
import { FixedList } from "@offhook/ui/fixed-list";
import { ListChecks } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useStore } from "zustand";
import { useNow } from "../../settings/index.ts";
import { useTaskBoard } from "../store/board-context.ts";
import { viewKey } from "../store/task-board.ts";
import type { TaskView } from "../store/task-lists.ts";
import { NewTask } from "./new-task.tsx";
import { TaskFilters } from "./task-filters.tsx";
import classes from "./task-list.module.css";
import { TaskRow } from "./task-row.tsx";

export interface TaskListProps {
  readonly selectedId: string | undefined;
  readonly onOpen: (taskId: number) => void;
}

/** As the style sheet of the row has it. */
const ROW_HEIGHT = 78;
const TICK_MS = 60_000;

const EMPTY: Readonly<Record<TaskView["filter"], string>> = {
  mine: "No open tasks.",
  unassigned: "Everything is assigned.",
  all: "Nothing is waiting to be done.",
};

/** Tasks of the user's lines: the late and the soon ones first. */
export function TaskList({ selectedId, onOpen }: TaskListProps): ReactNode {
  const board = useTaskBoard();
  const view = useStore(board.state, (state) => state.choice);
  const counts = useStore(board.counts);
  const { rows, status } = useStore(board.state, board.shown);
  const now = useNow(TICK_MS);
  const load = (): void => {
    // A failure shows in the list itself, with a button to try again.
    board.open().catch(() => {});
  };
  useEffect(() => {
    board.open().catch(() => {});
  }, [board]);
  const isDone = view.status === "done";
  return (
    <>
      <div className={classes.head}>
        <TaskFilters value={view.filter} counts={counts} onChange={(filter) => board.select({ filter })} />
        <div className={classes.second}>
          <button
            type="button"
            className={classes.toggle}
            aria-pressed={isDone}
            onClick={() => board.select({ status: isDone ? "new" : "done" })}
          >
            Resolved
          </button>
          <Overdue count={counts?.overdue ?? 0} />
          <NewTask
            onCreated={(taskId) => {
              board.refresh().catch(() => {});
              onOpen(taskId);
            }}
          />
        </div>
      </div>
      <div className={classes.body}>
        <FixedList
          // Another filter is another list: it begins at its top.
          key={viewKey(view)}
          items={rows}
          keyOf={({ id }) => String(id)}
          label="Tasks"
          rowHeight={ROW_HEIGHT}
          selectedKey={selectedId}
          status={status === "idle" ? "loading" : status}
          onOpen={({ id }) => onOpen(id)}
          onEndReached={() => void board.loadMore().catch(() => {})}
          renderRow={(task) => <TaskRow task={task} now={now} />}
          emptySlot={<NoTasks view={view} />}
          errorSlot={<LoadError onRetry={load}>The tasks could not be loaded.</LoadError>}
        />
      </div>
    </>
  );
}

function Overdue({ count }: { readonly count: number }): ReactNode {
  if (count === 0) return null;
  return (
    <span className={classes.overdue}>
      {count === 1 ? "1 of yours is late" : `${count} of yours are late`}
    </span>
  );
}

function NoTasks({ view }: { readonly view: TaskView }): ReactNode {
  const board = useTaskBoard();
  if (view.status === "done")
    return <EmptyState icon={ListChecks}>Nothing has been resolved yet.</EmptyState>;
  const action =
    view.filter === "all" ? undefined : { label: "Show all", onClick: () => board.select({ filter: "all" }) };
  return (
    <EmptyState icon={ListChecks} {...(action ? { action } : {})}>
      {EMPTY[view.filter]}
    </EmptyState>
  );
}
