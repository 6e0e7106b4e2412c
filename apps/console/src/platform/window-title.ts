export const CONSOLE_NAME = "Offhook";
const HIGHEST_SHOWN = 9;

/** Counts on badges and in the title end at nine. */
export function badgeText(count: number): string {
  return count > HIGHEST_SHOWN ? `${HIGHEST_SHOWN}+` : String(count);
}

export function windowTitle(unread: number): string {
  return unread > 0 ? `(${badgeText(unread)}) ${CONSOLE_NAME}` : CONSOLE_NAME;
}
