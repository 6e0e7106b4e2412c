import { type ClipboardEvent, type KeyboardEvent, type ReactNode, type Ref, useId } from "react";
import classes from "./dial-pad.module.css";
import { dialWords, numberFromText } from "./dialing/dial-words.ts";
import { type DialSuggestion, meansName } from "./suggestions/dial-suggestions.ts";
import { SUGGESTIONS_ID, suggestionId } from "./suggestions/suggestion-ids.ts";

const LONGEST = 60;

export interface DialFieldProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly typed: string;
  readonly suggestions: readonly DialSuggestion[];
  readonly highlighted: number | undefined;
  readonly onType: (text: string) => void;
  readonly onHighlight: (index: number | undefined) => void;
  readonly onDial: () => void;
}

/** Takes a number in any writing, or a name. */
export function DialField(props: DialFieldProps): ReactNode {
  const { ref, typed, suggestions, highlighted, onType, onHighlight, onDial } = props;
  const hintId = useId();
  // A name that is known is not a row of keys.
  const hint = meansName(typed) && suggestions.length > 0 ? undefined : dialWords(typed);

  const keyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") onDial();
    else if (event.key === "ArrowDown") onHighlight(step(highlighted, 1, suggestions.length));
    else if (event.key === "ArrowUp") onHighlight(step(highlighted, -1, suggestions.length));
    else if (event.key === "Escape" && typed !== "") onType("");
    else return;
    event.preventDefault();
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const text = event.clipboardData.getData("text");
    // A number from a mail comes with its link, its line breaks, its label.
    const number = numberFromText(text);
    if (number === text) return;
    event.preventDefault();
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const [start, end] = [selectionStart ?? value.length, selectionEnd ?? value.length];
    onType((value.slice(0, start) + number + value.slice(end)).slice(0, LONGEST));
  };
  return (
    <div className={classes.entry}>
      <input
        ref={ref}
        className={classes.number}
        role="combobox"
        aria-label="Number or name"
        aria-expanded={suggestions.length > 0}
        aria-controls={SUGGESTIONS_ID}
        aria-autocomplete="list"
        aria-describedby={hintId}
        {...(highlighted === undefined ? {} : { "aria-activedescendant": suggestionId(highlighted) })}
        // On a phone the screen's keyboard would hide the pad it stands beside.
        inputMode={isTouch() ? "none" : "text"}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={LONGEST}
        placeholder="Number or name"
        data-long={typed.length > 16 || undefined}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={keyDown}
        onPaste={paste}
        // biome-ignore lint/a11y/noAutofocus: it is what the page is for, and the first thing in it.
        autoFocus={!isTouch()}
      />
      <p className={classes.hint} id={hintId} aria-live="polite">
        {hint}
      </p>
    </div>
  );
}

function isTouch(): boolean {
  return window.matchMedia("(pointer: coarse)").matches;
}

/** Up from the first leads back to what was typed. */
function step(index: number | undefined, by: 1 | -1, count: number): number | undefined {
  if (count === 0) return undefined;
  if (index === undefined) return by === 1 ? 0 : count - 1;
  const next = index + by;
  return next < 0 || next >= count ? undefined : next;
}
