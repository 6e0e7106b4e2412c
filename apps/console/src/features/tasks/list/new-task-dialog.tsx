import { Button, Group, Textarea } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { FormDialog, useSnackbar } from "@offhook/ui";
import { type FormEvent, type ReactNode, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useUser } from "../../session/index.ts";

const MAX_NOTE = 1000;

export interface NewTaskDialogProps {
  /** The task is there: it can be dated and given to somebody on its own page. */
  readonly onCreated: (taskId: number) => void;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function NewTaskDialog({ isOpen, onClose, onCreated }: NewTaskDialogProps): ReactNode {
  // A dialog gives the focus back to where it was when it opened: it has to be there before that.
  const isMounted = useMounted();
  return (
    <FormDialog opened={isOpen && isMounted} onClose={onClose} title="New task">
      <NewTaskForm
        onCancel={onClose}
        onCreated={(taskId) => {
          onClose();
          onCreated(taskId);
        }}
      />
    </FormDialog>
  );
}

function NewTaskForm({
  onCreated,
  onCancel,
}: Pick<NewTaskDialogProps, "onCreated"> & { readonly onCancel: () => void }): ReactNode {
  const { client } = usePlatform();
  const { id: userId } = useUser();
  const snackbar = useSnackbar();
  const [note, setNote] = useState("");
  const [isSaving, setSaving] = useState(false);
  // One id for all tries: a repeat after a lost answer makes no second task.
  const [uuid] = useState(() => crypto.randomUUID());
  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (note.trim() === "") return;
    setSaving(true);
    try {
      const body = { uuid, source: "own", source_id: uuid, assigned_to: userId, note: note.trim() } as const;
      const { id } = await client.createTask({ body });
      onCreated(id);
    } catch (failure) {
      const message = failure instanceof Error ? failure.message : "Something went wrong. Try again later";
      snackbar.show(message, { tone: "error" });
      setSaving(false);
    }
  };
  return (
    <form onSubmit={(event) => void create(event)}>
      <Textarea
        data-autofocus
        label="Describe the task"
        description="Assigned to you. Everyone in the company can see it, and you can assign it or set a due date next."
        autosize
        minRows={3}
        maxRows={8}
        maxLength={MAX_NOTE}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={isSaving} disabled={note.trim() === ""}>
          Create task
        </Button>
      </Group>
    </form>
  );
}
