import { Alert, Button, Checkbox, Group, Stack, Text, Textarea } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { FormDialog } from "./form-dialog.tsx";

export type FeedbackMode = "idea" | "issue";

export interface Feedback {
  readonly type: FeedbackMode;
  readonly message: string;
  readonly attachLogs: boolean;
}

const TITLES: Readonly<Record<FeedbackMode, string>> = { idea: "Share your idea", issue: "Report Issue" };

export interface FeedbackDialogProps {
  readonly mode: FeedbackMode;
  readonly isOpen: boolean;
  readonly isSending?: boolean;
  readonly error?: string | undefined;
  readonly onSubmit: (feedback: Feedback) => void;
  readonly onClose: () => void;
}

/** Asks and hands over; sending is the console's. The text stays until the dialog closes, so a failed send loses nothing. */
export function FeedbackDialog(props: FeedbackDialogProps): ReactNode {
  return (
    <FormDialog opened={props.isOpen} onClose={props.onClose} size={500} title={TITLES[props.mode]}>
      <FeedbackForm key={props.mode} {...props} />
    </FormDialog>
  );
}

function FeedbackForm({ mode, isSending = false, error, onSubmit }: FeedbackDialogProps): ReactNode {
  const [message, setMessage] = useState("");
  const [attachLogs, setAttachLogs] = useState(true);
  const isIssue = mode === "issue";
  // An issue may be empty, its logs speak; an empty idea says nothing.
  const canSubmit = isIssue || message.trim() !== "";

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (canSubmit) onSubmit({ type: mode, message: message.trim(), attachLogs: isIssue && attachLogs });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Textarea
          label={isIssue ? "What went wrong?" : "Your idea"}
          autosize
          minRows={4}
          maxRows={12}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
          data-autofocus
        />
        {isIssue && (
          <>
            <Text size="sm" c="dimmed">
              Please give details, such as the from and to numbers and the exact time of the call or message.
            </Text>
            <Checkbox
              label="Attach logs"
              checked={attachLogs}
              onChange={(event) => setAttachLogs(event.currentTarget.checked)}
            />
          </>
        )}
        {error && (
          <Alert color="red" role="alert">
            {error}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" disabled={!canSubmit} loading={isSending}>
            SUBMIT
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
