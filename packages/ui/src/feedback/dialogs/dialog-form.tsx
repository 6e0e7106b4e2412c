import { Button, Group, Stack, Text } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";

export interface DialogFormProps {
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  /** Why it was not saved; it stays with what was typed. */
  readonly problem?: string | undefined;
  readonly isSaving?: boolean;
  /** True: the form checks its fields itself, and says what is wrong in its own words. */
  readonly noValidate?: boolean;
  /** At the other end of the buttons: what else can be done with it. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** What is inside a dialog that saves something: fields, what went wrong, and the two buttons. */
export function DialogForm(props: DialogFormProps): ReactNode {
  const { onSubmit, onCancel, problem, isSaving = false, noValidate = false, aside, children } = props;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate={noValidate}>
      <Stack>
        {children}
        {problem !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
        <Group justify={aside ? "space-between" : "flex-end"}>
          {aside}
          <Group>
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <Button type="submit" loading={isSaving}>
              Save
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
