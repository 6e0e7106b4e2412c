import { useEffect, useEffectEvent } from "react";

/** Where keys are letters and not commands. */
const TYPING = [
  "textarea",
  "select",
  '[contenteditable]:not([contenteditable="false"])',
  '[role="textbox"]',
  '[role="searchbox"]',
  '[role="combobox"]',
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="range"], [type="file"])',
].join(",");

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPING) !== null;
}

export type ShellKey = "palette" | "shortcuts";

type Press = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "repeat" | "isComposing" | "defaultPrevented"
>;

/** Pure. What a key press asks of the shell. `?` is a letter to whoever types; Ctrl/Cmd+K is none. */
export function shellKeyOf(press: Press, isTarget: { readonly typing: boolean }): ShellKey | undefined {
  // Whoever has used the key already, the shortcut recorder say, has used it up.
  if (press.defaultPrevented || press.repeat || press.isComposing || press.altKey) return undefined;
  const hasModifier = press.ctrlKey !== press.metaKey;
  if (hasModifier && !press.shiftKey && press.key.toLowerCase() === "k") return "palette";
  if (!press.ctrlKey && !press.metaKey && press.key === "?" && !isTarget.typing) return "shortcuts";
  return undefined;
}

export function useShellKeys(onKey: (key: ShellKey) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const [target = null] = event.composedPath();
    const key = shellKeyOf(event, { typing: isTyping(target) });
    if (!key) return;
    event.preventDefault();
    onKey(key);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}

type Letter = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "isComposing">;

/** Pure. The character a key press types, if any. */
export function letterOf({ key, ctrlKey, metaKey, altKey, isComposing }: Letter): string | undefined {
  const isLetter = [...key].length === 1 && !ctrlKey && !metaKey && !altKey && !isComposing;
  return isLetter ? key : undefined;
}

/**
 * Hands on what is typed after Ctrl/Cmd+K while the field it is meant for is still on its way. `isWaiting` as long as
 * that may be; what reaches a dialog is where it belongs. Escape takes the wish back.
 */
export function useEarlyTyping(
  isWaiting: boolean,
  { onLetter, onEscape }: { readonly onLetter: (letter: string) => void; readonly onEscape: () => void },
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const letter = letterOf(event);
    const isEscape = event.key === "Escape";
    if (letter === undefined && !isEscape) return;
    if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return;
    event.preventDefault();
    event.stopPropagation();
    if (letter === undefined) onEscape();
    else onLetter(letter);
  });
  useEffect(() => {
    if (!isWaiting) return;
    const listener = (event: KeyboardEvent): void => press(event);
    window.addEventListener("keydown", listener, { capture: true });
    return () => window.removeEventListener("keydown", listener, { capture: true });
  }, [isWaiting]);
}
