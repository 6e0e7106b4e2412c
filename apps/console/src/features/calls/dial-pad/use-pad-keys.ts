import { type RefObject, useEffect, useEffectEvent } from "react";

interface PadKeys {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly typed: string;
  readonly onType: (text: string) => void;
}

/** Where keys are letters already. */
const TYPING = "input, textarea, select, [contenteditable]:not([contenteditable='false']), [role='dialog']";

/** The keys of the pad write where the cursor stands; those of the keyboard reach the field from anywhere on the page. */
export function usePadKeys({ field, typed, onType }: PadKeys): (key: string) => void {
  const press = (key: string): void => {
    const input = field.current;
    const hasCursor = input !== null && document.activeElement === input;
    const start = hasCursor ? (input.selectionStart ?? typed.length) : typed.length;
    const end = hasCursor ? (input.selectionEnd ?? typed.length) : typed.length;
    const isBackspace = key === "Backspace";
    const from = isBackspace && start === end ? Math.max(0, start - 1) : start;
    onType(typed.slice(0, from) + (isBackspace ? "" : key) + typed.slice(end));
  };
  const listen = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(TYPING)) return;
    if (!/^(?:[\d*#+,;]|Backspace)$/.test(event.key)) return;
    event.preventDefault();
    press(event.key);
    field.current?.focus();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => listen(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
  return press;
}
