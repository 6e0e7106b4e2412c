import { Textarea } from "@mantine/core";
import { useSnackbar } from "@offhook/ui";
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { usePeople } from "../../contacts/index.ts";
import { useUser } from "../../session/index.ts";
import type { Thread } from "../store/thread.ts";
import { useMessageDesk } from "../use-message-desk.ts";
import classes from "./composer.module.css";
import { onEnter } from "./enter-key.ts";
import { GROWING } from "./growing-field.ts";
import {
  type MentionPerson,
  matchingPeople,
  mentionedIn,
  mentionQuery,
  withMention,
} from "./mention-text.ts";
import { SendBar, SendButton, type WritingMode } from "./send-bar.tsx";

const MAX_COMMENT_LENGTH = 2_000;
const SHOWN_PEOPLE = 6;

export interface CommentFieldProps {
  readonly thread: Thread;
  readonly onMode: (mode: WritingMode) => void;
}

/** A note for colleagues in the thread. An @ names somebody, who then hears of it. */
export function CommentField({ thread, onMode }: CommentFieldProps): ReactNode {
  const { api } = useMessageDesk();
  const people = useColleagues();
  const snackbar = useSnackbar();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState("");
  const [cursor, setCursor] = useState(0);
  const query = mentionQuery(text, cursor);
  const suggested = query === undefined ? [] : matchingPeople(people, query).slice(0, SHOWN_PEOPLE);

  const name = ({ name: chosen }: MentionPerson): void => {
    const next = withMention(text, cursor, chosen);
    setText(next.text);
    setCursor(next.cursor);
    field.current?.focus();
  };
  const save = async (): Promise<void> => {
    const written = text.trim();
    if (written === "") return;
    const mentions = mentionedIn(written, people);
    try {
      const message = await api.comment(thread.address, {
        text: written,
        mentions,
        mId: crypto.randomUUID(),
      });
      setText("");
      thread.applyMessage(message);
    } catch (failure) {
      snackbar.show(failureText(failure), { tone: "error" });
    }
  };
  const press = (event: KeyboardEvent): void => {
    const [first] = suggested;
    const picks = event.key === "Tab" || event.key === "Enter";
    if (first && picks && query !== "" && !event.shiftKey) {
      event.preventDefault();
      name(first);
    } else onEnter(event, () => void save());
  };
  return (
    <>
      <SuggestedPeople people={suggested} hasFirst={query !== ""} onChoose={name} />
      <Textarea
        ref={field}
        classNames={{ input: classes.input ?? "" }}
        aria-label="Comment"
        placeholder="Only colleagues see this. Mention someone with @"
        rightSectionWidth={40}
        rightSection={
          <SendButton label="Save comment" isDisabled={text.trim() === ""} onSend={() => void save()} />
        }
        {...GROWING}
        maxLength={MAX_COMMENT_LENGTH}
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setCursor(event.currentTarget.selectionStart);
        }}
        onKeyDown={press}
      />
      <SendBar mode="comment" onMode={onMode} />
    </>
  );
}

interface SuggestedPeopleProps {
  readonly people: readonly MentionPerson[];
  /** Enter takes the first of them. */
  readonly hasFirst: boolean;
  readonly onChoose: (person: MentionPerson) => void;
}

function SuggestedPeople({ people, hasFirst, onChoose }: SuggestedPeopleProps): ReactNode {
  if (people.length === 0) return null;
  return (
    <ul className={classes.people} aria-label="People to mention">
      {people.map((person, index) => (
        <li key={person.id}>
          <button
            type="button"
            className={classes.person}
            data-active={(index === 0 && hasFirst) || undefined}
            onClick={() => onChoose(person)}
          >
            {person.name}
          </button>
        </li>
      ))}
    </ul>
  );
}

function useColleagues(): readonly MentionPerson[] {
  const { id: userId } = useUser();
  const byUserId = usePeople((state) => state.byUserId);
  return useMemo(
    () =>
      [...byUserId.values()]
        .filter(({ user_id }) => user_id !== userId)
        .map(({ user_id, name }) => ({ id: user_id, name })),
    [byUserId, userId],
  );
}
