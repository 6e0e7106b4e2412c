import { Button, Group } from "@mantine/core";
import type { Caller } from "@offhook/contract";
import { formatPhone, lookupKey } from "@offhook/telephony";
import { useSnackbar } from "@offhook/ui";
import { useRouter } from "@tanstack/react-router";
import { Ban, CircleCheck, MessageSquareText, Phone, UserRound, UserRoundPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { paths } from "../../../../platform/navigation/paths.ts";
import { LazyContactDialog, newNumber } from "../../../contacts/index.ts";
import { useUser } from "../../../session/index.ts";
import { useBlockedNumbers, useIsBlocked } from "../store/history-context.ts";
import { useCallNumber } from "../use-call-number.ts";

export interface CallerActionsProps {
  readonly number: string;
  /** What the network calls them. */
  readonly name: string;
  readonly caller: Caller;
  readonly callText: string;
}

const UNDO_MS = 6000;

/** What one does about somebody who has called: call, text, keep, block. */
export function CallerActions({ number, name, caller, callText }: CallerActionsProps): ReactNode {
  const { features } = useUser();
  const router = useRouter();
  const callNumber = useCallNumber();
  const isExtension = lookupKey(number)?.mayBeExtension ?? false;
  return (
    <Group gap="xs">
      {features.calls && (
        <Button leftSection={<Phone size={16} aria-hidden="true" />} onClick={() => callNumber(number)}>
          {callText}
        </Button>
      )}
      {features.messaging && !isExtension && (
        <Button
          variant="default"
          leftSection={<MessageSquareText size={16} aria-hidden="true" />}
          onClick={() => router.history.push(paths.newMessage(number))}
        >
          Text back
        </Button>
      )}
      <ContactButton number={number} name={name} caller={caller} />
      {caller.source !== "corporate" && <BlockButton number={number} />}
    </Group>
  );
}

function ContactButton({ number, name, caller }: Omit<CallerActionsProps, "callText">): ReactNode {
  const router = useRouter();
  const { features } = useUser();
  const [isAdding, setIsAdding] = useState(false);
  const { contactId } = caller;
  if (contactId !== null) {
    return (
      <Button
        variant="default"
        leftSection={<UserRound size={16} aria-hidden="true" />}
        onClick={() => router.history.push(paths.contact(contactId))}
      >
        Open contact
      </Button>
    );
  }
  if (!features.contacts) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<UserRoundPlus size={16} aria-hidden="true" />}
        onClick={() => setIsAdding(true)}
      >
        Add contact
      </Button>
      {isAdding && (
        <LazyContactDialog
          given={{
            ...nameParts(caller.name ?? name),
            numbers: [newNumber("mobile", number)],
          }}
          onSaved={() => {}}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  );
}

/** What the network says of the caller, to begin with. */
function nameParts(name: string): { fname: string; lname: string } {
  const [fname = "", ...rest] = name.split(" ");
  return { fname, lname: rest.join(" ") };
}

function BlockButton({ number }: { readonly number: string }): ReactNode {
  const blocked = useBlockedNumbers();
  const isBlocked = useIsBlocked(number);
  const snackbar = useSnackbar();
  const failed = (): void => snackbar.show("Something went wrong. Try again later", { tone: "error" });
  const unblock = (): void => {
    blocked.unblock(number).then(() => snackbar.show(`${formatPhone(number)} is let through again`), failed);
  };
  const block = (): void => {
    const undo = (): void => {
      blocked.unblock(number).catch(failed);
    };
    blocked
      .block(number)
      .then(
        () => snackbar.show(`${formatPhone(number)} is blocked`, { onUndo: undo, durationMs: UNDO_MS }),
        failed,
      );
  };
  return isBlocked ? (
    <Button variant="default" leftSection={<CircleCheck size={16} aria-hidden="true" />} onClick={unblock}>
      Unblock
    </Button>
  ) : (
    <Button variant="default" leftSection={<Ban size={16} aria-hidden="true" />} onClick={block}>
      Block
    </Button>
  );
}
