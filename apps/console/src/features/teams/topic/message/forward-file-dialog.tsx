import { Button, Group, Modal, Textarea } from "@mantine/core";
import { useSnackbar } from "@offhook/ui";
import { type ReactNode, useState } from "react";
import { failureText } from "../../../../platform/api/api-failure.ts";
import { prepareFile } from "../../files/prepare-file.ts";
import { useTeamsChat } from "../../teams-context.ts";
import { ChatChoice } from "./chat-choice.tsx";
import classes from "./forward-dialog.module.css";
import { forwardTo } from "./forward-to.ts";

export interface ForwardFileDialogProps {
  /** What it is, for the words: "Voicemail". */
  readonly what: string;
  /** The first line of the message. */
  readonly text: string;
  readonly load: () => Promise<File>;
  readonly onClose: () => void;
}

const MAX_NOTE = 2000;

/** Passes on what is no chat message as one: its file, what it is, and a note. */
export function ForwardFileDialog({ what, text, load, onClose }: ForwardFileDialogProps): ReactNode {
  const chat = useTeamsChat();
  const snackbar = useSnackbar();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [note, setNote] = useState("");
  const [isLoading, setIsLoading] = useState(false);
  const forward = async (): Promise<void> => {
    setIsLoading(true);
    try {
      const file = await prepareFile(await load());
      const typed = [text, note.trim()].filter(Boolean).join("\n");
      onClose();
      await forwardTo(chat, snackbar, { chosen, what, message: { typed, files: [file] } });
    } catch (failure) {
      setIsLoading(false);
      snackbar.show(failureText(failure), { tone: "error" });
    }
  };
  return (
    <Modal opened onClose={onClose} title={`Forward ${what.toLowerCase()}`}>
      <p className={classes.quote}>{text}</p>
      <ChatChoice chosen={chosen} onChange={setChosen} />
      <Textarea
        mt="sm"
        label="Note"
        description="Optional."
        autosize
        maxRows={6}
        maxLength={MAX_NOTE}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={chosen.length === 0} loading={isLoading} onClick={() => void forward()}>
          Forward
        </Button>
      </Group>
    </Modal>
  );
}
