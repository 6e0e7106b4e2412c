import type { KeyboardEvent } from "react";

/** Enter sends, with Shift it breaks the line; not while a word is being put together by an input method. */
export function onEnter(event: KeyboardEvent, send: () => void): void {
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  send();
}
