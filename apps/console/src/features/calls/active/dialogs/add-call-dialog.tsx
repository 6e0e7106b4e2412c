import { Button, Group, Modal } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { type ActiveCall, isTalk, type Talk } from "../../phone/calls/active-call.ts";
import { usePhone, usePhoneState } from "../../phone/phone-context.ts";
import { conferenceOf } from "../call-groups.ts";
import { useCallParty } from "../call-party.ts";
import { useAttempt } from "../use-attempt.ts";
import classes from "./add-call-dialog.module.css";
import { PersonPicker, type PickedTarget } from "./person-picker.tsx";
import type { CallDialogProps } from "./transfer-dialog.tsx";

const WIDTH = 520;

/** Makes a conference of a call: with one that waits already, or with somebody who is called for it. */
export function AddCallDialog({ call, isOpen, onClose, onCall }: CallDialogProps): ReactNode {
  const phone = usePhone();
  const attempt = useAttempt();
  const [target, setTarget] = useState<PickedTarget>();
  const waiting = useOthers(call);

  const join = async (other: ActiveCall): Promise<void> => {
    const joined = conferenceOf(call, phone.state.getState().calls).map(({ id }) => id);
    const ids = joined.length > 0 ? joined : [call.id];
    if (await attempt(() => phone.conference([...ids, other.id]))) onClose();
  };
  const dial = async (number: string): Promise<void> => {
    const isDone = await attempt(async () => {
      const id = await phone.dial({ number, joinTo: call.id });
      if (id !== undefined) onCall(id);
    });
    if (isDone) onClose();
  };
  return (
    <Modal opened={isOpen} onClose={onClose} size={WIDTH} title="Add to the call">
      {waiting.length > 0 && (
        <ul className={classes.waiting} aria-label="Calls that can be joined">
          {waiting.map((other) => (
            <WaitingCall key={other.id} call={other} onJoin={() => void join(other)} />
          ))}
        </ul>
      )}
      <PersonPicker label="Call someone" picked={target} onPick={setTarget} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!target} onClick={() => target && void dial(target.value)}>
          {target ? `Call ${target.title}` : "Call"}
        </Button>
      </Group>
    </Modal>
  );
}

function useOthers(call: ActiveCall): readonly Talk[] {
  const calls = usePhoneState((state) => state.calls);
  const joined = new Set(conferenceOf(call, calls).map(({ id }) => id));
  return calls.filter(isTalk).filter(({ id }) => id !== call.id && !joined.has(id));
}

interface WaitingCallProps {
  readonly call: Talk;
  readonly onJoin: () => void;
}

function WaitingCall({ call, onJoin }: WaitingCallProps): ReactNode {
  const { name, number } = useCallParty(call);
  return (
    <li className={classes.row}>
      <span className={classes.name}>
        {name} <span className={classes.detail}>{call.hold ? "On Hold" : number}</span>
      </span>
      <Button size="xs" variant="light" onClick={onJoin} aria-label={`Join ${name}`}>
        Join
      </Button>
    </li>
  );
}
