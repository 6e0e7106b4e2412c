import { Button, Group, Modal, Select, Stack, Switch } from "@mantine/core";
import type { Task } from "@offhook/contract";
import { SchedulePicker } from "@offhook/ui/pickers";
import { type ReactNode, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useUser } from "../../session/index.ts";
import {
  choiceOf,
  REMINDER_LABELS,
  type ReminderChoice,
  reminderAt,
  reminderChoices,
} from "./reminder-choices.ts";

export interface TaskDatesChange {
  readonly due_on: number | null;
  readonly remind_on: number | null;
}

export interface DatesDialogProps {
  readonly task: Pick<Task, "due_on" | "remind_on">;
  readonly onSave: (dates: TaskDatesChange) => void;
  readonly onClose: () => void;
}

const toUnix = (instant: number): number => Math.floor(instant / 1000);

/** Picks a due time and when to be reminded of it. */
export function DatesDialog({ task, onSave, onClose }: DatesDialogProps): ReactNode {
  const { effective_timezone: timeZone } = useUser();
  const { browser } = usePlatform();
  const now = browser.clock.now();
  const [hasDue, setHasDue] = useState(task.due_on !== null || task.remind_on === null);
  const [due, setDue] = useState(task.due_on);
  const [choice, setChoice] = useState<ReminderChoice>(() => choiceOf(task.due_on, task.remind_on));
  const [own, setOwn] = useState(task.remind_on);
  const dueOn = hasDue ? due : null;
  const choices = reminderChoices(dueOn, toUnix(now));
  // Its time may have passed, or with the due time what it was counted from is gone.
  const chosen = choices.includes(choice) ? choice : "none";
  const save = (): void => {
    onSave({ due_on: dueOn, remind_on: reminderAt(chosen, dueOn, own) });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Due date and reminder" size={440} centered>
      <Stack gap="md">
        <Switch label="Due" checked={hasDue} onChange={(event) => setHasDue(event.currentTarget.checked)} />
        {hasDue && (
          <SchedulePicker
            value={due === null ? undefined : due * 1000}
            onChange={(instant) => setDue(toUnix(instant))}
            timeZone={timeZone}
            now={now}
          />
        )}
        <Select
          label="Remind me"
          data={choices.map((value) => ({ value, label: REMINDER_LABELS[value] }))}
          value={chosen}
          allowDeselect={false}
          onChange={(value) => value !== null && setChoice(value as ReminderChoice)}
        />
        {chosen === "own" && (
          <SchedulePicker
            value={own === null ? undefined : own * 1000}
            onChange={(instant) => setOwn(toUnix(instant))}
            timeZone={timeZone}
            now={now}
            dateFieldLabel="Reminder date"
            timeFieldLabel="Reminder time"
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={save}>Save</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
