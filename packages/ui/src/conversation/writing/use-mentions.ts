import { type KeyboardEvent, type RefObject, useMemo, useState } from "react";
import { fittingPeople, type MentionPerson, type MentionQuery, mentionQuery } from "./mentions.ts";

export interface MentionOptions<Id> {
  /** Asked for only while somebody is being named; the same function for the same people. */
  readonly people: () => readonly MentionPerson<Id>[];
  readonly onMention?: (person: MentionPerson<Id>) => void;
}

interface MentionContext<Id> {
  readonly mentions: MentionOptions<Id> | undefined;
  /** What is written in: what was looked for in another place is forgotten. */
  readonly about: string;
  readonly value: string;
  readonly onChange: (typed: string) => void;
}

const MAX_SHOWN = 6;
const NOBODY: readonly never[] = [];

/** The people offered after an @, and what keys do with them. */
export function useMentions<Id>(
  { mentions, about, value, onChange }: MentionContext<Id>,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const [asked, setAsked] = useState<MentionQuery & { readonly about: string }>();
  const query = asked?.about === about ? asked : undefined;
  const [active, setActive] = useState(0);
  const people = mentions?.people;
  const text = query?.text;
  const offered = useMemo(
    () => (people && text !== undefined ? fittingPeople(people(), text, MAX_SHOWN) : NOBODY),
    [people, text],
  );
  const look = (): void => {
    const element = field.current;
    if (!people || !element) return;
    const found = mentionQuery(element.value, element.selectionStart);
    // Nobody is named with most keys: nothing is drawn again for them.
    if (found || asked) setAsked(found && { ...found, about });
    if (active !== 0) setActive(0);
  };
  const close = (): void => setAsked(undefined);
  const choose = (person: MentionPerson<Id>): void => {
    const element = field.current;
    if (!query || !element) return;
    const end = query.at + 1 + query.text.length;
    onChange(`${value.slice(0, query.at)}@${person.name} ${value.slice(end).replace(/^ /, "")}`);
    mentions?.onMention?.(person);
    close();
    const caret = query.at + person.name.length + 2;
    // The new text is in the field a moment later.
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(caret, caret);
    });
  };
  /** True when the key was meant for the list. */
  const walk = (event: KeyboardEvent): boolean => {
    const chosen = offered[active];
    if (!chosen) return false;
    if (event.key === "ArrowDown") setActive((active + 1) % offered.length);
    else if (event.key === "ArrowUp") setActive((active + offered.length - 1) % offered.length);
    else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey) choose(chosen);
    else if (event.key === "Escape") close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { offered, active, look, choose, walk, close };
}
