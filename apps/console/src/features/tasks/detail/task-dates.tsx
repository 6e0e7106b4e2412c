import { Button } from "@mantine/core";
import { isOverdue } from "@offhook/contract";
import { dueWords } from "@offhook/ui/format";
import { BellRing, CalendarClock, CalendarPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { latePart } from "../../../platform/rendering/late.tsx";
import { useUser } from "../../session/index.ts";
import { useNow } from "../../settings/index.ts";
import classes from "./task-detail.module.css";
import type { TaskPartProps } from "./task-part.ts";

const DatesDialog = latePart(() => import("./dates-dialog.tsx"), "DatesDialog");

const TICK_MS = 60_000;

/** When it is due, and when its reminder comes. */
export function TaskDates({ task, acts }: TaskPartProps): ReactNode {
  const { effective_timezone: timeZone } = useUser();
  const now = useNow(TICK_MS);
  const [isChanging, setIsChanging] = useState(false);
  const { due_on: due, remind_on: reminder, reminded_on: reminded } = task;
  const words = (unix: number): string => dueWords({ at: unix * 1000, now, timeZone });
  const hasDates = due !== null || reminder !== null;
  return (
    <section className={classes.dates} aria-label="Due date and reminder">
      {due !== null && (
        <span className={classes.date} data-late={isOverdue(task, now) || undefined}>
          <CalendarClock size={16} aria-hidden="true" />
          {isOverdue(task, now) ? `Overdue: ${words(due)}` : `Due ${words(due)}`}
        </span>
      )}
      {reminder !== null && (
        <span className={classes.date}>
          <BellRing size={16} aria-hidden="true" />
          {reminded === null ? `Reminder ${words(reminder)}` : `Reminded ${words(reminded)}`}
        </span>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<CalendarPlus size={15} aria-hidden="true" />}
        onClick={() => setIsChanging(true)}
      >
        {hasDates ? "Edit dates" : "Set a due date"}
      </Button>
      {isChanging && (
        <DatesDialog
          task={task}
          onSave={(dates) => void acts.describe(task, dates)}
          onClose={() => setIsChanging(false)}
        />
      )}
    </section>
  );
}
