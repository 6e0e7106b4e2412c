import { useRouter } from "@tanstack/react-router";
import { type ReactNode, startTransition, useCallback, useDeferredValue, useEffect, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { latePart } from "../../../platform/rendering/late.tsx";
import type { ShellDialog } from "../shell-dialogs.tsx";
import { useEarlyTyping, useShellKeys } from "./command-palette-keys.ts";

const CommandPalette = latePart(() => import("./command-palette.tsx"), "CommandPalette");

/** By then the first screen is complete; a user who presses the keys earlier waits a moment longer. */
const LOAD_AHEAD_AFTER_MS = 2000;

export interface CommandPaletteHostProps {
  /** What to look for; undefined while the palette is closed. */
  readonly query: string | undefined;
  /** Asks for the palette: Ctrl/Cmd+K was pressed. */
  readonly onSearch: (query: string) => void;
  readonly onClose: () => void;
  readonly onOpenDialog: (dialog: ShellDialog) => void;
}

/** Listens to the keys of the shell, and has the palette ready before it is first wanted. */
export function CommandPaletteHost(props: CommandPaletteHostProps): ReactNode {
  const { query, onSearch, onClose, onOpenDialog } = props;
  const router = useRouter();
  const { browser } = usePlatform();
  const isOpen = query !== undefined;
  const [isThere, setIsThere] = useState(isOpen);
  if (isOpen && !isThere) setIsThere(true);
  // Closed, it is next to nothing. Were it put into the page when it is first opened, all of it would come at one go.
  useEffect(
    () =>
      browser.clock.schedule(LOAD_AHEAD_AFTER_MS, () => {
        const mount = (): void => startTransition(() => setIsThere(true));
        // Out of reach: it is loaded when it is wanted. Between the two, and before, whoever scrolls comes first.
        const rest = (): Promise<void> => browser.afterPaint();
        const prepare = async (): Promise<void> => {
          await rest();
          if (!(await CommandPalette.ahead())) return;
          await rest();
          mount();
        };
        void prepare();
      }),
    [browser],
  );

  const [isByKey, setIsByKey] = useState(false);
  if (!isOpen && isByKey) setIsByKey(false);

  useShellKeys((key) => {
    if (key === "shortcuts") return onOpenDialog("shortcuts");
    if (isOpen) return onClose();
    setIsByKey(true);
    onSearch("");
  });
  useEarlyTyping(isOpen && isByKey, {
    onLetter: (letter) => onSearch(`${query ?? ""}${letter}`),
    onEscape: onClose,
  });
  // Built, and taken away, in small steps: the keys that follow are heard meanwhile.
  const shownQuery = useDeferredValue(query);
  const go = useCallback((path: string) => router.history.push(path), [router]);
  if (!isThere) return null;
  return <CommandPalette query={shownQuery} onClose={onClose} onOpenDialog={onOpenDialog} onGo={go} />;
}
