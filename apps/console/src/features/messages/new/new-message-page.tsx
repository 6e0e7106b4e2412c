import { ActionIcon, Select } from "@mantine/core";
import { formatPhone } from "@offhook/telephony";
import { EmptyState } from "@offhook/ui";
import { useRouter, useSearch } from "@tanstack/react-router";
import { ArrowLeft, MessageSquareLock, UserRoundSearch } from "lucide-react";
import { type ReactNode, useState } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { CallerAvatar, PersonField, useCaller, wholeNumber } from "../../contacts/index.ts";
import { useUser } from "../../session/index.ts";
import { useSettings } from "../../settings/index.ts";
import { Composer } from "../compose/composer.tsx";
import { defaultLine } from "../shown-lines.ts";
import threadClasses from "../thread/thread-page.module.css";
import { useTextMessages } from "../use-text-messages.ts";
import classes from "./new-message.module.css";

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
  const number = wholeNumber(typed);
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
        <div className={classes.recipient}>
          <PersonField
            by="text"
            placeholder="To: a name or a number"
            typed={typed}
            onTyped={setTyped}
            onChosen={(person) => setTyped(formatPhone(person.number))}
            isFocused={typed === ""}
          />
        </div>
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
      <CallerAvatar caller={caller} name={name} size={56} />
      <strong>{name}</strong>
      {caller.name !== null && <span className={classes.detail}>{formatPhone(number)}</span>}
      <button type="button" className={classes.earlier} onClick={onOpen}>
        Show earlier messages
      </button>
    </div>
  );
}
