import { Button, Group, Textarea } from "@mantine/core";
import { FormDialog } from "@offhook/ui";
import { type ReactNode, useState } from "react";
import { usePlatform } from "../../../../platform/platform-context.tsx";
import type { ActiveCall } from "../../phone/calls/active-call.ts";
import type { TransferTarget } from "../../phone/phone.ts";
import { usePhone } from "../../phone/phone-context.ts";
import { useCallParty } from "../call-party.ts";
import { useAttempt } from "../use-attempt.ts";
import { PersonPicker, type PickedTarget } from "./person-picker.tsx";

const WIDTH = 520;
const LONGEST_NOTE = 500;

export interface CallDialogProps {
  readonly call: ActiveCall;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** A new call that came of it, to be shown. */
  readonly onCall: (id: string) => void;
}

/** Hands a call to somebody else: at once, after asking, or to the mailbox; with a note that pops up there. */
export function TransferDialog({ call, isOpen, onClose, onCall }: CallDialogProps): ReactNode {
  const phone = usePhone();
  const { client } = usePlatform();
  const attempt = useAttempt();
  const { name } = useCallParty(call);
  const [target, setTarget] = useState<PickedTarget>();
  const [note, setNote] = useState("");
  const [isBusy, setIsBusy] = useState(false);

  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setIsBusy(true);
    const isDone = await attempt(work, "Failed to transfer call.");
    setIsBusy(false);
    if (isDone) onClose();
  };
  const transfer = (to: TransferTarget): Promise<void> =>
    run(() => phone.transfer(call.id, to, ...(note.trim() === "" ? [] : [note.trim()])));
  const askFirst = (number: string): Promise<void> =>
    run(async () => {
      const written = note.trim();
      if (written !== "")
        await client.controlCall({ body: { action: "note", channel: call.channel, note: written } });
      const id = await phone.dial({ number, consultFor: call.id });
      if (id !== undefined) onCall(id);
    });
  return (
    <FormDialog opened={isOpen} onClose={onClose} size={WIDTH} title={`Transfer ${name}`}>
      <PersonPicker label="To" picked={target} onPick={setTarget} />
      <Textarea
        mt="sm"
        label="Note"
        description="Shown to the person who picks up."
        autosize
        minRows={2}
        maxRows={4}
        maxLength={LONGEST_NOTE}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button
          variant="subtle"
          disabled={!target?.hasMailbox || isBusy}
          onClick={() => target && void transfer({ voicemailOf: target.value })}
        >
          Send to voicemail
        </Button>
        <Button
          variant="default"
          disabled={!target || isBusy}
          onClick={() => target && void askFirst(target.value)}
        >
          Talk first
        </Button>
        <Button
          disabled={!target || isBusy}
          loading={isBusy}
          onClick={() => target && void transfer({ number: target.value })}
        >
          Transfer now
        </Button>
      </Group>
    </FormDialog>
  );
}
