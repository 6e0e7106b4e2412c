import { Button, Group, Skeleton } from "@mantine/core";
import { formatPhone } from "@offhook/telephony";
import { ActionMenu } from "@offhook/ui";
import { Detail, DetailBack, DetailHeader, DetailSkeleton } from "@offhook/ui/detail";
import { useRouter } from "@tanstack/react-router";
import {
  ChevronDown,
  CircleCheck,
  EllipsisVertical,
  RotateCcw,
  Trash2,
  Undo2,
  UserRound,
  UserRoundPlus,
} from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { CallerAvatar, useCaller } from "../../contacts/index.ts";
import { useUser } from "../../session/index.ts";
import { AssignedSource, AssignMenu } from "../actions/assign-menu.tsx";
import { TaskSourceIcon } from "../task-source-icon.tsx";
import { assignWords, resolverWords, SOURCE_NAMES } from "../task-words.ts";
import { TaskDates } from "./task-dates.tsx";
import classes from "./task-detail.module.css";
import { TaskHistory } from "./task-history.tsx";
import { TaskNote } from "./task-note.tsx";
import type { TaskPartProps } from "./task-part.ts";
import { TaskSourceCard } from "./task-source-card.tsx";

/** Everything about one task, and everything one can do about it. */
export function TaskDetail({ task, acts }: TaskPartProps): ReactNode {
  return (
    <Detail label="Task">
      <BackButton />
      <Header task={task} />
      {task.status === "deleted" ? (
        <DeletedState task={task} acts={acts} />
      ) : (
        <Acts task={task} acts={acts} />
      )}
      <TaskSourceCard task={task} />
      {task.status !== "deleted" && (
        <>
          <TaskDates task={task} acts={acts} />
          <TaskNote key={task.note} task={task} acts={acts} />
        </>
      )}
      <TaskHistory history={task.history} />
    </Detail>
  );
}

export function BackButton(): ReactNode {
  const router = useRouter();
  return <DetailBack label="Back to the tasks" onBack={() => router.history.push(paths.tasks)} />;
}

function Header({ task }: Pick<TaskPartProps, "task">): ReactNode {
  const { preview } = task;
  const caller = useCaller(preview.number);
  const number = formatPhone(preview.number);
  const name =
    task.source === "own"
      ? task.note || "Task"
      : (caller.name ?? (preview.name || number || "Private number"));
  const details = [SOURCE_NAMES[task.source], preview.line, name === number ? "" : number];
  return (
    <DetailHeader
      avatar={<CallerAvatar caller={caller} name={name} size={56} />}
      name={name}
      aside={<State task={task} />}
    >
      <p className={classes.kind}>
        <TaskSourceIcon source={task.source} />
        {details.filter(Boolean).join(" · ")}
      </p>
    </DetailHeader>
  );
}

const STATE_WORDS = { new: "Open", done: "Resolved", deleted: "Deleted" } as const;

function State({ task: { status } }: Pick<TaskPartProps, "task">): ReactNode {
  return (
    <span className={classes.state} data-status={status}>
      {STATE_WORDS[status]}
    </span>
  );
}

function Acts({ task, acts }: TaskPartProps): ReactNode {
  const { id: userId } = useUser();
  const { source, source_id, sms_line } = task;
  const AssignIcon = task.assigned_to === null ? UserRoundPlus : UserRound;
  return (
    <Group gap="xs">
      {task.status === "new" ? (
        <Button
          leftSection={<CircleCheck size={16} aria-hidden="true" />}
          onClick={() => void acts.resolve(task)}
        >
          Resolve
        </Button>
      ) : (
        <Button
          leftSection={<RotateCcw size={16} aria-hidden="true" />}
          onClick={() => void acts.reopen(task)}
        >
          Reopen
        </Button>
      )}
      <AssignedSource value={{ source, source_id, ...(sms_line === null ? {} : { sms_line }) }}>
        <AssignMenu assignedTo={task.assigned_to} onAssign={(assignee) => void acts.assign(task, assignee)}>
          <Button
            variant="default"
            leftSection={<AssignIcon size={16} aria-hidden="true" />}
            rightSection={<ChevronDown size={16} aria-hidden="true" />}
          >
            {assignWords(task, userId)}
          </Button>
        </AssignMenu>
      </AssignedSource>
      <ActionMenu
        label="More for this task"
        title="More"
        icon={EllipsisVertical}
        width={270}
        actions={[
          {
            label: "Delete and reopen the earlier task",
            icon: Undo2,
            onSelect: () => void acts.remove(task, { reopensEarlier: true }),
          },
          { label: "Delete", icon: Trash2, isDestructive: true, onSelect: () => void acts.remove(task) },
        ]}
      />
      {task.status === "done" && <span className={classes.resolved}>{resolverWords(task, userId)}</span>}
    </Group>
  );
}

function DeletedState({ task, acts }: TaskPartProps): ReactNode {
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<Undo2 size={16} aria-hidden="true" />}
        onClick={() => void acts.restore(task, task.resolved_on === null ? "new" : "done")}
      >
        Restore
      </Button>
    </Group>
  );
}

export function TaskDetailSkeleton(): ReactNode {
  return (
    <DetailSkeleton avatarSize={56} lines={[220]}>
      <Skeleton height={36} width={280} />
      <Skeleton height={96} radius="md" />
      <Skeleton height={64} radius="md" />
    </DetailSkeleton>
  );
}
