import { badgeText } from "@offhook/ui";
import { useEffect } from "react";

const CONSOLE_NAME = "Offhook";

export function windowTitle(unread: number): string {
  return unread > 0 ? `(${badgeText(unread)}) ${CONSOLE_NAME}` : CONSOLE_NAME;
}

/** Keeps the window's title while the component is there. */
export function useWindowTitle(unread: number): void {
  useEffect(() => {
    document.title = windowTitle(unread);
    return () => {
      document.title = CONSOLE_NAME;
    };
  }, [unread]);
}
