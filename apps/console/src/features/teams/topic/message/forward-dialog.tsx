import { Button, Group, Modal } from "@mantine/core";
import { useSnackbar } from "@offhook/ui";
import { type ReactNode, useState } from "react";
import { contentSummary } from "../../content/message-content.ts";
import { writeMarks } from "../../content/write-content.ts";
import type { Message } from "../../store/message.ts";
import { useTeamsChat } from "../../teams-context.ts";
import { ChatChoice } from "./chat-choice.tsx";
import classes from "./forward-dialog.module.css";
import { forwardTo } from "./forward-to.ts";

export interface ForwardDialogProps {
  readonly message: Message;
  readonly onClose: () => void;
}

/** Passes a message on to other chats. */
export function ForwardDialog({ message, onClose }: ForwardDialogProps): ReactNode {
  const chat = useTeamsChat();
  const snackbar = useSnackbar();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const forward = (): void => {
    const { content, topic, seq } = message;
    const passedOn = {
      typed: writeMarks(content),
      attachments: content.attachments,
      forwarded: `${topic}:${seq}`,
    };
    onClose();
    void forwardTo(chat, snackbar, { chosen, what: "Message", message: passedOn });
  };
  return (
    <Modal opened onClose={onClose} title="Forward message">
      <p className={classes.quote}>{contentSummary(message.content)}</p>
      <ChatChoice chosen={chosen} onChange={setChosen} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={chosen.length === 0} onClick={forward}>
          Forward
        </Button>
      </Group>
    </Modal>
  );
}
