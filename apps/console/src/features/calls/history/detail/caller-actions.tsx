import { Button, Group } from "@mantine/core";
import type { Caller } from "@offhook/contract";
import { formatPhone, lookupKey, type NumberLabel } from "@offhook/telephony";
import { useSnackbar } from "@offhook/ui";
import { useRouter } from "@tanstack/react-router";
import { Ban, CircleCheck, MessageSquareText, Phone, Printer, UserRound, UserRoundPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { paths } from "../../../../platform/navigation/paths.ts";
import { LazyContactDialog, newNumber } from "../../../contacts/index.ts";
import { useBlockedNumbers, useIsBlocked } from "../../../lines/index.ts";
import { useUser } from "../../../session/index.ts";
import { useCallNumber } from "../use-call-number.ts";

export interface CallerActionsProps {
  readonly number: string;
  /** What the network calls them. */
  readonly name: string;
  readonly caller: Caller;
  readonly callText: string;
  readonly textText?: string;
  /** As which a new contact gets the number. */
  readonly numberKind?: NumberLabel;
  /** Where something else is the first thing to do, calling is one act among others. */
  readonly isAside?: boolean;
}

const UNDO_MS = 6000;

/** What one does about somebody who has called: call, text, keep, block. */
export function CallerActions(props: CallerActionsProps): ReactNode {
  const { number, name, caller, callText, textText = "Text back", numberKind = "mobile" } = props;
  const first = props.isAside ? { variant: "default" } : {};
  const { features } = useUser();
  const router = useRouter();
  const callNumber = useCallNumber();
  const isExtension = lookupKey(number)?.mayBeExtension ?? false;
  return (
    <Group gap="xs">
      {features.calls && (
        <Button
          {...first}
          leftSection={<Phone size={16} aria-hidden="true" />}
          onClick={() => callNumber(number)}
        >
          {callText}
        </Button>
      )}
      {features.messaging && !isExtension && (
        <Button
          variant="default"
          leftSection={<MessageSquareText size={16} aria-hidden="true" />}
          onClick={() => router.history.push(paths.newMessage(number))}
        >
          {textText}
        </Button>
      )}
      {features.fax && (numberKind === "fax" || caller.label === "fax") && (
        <Button
          variant="default"
          leftSection={<Printer size={16} aria-hidden="true" />}
          onClick={() => router.history.push(paths.newFax(number))}
        >
          Send fax
        </Button>
      )}
      <ContactButton number={number} name={name} caller={caller} numberKind={numberKind} />
      {caller.source !== "corporate" && <BlockButton number={number} />}
    </Group>
  );
}

type ContactButtonProps = Required<Omit<CallerActionsProps, "callText" | "textText" | "isAside">>;

function ContactButton({ number, name, caller, numberKind }: ContactButtonProps): ReactNode {
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
            numbers: [newNumber(numberKind, number)],
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
