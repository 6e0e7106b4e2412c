import { Button, Group, Stack, TextInput } from "@mantine/core";
import { formatPhone } from "@offhook/telephony";
import { FormDialog, useSnackbar } from "@offhook/ui";
import { type ReactNode, useState } from "react";
import { failureText } from "../../../../platform/api/api-failure.ts";
import type { Thread } from "../../store/thread.ts";
import { useLineName, useTextMessages } from "../../use-text-messages.ts";

const REASON_LENGTH = 200;
const UNDO_MS = 8_000;

export interface BlockDialogProps {
  readonly thread: Thread;
  readonly onClose: () => void;
}

/** Blocks a number on a line; the reason is for colleagues who wonder later. */
export function BlockDialog({ thread, onClose }: BlockDialogProps): ReactNode {
  const { api } = useTextMessages();
  const { address } = thread;
  const line = useLineName(address.sms_line);
  const snackbar = useSnackbar();
  const [reason, setReason] = useState("");
  const number = formatPhone(address.conversation);
  const failed = (failure: unknown): void => snackbar.show(failureText(failure), { tone: "error" });
  const block = (): void => {
    onClose();
    const onUndo = (): void => {
      api.unblock(address).catch(failed);
    };
    api
      .block(address, reason.trim())
      .then(() => snackbar.show(`${number} is blocked on ${line}`, { onUndo, durationMs: UNDO_MS }), failed);
  };
  return (
    <FormDialog opened onClose={onClose} title={`Block ${number}?`} centered>
      <Stack>
        <p style={{ margin: 0 }}>Texts from this number no longer reach {line}, and none go out to it.</p>
        <TextInput
          label="Reason"
          description="Optional. Visible to your team."
          maxLength={REASON_LENGTH}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && block()}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button color="red" onClick={block}>
            Block
          </Button>
        </Group>
      </Stack>
    </FormDialog>
  );
}
