import { Button, Group, TextInput } from "@mantine/core";
import { FormDialog } from "@offhook/ui";
import { type FormEvent, type ReactNode, useState } from "react";

export interface NicknameDialogProps {
  readonly name: string;
  readonly nickname: string;
  readonly onSave: (nickname: string) => void;
  readonly onClose: () => void;
}

const MAX_LENGTH = 60;

/** What only the user calls this chat. Empty goes back to its own name. */
export function NicknameDialog({ name, nickname, onSave, onClose }: NicknameDialogProps): ReactNode {
  const [value, setValue] = useState(nickname);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    onSave(value.trim());
    onClose();
  };
  return (
    <FormDialog opened onClose={onClose} title="Set nickname">
      <form onSubmit={save}>
        <TextInput
          label={`Nickname for ${name}`}
          description="Only you see it. Leave it empty to use the real name."
          value={value}
          maxLength={MAX_LENGTH}
          data-autofocus
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Save</Button>
        </Group>
      </form>
    </FormDialog>
  );
}
