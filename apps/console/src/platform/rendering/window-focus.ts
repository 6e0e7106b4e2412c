/** Whether the user has this window in front of them. */
export function hasFocus(): boolean {
  return document.visibilityState === "visible" && document.hasFocus();
}

/** Calls the listener whenever the window may have come to the front or gone from it. */
export function onFocusChange(listener: () => void): () => void {
  window.addEventListener("focus", listener);
  window.addEventListener("blur", listener);
  document.addEventListener("visibilitychange", listener);
  return () => {
    window.removeEventListener("focus", listener);
    window.removeEventListener("blur", listener);
    document.removeEventListener("visibilitychange", listener);
  };
}
