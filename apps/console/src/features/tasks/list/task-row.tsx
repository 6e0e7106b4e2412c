import { isOverdue, type ListedTask } from "@offhook/contract";
import { formatPhone } from "@offhook/telephony";
import { dateWords, dueWords, fullDateTime } from "@offhook/ui/format";
import { BellRing, Clock3 } from "lucide-react";
import type { ReactNode } from "react";
import { CallerAvatar, useCaller } from "../../contacts/index.ts";
import { useUser } from "../../session/index.ts";
import { TaskSourceIcon } from "../task-source-icon.tsx";
import { assigneeWords, resolverWords } from "../task-words.ts";
import classes from "./task-row.module.css";

export interface TaskRowProps {
  readonly task: ListedTask;
  readonly now: number;
}

export function TaskRow({ task, now }: TaskRowProps): ReactNode {
  const { id: userId, effective_timezone: timeZone } = useUser();
  const { preview } = task;
  const caller = useCaller(preview.number);
  const name = task.source === "own" ? task.note : sourceName(task, caller.name);
  const at = (task.resolved_on ?? task.created_on) * 1000;
  return (
    <div className={classes.row} data-status={task.status}>
      <CallerAvatar caller={caller} name={name} size={38} />
      <div className={classes.text}>
        <div className={classes.line}>
          <span className={classes.name} dir="auto">
            {task.note || preview.text || "The original item was deleted"}
          </span>
          <time className={classes.time} title={fullDateTime(at, timeZone)}>
            {dateWords({ at, now, timeZone })}
          </time>
        </div>
        <div className={classes.line}>
          <TaskSourceIcon source={task.source} />
          <span className={classes.what} dir="auto">
            {task.source === "own" ? "Task" : name}
          </span>
        </div>
        <div className={classes.line}>
          <DueMark task={task} now={now} />
          <span className={classes.who}>
            {task.status === "done" ? resolverWords(task, userId) : assigneeWords(task, userId)}
            {preview.line !== "" && ` · ${preview.line}`}
          </span>
        </div>
      </div>
    </div>
  );
}

/** Whom the task is about. */
function sourceName({ preview }: ListedTask, known: string | null): string {
  return known ?? (preview.name || formatPhone(preview.number) || "Private number");
}

function DueMark({ task, now }: TaskRowProps): ReactNode {
  const { effective_timezone: timeZone } = useUser();
  if (task.status !== "new") return null;
  const awaitsReminder = task.remind_on !== null && task.reminded_on === null;
  const reminder = awaitsReminder ? <BellRing size={13} role="img" aria-label="With a reminder" /> : null;
  if (task.due_on === null) return reminder;
  const isLate = isOverdue(task, now);
  return (
    <>
      <span className={classes.due} data-late={isLate || undefined}>
        <Clock3 size={13} aria-hidden="true" />
        {isLate ? "Overdue: " : "Due "}
        {dueWords({ at: task.due_on * 1000, now, timeZone })}
      </span>
      {reminder}
    </>
  );
}
