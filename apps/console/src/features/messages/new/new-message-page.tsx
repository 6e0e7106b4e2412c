import { ActionIcon, Select, TextInput } from "@mantine/core";
import { formatPhone } from "@offhook/telephony";
import { Avatar, EmptyState } from "@offhook/ui";
import { useRouter, useSearch } from "@tanstack/react-router";
import { ArrowLeft, MessageSquareLock, UserRoundSearch } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { useCaller } from "../../contacts/index.ts";
import { useUser } from "../../session/index.ts";
import { useSettings } from "../../settings/index.ts";
import { Composer } from "../compose/composer.tsx";
import { defaultLine } from "../shown-lines.ts";
import threadClasses from "../thread/thread-page.module.css";
import { useTextMessages } from "../use-text-messages.ts";
import classes from "./new-message.module.css";
import { type SuggestedPerson, textableNumber } from "./suggested-people.ts";
import { useSuggestedPeople } from "./use-suggested-people.ts";

const SHOWN_PEOPLE = 8;

/** `/messages/new`: recipient, line and text. */
export function NewMessagePage(): ReactNode {
  const { number = "" } = useSearch({ strict: false }) as { number?: string };
  const { sms_lines: lines } = useUser();
  if (lines.length === 0) {
    return <EmptyState icon={MessageSquareLock}>You don't have a texting line yet.</EmptyState>;
  }
  return <NewMessage key={number} given={number} />;
}

function NewMessage({ given }: { readonly given: string }): ReactNode {
  const texts = useTextMessages();
  const router = useRouter();
  const user = useUser();
  const wantedLine = useSettings((settings) => settings.defaultSmsLine);
  const [typed, setTyped] = useState(given);
  const [line, setLine] = useState(defaultLine(user, { defaultSmsLine: wantedLine }) ?? "");
  const number = textableNumber(typed);
  return (
    <section className={threadClasses.thread} aria-label="New message" data-drop-area>
      <header className={classes.header}>
        <ActionIcon
          className={threadClasses.back}
          aria-label="Back to the messages"
          title="Back"
          onClick={() => router.history.push(paths.noConversation())}
        >
          <ArrowLeft size={20} aria-hidden="true" />
        </ActionIcon>
        <Recipient typed={typed} onTyped={setTyped} />
        <Select
          className={classes.line}
          aria-label="From line"
          data={user.sms_lines.map(({ sms_line, sms_linename }) => ({
            value: sms_line,
            label: `From ${sms_linename}`,
          }))}
          value={line}
          allowDeselect={false}
          onChange={(chosen) => chosen && setLine(chosen)}
        />
      </header>
      <div className={threadClasses.middle}>
        {number === undefined ? (
          <EmptyState icon={UserRoundSearch}>Enter a name or number.</EmptyState>
        ) : (
          <ToWhom number={number} onOpen={() => router.history.push(paths.conversation(line, number))} />
        )}
      </div>
      {number !== undefined && (
        <Composer
          key={`${line}/${number}`}
          thread={texts.thread(line, number)}
          onSent={() => router.history.push(paths.conversation(line, number))}
        />
      )}
    </section>
  );
}

interface ToWhomProps {
  readonly number: string;
  readonly onOpen: () => void;
}

function ToWhom({ number, onOpen }: ToWhomProps): ReactNode {
  const caller = useCaller(number);
  const name = caller.name ?? formatPhone(number);
  return (
    <div className={classes.who}>
      <Avatar
        name={name}
        photo={caller.photo ?? undefined}
        seed={caller.contactId ?? number}
        size={56}
        isDecorative
      />
      <strong>{name}</strong>
      {caller.name !== null && <span className={classes.detail}>{formatPhone(number)}</span>}
      <button type="button" className={classes.earlier} onClick={onOpen}>
        Show earlier messages
      </button>
    </div>
  );
}

interface RecipientProps {
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
}

function Recipient({ typed, onTyped }: RecipientProps): ReactNode {
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const people = useSuggestedPeople(typed, SHOWN_PEOPLE);
  const shown = isOpen ? people : [];
  const choose = ({ number }: SuggestedPerson): void => {
    onTyped(formatPhone(number));
    setIsOpen(false);
  };
  const press = (event: KeyboardEvent): void => {
    const person = shown[active];
    if (event.key === "ArrowDown") setActive(Math.min(active + 1, shown.length - 1));
    else if (event.key === "ArrowUp") setActive(Math.max(active - 1, 0));
    else if (event.key === "Enter" && person) choose(person);
    else if (event.key === "Escape" && isOpen) setIsOpen(false);
    else return;
    event.preventDefault();
  };
  return (
    <div className={classes.recipient}>
      <TextInput
        aria-label="To"
        placeholder="To: a name or a number"
        role="combobox"
        aria-expanded={shown.length > 0}
        aria-controls={listId}
        {...(shown[active] ? { "aria-activedescendant": `${listId}-${active}` } : {})}
        autoComplete="off"
        autoFocus={typed === ""}
        value={typed}
        onChange={(event) => {
          onTyped(event.currentTarget.value);
          setIsOpen(true);
          setActive(0);
        }}
        onKeyDown={press}
        onBlur={() => setIsOpen(false)}
      />
      {shown.length > 0 && (
        <div id={listId} className={classes.list} role="listbox" aria-label="People">
          {shown.map((person, index) => (
            <div
              key={person.key}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={classes.person}
              // Before the field loses its focus, which would close the list.
              onPointerDown={(event) => {
                event.preventDefault();
                choose(person);
              }}
            >
              <Avatar name={person.name} photo={person.photo} size={28} isDecorative />
              <span className={classes.name}>{person.name}</span>
              <span className={classes.detail}>{person.detail}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
