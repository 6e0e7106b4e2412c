import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { CircleCheck, ListChecks, RotateCcw, UserRound, UserRoundPlus } from "lucide-react";
import { memo, type ReactNode, useCallback, useState } from "react";
import { useSteady } from "../../../platform/rendering/use-steady.ts";
import { useUser } from "../../session/index.ts";
import type { TaskNews } from "../store/task-lists.ts";
import { useTaskEvents } from "../store/use-task-events.ts";
import { assigneeWords } from "../task-words.ts";
import { AssignedSource, AssignMenu } from "./assign-menu.tsx";
import classes from "./task-actions.module.css";
import type { Assignee, TaskActs } from "./task-acts.ts";
import { glanceOf, type TaskGlance, type TaskSourceRef } from "./task-glance.ts";
import { useTaskActs } from "./use-task-acts.ts";

export interface TaskActionsProps {
  readonly source: TaskSourceRef;
  /** The source's task as the page knows it; null for none. */
  readonly task: TaskGlance | null;
}

/** The task of a conversation, voicemail or call, for the head of its page: assign, resolve, open again. */
export function TaskActions({ source, task: given }: TaskActionsProps): ReactNode {
  const { id: userId } = useUser();
  const [task, onTask] = useSourceTask(source, given);
  const acts = useTaskActs(onTask);
  // Failures are told by the acts themselves.
  const assign = useSteady((assignee: Assignee): void => {
    void (task ? acts.assign(task, assignee) : acts.create(source, assignee));
  });
  return (
    <AssignedSource value={source}>
      <TaskButtons userId={userId} task={task} acts={acts} onAssign={assign} />
    </AssignedSource>
  );
}

interface TaskButtonsProps {
  readonly userId: number;
  readonly task: TaskGlance | null;
  readonly acts: TaskActs;
  readonly onAssign: (assignee: Assignee) => void;
}

/** The same for all that has no task: going from one to the other leaves them as they are. */
const TaskButtons = memo(function Buttons({ userId, task, acts, onAssign }: TaskButtonsProps): ReactNode {
  const isOpen = task?.status === "new";
  const isTaken = isOpen && task.assigned_to !== null;
  return (
    <Group gap={6} wrap="nowrap" className={classes.actions} role="group" aria-label="Task">
      <AssignMenu assignedTo={task?.assigned_to} onAssign={onAssign}>
        <Button
          size="xs"
          variant={isTaken ? "light" : "default"}
          className={classes.button}
          leftSection={
            isTaken ? (
              <UserRound size={15} aria-hidden="true" />
            ) : (
              <UserRoundPlus size={15} aria-hidden="true" />
            )
          }
          aria-label={isTaken ? `Assigned to: ${assigneeWords(task, userId)}` : "Assign"}
        >
          <span className={classes.label}>{isTaken ? assigneeWords(task, userId) : "Assign"}</span>
        </Button>
      </AssignMenu>
      {isOpen && (
        <Button
          size="xs"
          variant="default"
          className={classes.button}
          aria-label="Resolve"
          leftSection={<CircleCheck size={15} aria-hidden="true" />}
          onClick={() => void acts.resolve(task)}
        >
          <span className={classes.label}>Resolve</span>
        </Button>
      )}
      {task?.status === "done" && (
        <Button
          size="xs"
          variant="default"
          className={classes.button}
          aria-label="Reopen"
          leftSection={<RotateCcw size={15} aria-hidden="true" />}
          onClick={() => void acts.reopen(task)}
        >
          <span className={classes.label}>Reopen</span>
        </Button>
      )}
      {task && (
        <Link
          to="/tasks/$id"
          params={{ id: String(task.id) }}
          className={classes.open}
          aria-label="Open the task"
          title="Open the task"
        >
          <ListChecks size={17} aria-hidden="true" />
        </Link>
      )}
    </Group>
  );
});

/** The task as it is this moment: what the page gives, what push tells since, and what was just done here. */
function useSourceTask(
  source: TaskSourceRef,
  given: TaskGlance | null,
): [TaskGlance | null, (change: TaskNews) => void] {
  const key = keyOf(source);
  const [state, setState] = useState({ key, given, task: given });
  // Another task from outside is news, or that of another source; the same one again, in another object, is not.
  const isNews = state.key !== key || !isSame(state.given, given);
  if (isNews) setState({ key, given, task: given });
  useTaskEvents(({ task, current }) => {
    if (keyOf(task) === key) setState((before) => ({ ...before, task: current && glanceOf(current) }));
  });
  const onTask = useCallback((change: TaskNews) => {
    setState((before) => ({ ...before, task: changed(before.task, change) }));
  }, []);
  return [isNews ? given : state.task, onTask];
}

function keyOf({
  source,
  source_id,
  sms_line,
}: Pick<TaskSourceRef, "source" | "source_id"> & { sms_line?: string | null }): string {
  return [source, source_id, sms_line ?? ""].join("\n");
}

const BLANK = { status: "new", assigned_to: null, assignedToName: "" } as const;

function changed(task: TaskGlance | null, change: TaskNews): TaskGlance | null {
  if (change.status === "deleted") return task?.id === change.id ? null : task;
  const { id, status, assigned_to, assignedToName } = {
    ...BLANK,
    ...(task?.id === change.id ? task : {}),
    ...change,
  };
  return { id, status, assigned_to, assignedToName };
}

function isSame(one: TaskGlance | null, other: TaskGlance | null): boolean {
  return one?.id === other?.id && one?.status === other?.status && one?.assigned_to === other?.assigned_to;
}
