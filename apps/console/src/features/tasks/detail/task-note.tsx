import { Textarea } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { TaskPartProps } from "./task-part.ts";

const MAX_NOTE = 1000;

/** What is to be done, in the user's words; saved when they leave the field. */
export function TaskNote({ task, acts }: TaskPartProps): ReactNode {
  const [note, setNote] = useState(task.note);
  const save = (): void => {
    if (note.trim() !== task.note) void acts.describe(task, { note: note.trim() });
  };
  return (
    <Textarea
      label="Note"
      placeholder="Describe the task"
      autosize
      minRows={2}
      maxRows={8}
      maxLength={MAX_NOTE}
      value={note}
      onChange={(event) => setNote(event.currentTarget.value)}
      onBlur={save}
    />
  );
}
