import type { Shortcut, ShortcutAction } from "@offhook/contract";
import type { ShortcutPlatform } from "@offhook/ui";

/** The action that already has these keys; undefined when they are free. */
export function conflictOf(
  keys: string,
  action: ShortcutAction,
  shortcuts: readonly Shortcut[],
): ShortcutAction | undefined {
  if (keys === "") return undefined;
  return shortcuts.find((each) => each.value !== action && each.shortcut === keys)?.value;
}

/** Which of the two sets of shortcuts holds on this machine. */
export function currentPlatform(userAgent: string = navigator.userAgent): ShortcutPlatform {
  return /Mac|iPhone|iPad/.test(userAgent) ? "macOS" : "windows";
}
