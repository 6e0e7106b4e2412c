import type { ReactNode } from "react";
import classes from "./kbd.module.css";
import { type ShortcutPlatform, shortcutKeys, shortcutWords } from "./shortcut.ts";

export interface KbdProps {
  /** "Mod+K", "Ctrl+Shift+A", "?" */
  readonly shortcut: string;
  readonly platform?: ShortcutPlatform;
}

export function Kbd({ shortcut, platform = "windows" }: KbdProps): ReactNode {
  return (
    <span role="img" className={classes.keys} aria-label={shortcutWords(shortcut, platform)}>
      {shortcutKeys(shortcut, platform).map((key) => (
        <kbd key={key} className={classes.key}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
