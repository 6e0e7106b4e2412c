import type { FocusEvent } from "react";

/**
 * For what opens in front of a dialog and closes with Escape itself. Dialogs listen at the window, before anyone else,
 * and let be only what carries this attribute: whatever has the focus here gets it.
 */
export function keepEscape({ target }: FocusEvent): void {
  target.setAttribute("data-mantine-stop-propagation", "true");
}
