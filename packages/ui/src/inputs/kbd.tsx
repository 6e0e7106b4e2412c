import { VisuallyHidden } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import classes from "./kbd.module.css";
import { type ShortcutPlatform, shortcutKeys } from "./shortcut.ts";

export interface KbdProps {
  /** "Mod+K", "Ctrl+Shift+A", "?" */
  readonly shortcut: string;
  readonly platform?: ShortcutPlatform;
}

export function Kbd({ shortcut, platform = "windows" }: KbdProps): ReactNode {
  return (
    <span className={classes.keys}>
      {shortcutKeys(shortcut, platform).map(({ sign, word }) => (
        <Fragment key={word}>
          <kbd className={classes.key}>
            {sign === word ? (
              word
            ) : (
              <>
                <span aria-hidden="true">{sign}</span>
                <VisuallyHidden>{word}</VisuallyHidden>
              </>
            )}
          </kbd>{" "}
        </Fragment>
      ))}
    </span>
  );
}
