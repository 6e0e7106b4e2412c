import { Button, Group, Modal, Stack, Textarea } from "@mantine/core";
import { MAX_SMS_LENGTH } from "@offhook/contract";
import { dueWords } from "@offhook/ui/format";
import { SchedulePicker } from "@offhook/ui/pickers";
import { type ReactNode, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { useUser } from "../../session/index.ts";
import { useNow } from "../../settings/index.ts";

const TICK_MS = 60_000;

interface ScheduledText {
  readonly text: string;
  readonly at: number;
}

export interface ScheduleDialogProps {
  /** What goes out then, for the words. */
  readonly what?: "message" | "fax";
  /** Without a time the first one on offer is chosen. Without a text there is nothing to edit but the time. */
  readonly given: { readonly text?: string; readonly at?: number };
  readonly onClose: () => void;
  readonly onChosen: (chosen: ScheduledText) => Promise<void>;
}

/** When a message is to go out; for one that is scheduled already, also what it says. */
export function ScheduleDialog({
  what = "message",
  given,
  onClose,
  onChosen,
}: ScheduleDialogProps): ReactNode {
  const { effective_timezone: timeZone } = useUser();
  const now = useNow(TICK_MS);
  const [at, setAt] = useState(given.at);
  const [text, setText] = useState(given.text ?? "");
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isEdit = given.at !== undefined;
  const save = async (): Promise<void> => {
    if (at === undefined) return;
    setIsBusy(true);
    try {
      await onChosen({ text, at });
      onClose();
    } catch (failure) {
      setProblem(failureText(failure));
      setIsBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={isEdit ? `Edit scheduled ${what}` : `Schedule ${what}`} centered>
      <Stack>
        {given.text !== undefined && (
          <Textarea
            label="Message"
            autosize
            minRows={3}
            maxRows={10}
            maxLength={MAX_SMS_LENGTH}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <SchedulePicker value={at} onChange={setAt} timeZone={timeZone} />
        {at !== undefined && (
          <p style={{ margin: 0, fontSize: "var(--mantine-font-size-sm)" }}>
            Scheduled for {dueWords({ at, now, timeZone })}, {timeZone} time.
          </p>
        )}
        {problem !== undefined && (
          <p role="alert" style={{ margin: 0, color: "var(--mantine-color-error)" }}>
            {problem}
          </p>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isBusy} disabled={at === undefined} onClick={() => void save()}>
            {isEdit ? "Save" : "Schedule"}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
