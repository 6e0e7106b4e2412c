import { Avatar } from "@offhook/ui";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { ChosenMention } from "../content/write-content.ts";
import type { TopicRecord } from "../store/teams-state.ts";
import { useTeamsState } from "../teams-context.ts";
import { fittingNames, type MentionQuery, mentionQuery } from "./mention-query.ts";
import classes from "./mention-textarea.module.css";
import type { Names } from "./use-names.ts";

const MAX_SHOWN = 6;

/** For the tools around the field. */
export interface TextareaHandle {
  focus(): void;
  /** Puts text where the caret stands. */
  insert(text: string): void;
  /** Puts marks around what is selected. */
  wrap(before: string, after: string): void;
}

export interface MentionTextareaProps {
  readonly ref?: Ref<TextareaHandle>;
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (typed: string) => void;
  readonly record: TopicRecord;
  readonly names: Names;
  readonly onMention: (mention: ChosenMention) => void;
  readonly onSubmit: () => void;
  readonly onEscape?: () => void;
  /** Up in an empty field. */
  readonly onUp?: () => void;
  readonly onPaste?: (event: ClipboardEvent) => void;
  readonly isFocused?: boolean;
}

/** A field that grows with its text, sends with Enter, and offers names after an @. */
export function MentionTextarea(props: MentionTextareaProps): ReactNode {
  const { ref, label, placeholder = "", value, onChange, onPaste, isFocused = false } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const { candidates, active, look, choose, walk, close } = useMentions(props, field);
  useFittingHeight(field, value);
  useImperativeHandle(ref, () => handleOf(field, onChange), [onChange]);
  useEffect(() => {
    const element = field.current;
    if (!isFocused || !element) return;
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
  }, [isFocused]);
  const isOpen = candidates.length > 0;
  const pressed = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing || (isOpen && walk(event))) return;
    if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      props.onSubmit();
    } else if (event.key === "Escape") props.onEscape?.();
    else if (event.key === "ArrowUp" && value === "") props.onUp?.();
  };
  const combobox = isOpen
    ? {
        role: "combobox",
        "aria-expanded": true,
        "aria-controls": listId,
        "aria-activedescendant": `${listId}-${active}`,
      }
    : {};
  return (
    <div className={classes.field}>
      {isOpen && (
        <div id={listId} role="listbox" aria-label="People to mention" className={classes.list}>
          {candidates.map(({ user, name, photo }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the focus and hears the keys for its list.
            // biome-ignore lint/a11y/useFocusableInteractive: the field points at the active one instead.
            <div
              key={user}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              className={classes.option}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose({ user, name })}
            >
              <Avatar name={name} photo={photo} size={24} isDecorative />
              {name}
            </div>
          ))}
        </div>
      )}
      <textarea
        ref={field}
        className={classes.input}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        rows={1}
        {...combobox}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          look();
        }}
        onSelect={look}
        onKeyDown={pressed}
        onBlur={close}
        {...(onPaste ? { onPaste } : {})}
      />
    </div>
  );
}

const GROWS_BY_ITSELF = CSS.supports("field-sizing", "content");

/** Where the browser does not let a field grow with its text, it is measured after each change. */
function useFittingHeight(field: React.RefObject<HTMLTextAreaElement | null>, value: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what changes the height.
  useLayoutEffect(() => {
    const element = field.current;
    if (GROWS_BY_ITSELF || !element) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight}px`;
  }, [field, value]);
}

function useMentions(
  { record, names, value, onChange, onMention }: MentionTextareaProps,
  field: React.RefObject<HTMLTextAreaElement | null>,
) {
  const ownId = useTeamsState((state) => state.ownId);
  const [asked, setQuery] = useState<MentionQuery & { readonly topic: string }>();
  // The field stays when one goes to another topic; what was looked for in the last one does not.
  const query = asked?.topic === record.topic.id ? asked : undefined;
  const [active, setActive] = useState(0);
  const candidates = useMemo(() => {
    if (!query) return [];
    const people = [...record.members.keys()]
      .filter((user) => user !== ownId)
      .map((user) => ({ user, name: names.faceOf(user).name ?? "", photo: names.faceOf(user).photo }))
      .filter(({ name }) => name !== "");
    return fittingNames(people, query.text, MAX_SHOWN);
  }, [query, record.members, names, ownId]);
  const look = (): void => {
    const element = field.current;
    const found = element ? mentionQuery(element.value, element.selectionStart) : undefined;
    setQuery(found && { ...found, topic: record.topic.id });
    setActive(0);
  };
  const close = (): void => setQuery(undefined);
  const choose = (mention: ChosenMention): void => {
    const element = field.current;
    if (!query || !element) return;
    const end = query.at + 1 + query.text.length;
    onChange(`${value.slice(0, query.at)}@${mention.name} ${value.slice(end).replace(/^ /, "")}`);
    onMention(mention);
    close();
    const caret = query.at + mention.name.length + 2;
    // The new text is in the field a moment later.
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(caret, caret);
    });
  };
  /** True when the key was meant for the list. */
  const walk = (event: KeyboardEvent): boolean => {
    const chosen = candidates[active];
    if (event.key === "ArrowDown") setActive((active + 1) % candidates.length);
    else if (event.key === "ArrowUp") setActive((active + candidates.length - 1) % candidates.length);
    else if ((event.key === "Enter" || event.key === "Tab") && chosen) choose(chosen);
    else if (event.key === "Escape") close();
    else return false;
    event.preventDefault();
    return true;
  };
  return { candidates, active, look, choose, walk, close };
}

function handleOf(
  field: React.RefObject<HTMLTextAreaElement | null>,
  onChange: (typed: string) => void,
): TextareaHandle {
  const change = (before: string, after: string): void => {
    const element = field.current;
    if (!element) return;
    const { selectionStart: start, selectionEnd: end, value } = element;
    const selected = value.slice(start, end);
    onChange(value.slice(0, start) + before + selected + after + value.slice(end));
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(start + before.length, end + before.length);
    });
  };
  return {
    focus: () => field.current?.focus(),
    insert: (text) => change(text, ""),
    wrap: change,
  };
}
