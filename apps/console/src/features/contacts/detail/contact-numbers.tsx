import { ActionIcon } from "@mantine/core";
import type { Contact, Person } from "@offhook/contract";
import { lookupKey, type PhoneEntry, phoneEntriesOf } from "@offhook/telephony";
import { ActionMenu, type MenuAction, useSnackbar } from "@offhook/ui";
import { useRouter } from "@tanstack/react-router";
import { Ban, CircleCheck, EllipsisVertical, MessageSquareText, Phone, Printer } from "lucide-react";
import type { ReactNode } from "react";
import { type Path, paths } from "../../../platform/navigation/paths.ts";
import { BlockedTag, useBlockedNumbers, useIsBlocked } from "../../lines/index.ts";
import { useUser } from "../../session/index.ts";
import { NUMBER_NAMES } from "../edit/contact-draft.ts";
import classes from "./contact-detail.module.css";

interface ShownNumber {
  readonly label: string;
  readonly value: string;
  readonly shown: string;
  readonly isExtension: boolean;
  readonly isFax: boolean;
}

/** All numbers of a contact, with what can be done over each. */
export function ContactNumbers({ contact }: { readonly contact: Contact | Person }): ReactNode {
  const numbers = numbersOf(contact);
  if (numbers.length === 0) return null;
  return (
    <section className={classes.card} aria-label="Numbers">
      {numbers.map((number) => (
        <NumberLine
          key={`${number.label} ${number.value}`}
          number={number}
          isColleague={contact.contactType === "corporate"}
        />
      ))}
    </section>
  );
}

function numbersOf(contact: Contact | Person): ShownNumber[] {
  if (contact.contactType !== "corporate") return phoneEntriesOf(contact).map(toShown);
  const { extension, mobile } = contact;
  const internal = extension
    ? [{ label: "Extension", value: extension, shown: extension, isExtension: true, isFax: false }]
    : [];
  return [...internal, ...phoneEntriesOf({ mobile }).map(toShown)];
}

function toShown({ label, value, formattedValue }: PhoneEntry): ShownNumber {
  return {
    label: NUMBER_NAMES[label],
    value,
    shown: formattedValue,
    isExtension: lookupKey(value)?.mayBeExtension ?? false,
    isFax: label === "fax",
  };
}

interface NumberLineProps {
  readonly number: ShownNumber;
  readonly isColleague: boolean;
}

function NumberLine({ number, isColleague }: NumberLineProps): ReactNode {
  const { label, value, shown, isExtension } = number;
  const { features } = useUser();
  const isBlocked = useIsBlocked(value);
  const actions = useNumberActions(number, isColleague, isBlocked);
  return (
    <div className={classes.line}>
      <span className={classes.label}>{label}</span>
      {/* A link to a phone is called from here, wherever it stands. */}
      <a className={classes.value} href={features.calls ? `tel:${value}` : undefined} data-numeric>
        {isExtension ? `Ext. ${shown}` : shown}
      </a>
      <BlockedTag number={value} />
      {features.calls && (
        <ActionIcon
          component="a"
          href={`tel:${value}`}
          variant="subtle"
          size={36}
          aria-label={`Call ${shown}`}
          title="Call"
        >
          <Phone size={18} aria-hidden="true" />
        </ActionIcon>
      )}
      {actions.length > 0 && (
        <ActionMenu label={`More for ${shown}`} title="More" icon={EllipsisVertical} actions={actions} />
      )}
    </div>
  );
}

function useNumberActions(
  { value, shown, isExtension, isFax }: ShownNumber,
  isColleague: boolean,
  isBlocked: boolean,
) {
  const { features } = useUser();
  const router = useRouter();
  const blocked = useBlockedNumbers();
  const snackbar = useSnackbar();
  const report = (done: string) => ({
    ok: () => snackbar.show(done),
    failed: () => snackbar.show("Something went wrong. Try again later", { tone: "error" }),
  });
  const setBlocked = (isOn: boolean): void => {
    const { ok, failed } = report(isOn ? `${shown} is blocked` : `${shown} is let through again`);
    (isOn ? blocked.block(value) : blocked.unblock(value)).then(ok, failed);
  };
  const go = (path: Path) => () => router.history.push(path);
  const actions: MenuAction[] = [];
  if (features.messaging && !isExtension && !isFax)
    actions.push({ label: "Text", icon: MessageSquareText, onSelect: go(paths.newMessage(value)) });
  if (features.fax && !isExtension)
    actions.push({ label: "Send fax", icon: Printer, onSelect: go(paths.newFax(value)) });
  if (features.calls && !isColleague)
    actions.push(
      isBlocked
        ? { label: "Unblock", icon: CircleCheck, onSelect: () => setBlocked(false) }
        : { label: "Block", icon: Ban, onSelect: () => setBlocked(true) },
    );
  return actions;
}
