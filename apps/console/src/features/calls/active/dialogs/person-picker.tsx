import { TextInput } from "@mantine/core";
import { formatPhone, lookupKey } from "@offhook/telephony";
import { Avatar } from "@offhook/ui";
import { Hash, Search } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { usePeople } from "../../../contacts/index.ts";
import { useUser } from "../../../session/index.ts";
import { isDialable } from "../../dial-pad/dialing/dial-words.ts";
import { type DialSuggestion, everyoneElse } from "../../dial-pad/suggestions/dial-suggestions.ts";
import { useSuggestions } from "../../dial-pad/suggestions/use-suggestions.ts";
import { PRESENCE } from "../call-party.ts";
import classes from "./person-picker.module.css";

/** Somebody to hand a call to, or a number as it was typed. */
export interface PickedTarget {
  readonly value: string;
  readonly title: string;
  readonly detail: string;
  /** Undefined for a bare number. */
  readonly person: DialSuggestion | undefined;
  /** A colleague has one, somebody outside has not. */
  readonly hasMailbox: boolean;
}

export interface PersonPickerProps {
  readonly label: string;
  readonly picked: PickedTarget | undefined;
  readonly onPick: (target: PickedTarget) => void;
}

const PRESENCE_WORDS = ["Offline", "Online", "Busy"] as const;

/** Colleagues with what they do this moment, and any number that is typed. */
export function PersonPicker({ label, picked, onPick }: PersonPickerProps): ReactNode {
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const listId = useId();
  const targets = useTargets(typed);
  const shown = Math.min(active, targets.length - 1);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[shown]?.scrollIntoView({ block: "nearest" });
  }, [shown]);

  const keyDown = (event: KeyboardEvent): void => {
    const target = targets[shown];
    if (event.key === "ArrowDown") setActive(Math.min(shown + 1, targets.length - 1));
    else if (event.key === "ArrowUp") setActive(Math.max(shown - 1, 0));
    else if (event.key === "Enter" && target) onPick(target);
    else return;
    event.preventDefault();
  };
  return (
    <div>
      <TextInput
        data-autofocus
        role="combobox"
        label={label}
        placeholder="Name, extension or number"
        leftSection={<Search size={16} aria-hidden="true" />}
        autoComplete="off"
        aria-expanded={targets.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(targets.length > 0 ? { "aria-activedescendant": `${listId}-${shown}` } : {})}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={keyDown}
      />
      <div ref={list} id={listId} role="listbox" tabIndex={-1} aria-label="People" className={classes.list}>
        {targets.map((target, index) => (
          <div
            key={target.value}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={target.value === picked?.value}
            data-active={index === shown || undefined}
            className={classes.row}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(target)}
            onKeyDown={(event) => event.key === "Enter" && onPick(target)}
          >
            <Target target={target} />
          </div>
        ))}
      </div>
      {targets.length === 0 && <p className={classes.empty}>No match. Enter a full number.</p>}
    </div>
  );
}

function Target({ target: { title, detail, person } }: { readonly target: PickedTarget }): ReactNode {
  const presence = person?.presence;
  return (
    <>
      {person ? (
        <Avatar
          name={title}
          photo={person.photo}
          seed={person.contactId}
          size={32}
          presence={presence === undefined ? undefined : PRESENCE[presence]}
          isDecorative
        />
      ) : (
        <span className={classes.mark}>
          <Hash size={16} aria-hidden="true" />
        </span>
      )}
      <span className={classes.title}>{title}</span>
      <span className={classes.detail}>
        {presence === undefined ? detail : `${detail} · ${PRESENCE_WORDS[presence]}`}
      </span>
    </>
  );
}

function useTargets(typed: string): readonly PickedTarget[] {
  const people = usePeople((state) => state.byUserId);
  const { id } = useUser();
  const suggested = useSuggestions(typed);
  const found = typed.trim() === "" ? everyoneElse([...people.values()], id) : suggested;
  const targets = found.map((person) => ({
    ...person,
    person,
    hasMailbox: person.presence !== undefined,
  }));
  const isNumber = /\d|[*#]/.test(typed) && isDialable(typed);
  const key = lookupKey(typed)?.number;
  const isListed = targets.some(({ value }) => lookupKey(value)?.number === key);
  if (!isNumber || isListed) return targets;
  return [
    ...targets,
    {
      value: typed.trim(),
      title: formatPhone(typed.trim()),
      detail: "",
      person: undefined,
      hasMailbox: false,
    },
  ];
}
