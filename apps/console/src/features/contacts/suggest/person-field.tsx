import { TextInput } from "@mantine/core";
import { Avatar } from "@offhook/ui";
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, type Ref, useId, useState } from "react";
import classes from "./person-field.module.css";
import type { SentBy, SuggestedPerson } from "./suggested-people.ts";
import { useSuggestedPeople } from "./use-suggested-people.ts";

export interface PersonFieldProps {
  readonly by: SentBy;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly onChosen: (person: SuggestedPerson) => void;
  readonly placeholder: string;
  readonly isFocused?: boolean;
  /** Keys that mean nothing to the list of people; whoever takes one prevents its default. */
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void;
  readonly onBlur?: () => void;
  readonly error?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

const SHOWN_PEOPLE = 8;

/** Whom it goes to: a number, or a person out of those whose name fits. */
export function PersonField(props: PersonFieldProps): ReactNode {
  const { by, typed, onTyped, onChosen, placeholder, isFocused = false, error, ref } = props;
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const people = useSuggestedPeople(typed, SHOWN_PEOPLE, by);
  const shown = isOpen ? people : [];
  const choose = (person: SuggestedPerson): void => {
    onChosen(person);
    setIsOpen(false);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    const person = shown[active];
    if (event.key === "ArrowDown") setActive(Math.min(active + 1, shown.length - 1));
    else if (event.key === "ArrowUp") setActive(Math.max(active - 1, 0));
    else if (event.key === "Enter" && person) choose(person);
    else if (event.key === "Escape" && isOpen) setIsOpen(false);
    else {
      props.onKeyDown?.(event);
      return;
    }
    event.preventDefault();
  };
  return (
    <div className={classes.field}>
      <TextInput
        {...(ref ? { ref } : {})}
        aria-label="To"
        placeholder={placeholder}
        role="combobox"
        aria-expanded={shown.length > 0}
        aria-controls={listId}
        {...(shown[active] ? { "aria-activedescendant": `${listId}-${active}` } : {})}
        autoComplete="off"
        autoFocus={isFocused}
        value={typed}
        error={error}
        onChange={(event) => {
          onTyped(event.currentTarget.value);
          setIsOpen(true);
          setActive(0);
        }}
        onKeyDown={press}
        onPaste={props.onPaste}
        onBlur={() => {
          setIsOpen(false);
          props.onBlur?.();
        }}
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
