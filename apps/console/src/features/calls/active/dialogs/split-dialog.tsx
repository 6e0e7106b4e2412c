import { Button, Group, Modal, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { usePhone, usePhoneState } from "../../phone/phone-context.ts";
import { conferenceOf } from "../call-groups.ts";
import { useAttempt } from "../use-attempt.ts";
import type { CallDialogProps } from "./transfer-dialog.tsx";

const WIDTH = 470;

/** Asked when one of three or more conference calls is hung up: the people may want to go on one by one. */
export function SplitDialog({ call, isOpen, onClose }: CallDialogProps): ReactNode {
  const phone = usePhone();
  const attempt = useAttempt();
  const joined = usePhoneState(({ calls }) => conferenceOf(call, calls).length);
  const split = async (): Promise<void> => {
    if (await attempt(() => phone.split(call.id))) onClose();
  };
  const hangUpAll = (): void => {
    for (const { id } of conferenceOf(call, phone.state.getState().calls))
      void attempt(() => phone.hangUp(id));
    onClose();
  };
  return (
    <Modal opened={isOpen} onClose={onClose} size={WIDTH} title="Split or hang up?">
      <Text>
        {joined} calls are in this conference. Split them into separate calls on hold, or hang up on everyone.
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="light" color="red" onClick={hangUpAll}>
          Hang up all
        </Button>
        <Button onClick={() => void split()} data-autofocus>
          Split calls
        </Button>
      </Group>
    </Modal>
  );
}
