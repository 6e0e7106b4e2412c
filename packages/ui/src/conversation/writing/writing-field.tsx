import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from "react";
import { Avatar } from "../../identity/avatar.tsx";
import type { MentionPerson } from "./mentions.ts";
import { type MentionOptions, useMentions } from "./use-mentions.ts";
import classes from "./writing-field.module.css";

/** For the tools around the field. */
export interface WritingHandle {
  focus(): void;
  /** Puts text where the caret stands. */
  insert(text: string): void;
  /** Puts marks around what is selected. */
  wrap(before: string, after: string): void;
}

export interface WritingFieldProps<Id> {
  readonly ref?: Ref<WritingHandle>;
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (typed: string) => void;
  /** Enter, unless Shift or Alt is held. */
  readonly onSubmit: () => void;
  /** What is written in: the field stays when one goes to another conversation. */
  readonly about?: string;
  /** Left out where nobody can be named. */
  readonly mentions?: MentionOptions<Id>;
  readonly maxLength?: number;
  readonly onEscape?: () => void;
  /** Up in an empty field. */
  readonly onUp?: () => void;
  /** Files that were pasted. */
  readonly onFiles?: (files: readonly File[]) => void;
  readonly isFocused?: boolean;
}

/** A field that grows with its text, sends with Enter, and offers people after an @. */
export function WritingField<Id = never>(props: WritingFieldProps<Id>): ReactNode {
  const { ref, label, placeholder = "", value, onChange, maxLength, isFocused = false } = props;
  const { about = "", mentions } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const { offered, active, look, choose, walk, close } = useMentions(
    { mentions, about, value, onChange },
    field,
  );
  useFittingHeight(field, value);
  useImperativeHandle(ref, () => handleOf(field, onChange, maxLength), [onChange, maxLength]);
  useEffect(() => {
    const element = field.current;
    if (!isFocused || !element) return;
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
  }, [isFocused]);
  return (
    <div className={classes.field}>
      {offered.length > 0 && <People id={listId} people={offered} active={active} onChoose={choose} />}
      <textarea
        ref={field}
        className={classes.input}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        rows={1}
        data-autofocus={isFocused || undefined}
        {...(maxLength === undefined ? {} : { maxLength })}
        {...(offered.length > 0 ? ariaOf(listId, active) : {})}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          look();
        }}
        onSelect={look}
        onKeyDown={(event) => {
          if (!event.nativeEvent.isComposing && !walk(event)) press(event, props);
        }}
        onBlur={close}
        onPaste={(event) => takeFiles(event, props.onFiles)}
      />
    </div>
  );
}

/** Not while a word is being put together by an input method. */
function press<Id>(event: KeyboardEvent, { value, onSubmit, onEscape, onUp }: WritingFieldProps<Id>): void {
  if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
    event.preventDefault();
    onSubmit();
  } else if (event.key === "Escape") onEscape?.();
  else if (event.key === "ArrowUp" && value === "") onUp?.();
}

function takeFiles(event: ClipboardEvent, onFiles: WritingFieldProps<never>["onFiles"]): void {
  const files = [...event.clipboardData.files];
  if (files.length === 0 || !onFiles) return;
  event.preventDefault();
  onFiles(files);
}

// A field of several lines must not call itself a combobox; it says the same of its list.
function ariaOf(listId: string, active: number) {
  return {
    "aria-haspopup": "listbox" as const,
    "aria-autocomplete": "list" as const,
    "aria-controls": listId,
    "aria-activedescendant": `${listId}-${active}`,
  };
}

interface PeopleProps<Id> {
  readonly id: string;
  readonly people: readonly MentionPerson<Id>[];
  readonly active: number;
  readonly onChoose: (person: MentionPerson<Id>) => void;
}

function People<Id>({ id, people, active, onChoose }: PeopleProps<Id>): ReactNode {
  return (
    <div id={id} role="listbox" aria-label="People to mention" className={classes.list}>
      {people.map((person, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the focus and hears the keys for its list.
        // biome-ignore lint/a11y/useFocusableInteractive: the field points at the active one instead.
        <div
          key={String(person.id)}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={classes.option}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          <Avatar name={person.name} photo={person.photo} size={24} isDecorative />
          {person.name}
        </div>
      ))}
    </div>
  );
}

const GROWS_BY_ITSELF = CSS.supports("field-sizing", "content");

/** Where the browser does not let a field grow with its text, it is measured after each change. */
function useFittingHeight(field: RefObject<HTMLTextAreaElement | null>, value: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what changes the height.
  useLayoutEffect(() => {
    const element = field.current;
    if (GROWS_BY_ITSELF || !element) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight}px`;
  }, [field, value]);
}

function handleOf(
  field: RefObject<HTMLTextAreaElement | null>,
  onChange: (typed: string) => void,
  maxLength = Number.POSITIVE_INFINITY,
): WritingHandle {
  const change = (
    write: (selected: string) => { readonly text: string; readonly caret: readonly [number, number] },
  ): void => {
    const element = field.current;
    if (!element) return;
    const { selectionStart: start, selectionEnd: end, value } = element;
    const { text, caret } = write(value.slice(start, end));
    onChange((value.slice(0, start) + text + value.slice(end)).slice(0, maxLength));
    // The new text is in the field a moment later.
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(start + caret[0], start + caret[1]);
    });
  };
  return {
    focus: () => {
      // Asked for where it is already, the focus would still have the page laid out.
      if (document.activeElement !== field.current) field.current?.focus();
    },
    insert: (text) => change(() => ({ text, caret: [text.length, text.length] })),
    wrap: (before, after) =>
      change((selected) => ({
        text: before + selected + after,
        caret: [before.length, before.length + selected.length],
      })),
  };
}
