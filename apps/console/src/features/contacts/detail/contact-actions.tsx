import { Button, Group } from "@mantine/core";
import type { Contact, Person } from "@offhook/contract";
import { contactDialValue, phoneEntriesOf } from "@offhook/telephony";
import { useSnackbar } from "@offhook/ui";
import { useRouter } from "@tanstack/react-router";
import { MessageSquareText, MessagesSquare, Pencil, Phone, Star, Trash2, UserRoundPlus } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { useUser } from "../../session/index.ts";
import { useBookState, useContactBook } from "../contact-book-context.ts";
import { useContactDialogs } from "../edit/contact-dialogs.tsx";
import { newNumber } from "../edit/contact-draft.ts";

const UNDO_MS = 8000;

/** What one does with a contact: call, text, chat, keep close, change, delete. */
export function ContactActions({ contact }: { readonly contact: Contact | Person }): ReactNode {
  const { features } = useUser();
  const isColleague = contact.contactType === "corporate";
  const dialed = isColleague
    ? contactDialValue({
        type: "corporate",
        extension: contact.extension ?? undefined,
        mobile: contact.mobile,
      })
    : contactDialValue(contact);
  return (
    <Group gap="xs">
      {features.calls && dialed !== "" && (
        <Button component="a" href={`tel:${dialed}`} leftSection={<Phone size={16} aria-hidden="true" />}>
          Call
        </Button>
      )}
      <MessageButtons contact={contact} />
      {features.contacts && <SpeedDialButton contact={contact} />}
      {!isColleague && <OwnerButtons contact={contact} />}
    </Group>
  );
}

function MessageButtons({ contact }: { readonly contact: Contact | Person }): ReactNode {
  const { features, id } = useUser();
  const router = useRouter();
  const textNumber = phoneEntriesOf({ mobile: contact.mobile })[0]?.value;
  const colleague = contact.contactType === "corporate" && contact.user_id !== id ? contact : undefined;
  return (
    <>
      {features.messaging && textNumber !== undefined && (
        <Button
          variant="default"
          leftSection={<MessageSquareText size={16} aria-hidden="true" />}
          onClick={() => router.history.push(paths.newMessage(textNumber))}
        >
          Text
        </Button>
      )}
      {features.teamChat && colleague && (
        <Button
          variant="default"
          leftSection={<MessagesSquare size={16} aria-hidden="true" />}
          onClick={() =>
            router.history.push(colleague.chat_id ? paths.chat(colleague.chat_id) : paths.newChat("direct"))
          }
        >
          Chat
        </Button>
      )}
    </>
  );
}

function SpeedDialButton({ contact }: { readonly contact: Contact | Person }): ReactNode {
  const book = useContactBook();
  const snackbar = useSnackbar();
  const isOn = useBookState(({ speedDial }) => speedDial.has(contact.id));
  const toggle = (): void => {
    book
      .setSpeedDial(contact.id, !isOn)
      .catch(() => snackbar.show("Something went wrong. Try again later", { tone: "error" }));
  };
  return (
    <Button
      variant="default"
      aria-pressed={isOn}
      leftSection={<Star size={16} fill={isOn ? "currentColor" : "none"} aria-hidden="true" />}
      onClick={toggle}
    >
      Speed dial
    </Button>
  );
}

function OwnerButtons({ contact }: { readonly contact: Contact }): ReactNode {
  const book = useContactBook();
  const dialogs = useContactDialogs();
  const router = useRouter();
  const snackbar = useSnackbar();
  if (contact.type !== "personal") {
    const { fname, lname, organization, title, emails } = contact;
    const numbers = phoneEntriesOf(contact).map(({ label, value }) =>
      newNumber(label, value.replaceAll(",", "|")),
    );
    return (
      <Button
        variant="default"
        leftSection={<UserRoundPlus size={16} aria-hidden="true" />}
        onClick={() => dialogs.create({ fname, lname, organization, title, emails, numbers })}
      >
        Add to contacts
      </Button>
    );
  }
  if (!contact.owned) return null;
  const failed = (): void => snackbar.show("Something went wrong. Try again later", { tone: "error" });
  const remove = (): void => {
    router.history.push(paths.contacts);
    const onUndo = (): void => {
      book.restore([contact.id]).then(() => router.history.push(paths.contact(contact.id)), failed);
    };
    book
      .delete([contact.id])
      .then(
        () => snackbar.show(`${contact.name || "Contact"} deleted`, { onUndo, durationMs: UNDO_MS }),
        failed,
      );
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<Pencil size={16} aria-hidden="true" />}
        onClick={() => dialogs.edit(contact)}
      >
        Edit
      </Button>
      <Button variant="default" leftSection={<Trash2 size={16} aria-hidden="true" />} onClick={remove}>
        Delete
      </Button>
    </>
  );
}
