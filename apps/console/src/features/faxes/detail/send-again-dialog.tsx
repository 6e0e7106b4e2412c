import { Button, Group, Modal, Stack } from "@mantine/core";
import type { FaxDetails, FaxRecipient } from "@offhook/contract";
import { formatPhone } from "@offhook/telephony";
import { useSnackbar } from "@offhook/ui";
import { Select } from "@offhook/ui/select";
import { type ReactNode, useState } from "react";
import { useUser } from "../../session/index.ts";
import { keepFocus, RecipientsField } from "../compose/recipients-field.tsx";
import { allRecipients } from "../compose/typed-numbers.ts";
import { useFaxOutbox } from "../outbox/use-fax-outbox.ts";

export interface SendAgainDialogProps {
  readonly fax: FaxDetails;
  readonly title: string;
  readonly onClose: () => void;
}

/** Sends the same pages once more: a failed fax to another number, or any fax forwarded. */
export function SendAgainDialog({ fax, title, onClose }: SendAgainDialogProps): ReactNode {
  const { fax_lines: lines } = useUser();
  const outbox = useFaxOutbox();
  const snackbar = useSnackbar();
  const [given, setGiven] = useState<readonly FaxRecipient[]>([]);
  const [typed, setTyped] = useState("");
  const { to, rest } = allRecipients({ to: given, typed });
  const [line, setLine] = useState(fax.mailbox);
  const send = (): void => {
    void outbox.add({ kind: "again", mailbox: line, to, of: { mailbox: fax.mailbox, id: fax.id } });
    snackbar.show("Sending the fax", { tone: "success" });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={title} centered>
      <Stack gap="sm">
        <RecipientsField to={given} onChange={setGiven} typed={typed} onTyped={setTyped} isFocused />
        {lines.length > 1 && (
          <Select
            label="From"
            data={lines.map(({ fax_line, fax_linename }) => ({
              value: fax_line,
              label: `${fax_linename} · ${formatPhone(fax_line)}`,
            }))}
            value={line}
            allowDeselect={false}
            onChange={(chosen) => chosen && setLine(chosen)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={to.length === 0 || rest !== ""} onMouseDown={keepFocus} onClick={send}>
            Send
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
