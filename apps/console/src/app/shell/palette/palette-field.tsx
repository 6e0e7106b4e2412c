import { CloseButton } from "@mantine/core";
import { Kbd } from "@offhook/ui";
import { Search } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect } from "react";
import type { Found } from "../../../features/search/index.ts";
import { currentPlatform } from "../../../features/settings/index.ts";
import classes from "./command-palette.module.css";
import type { ListState } from "./palette-list.tsx";

export interface PaletteFieldProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly typed: string;
  readonly list: ListState;
  readonly onType: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onClose: () => void;
}

export function PaletteField({
  input,
  typed,
  list,
  onType,
  onKeyDown,
  onClose,
}: PaletteFieldProps): ReactNode {
  // What came along was typed: one goes on behind it.
  useEffect(() => {
    const end = input.current?.value.length ?? 0;
    input.current?.setSelectionRange(end, end);
  }, [input]);
  return (
    <div className={classes.head}>
      <Search size={18} aria-hidden="true" className={classes.glass} />
      <input
        ref={input}
        className={classes.input}
        type="text"
        role="combobox"
        aria-label="Search"
        aria-expanded={list.active !== undefined}
        aria-controls={list.id}
        aria-autocomplete="list"
        aria-activedescendant={list.active && list.optionId(list.active)}
        placeholder="Search, call, text or go to…"
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      <CloseButton aria-label="Close" onClick={onClose} />
    </div>
  );
}

const STATES: Readonly<Record<Found["status"], string>> = {
  idle: "",
  searching: "Searching…",
  offline: "You're offline. Only what this device knows is shown.",
  failed: "Search failed. Try again later",
  ready: "",
};

/** How the search goes, and the keys: a line of its own, so that no row moves for it. */
export function PaletteFoot({ status }: { readonly status: Found["status"] }): ReactNode {
  const platform = currentPlatform();
  return (
    <div className={classes.foot}>
      <div className={classes.hints} aria-hidden="true">
        <span>
          <Kbd shortcut="Up" platform={platform} />
          <Kbd shortcut="Down" platform={platform} /> to move
        </span>
        <span>
          <Kbd shortcut="Enter" platform={platform} /> to choose
        </span>
        <span>
          <Kbd shortcut="Esc" platform={platform} /> to close
        </span>
      </div>
      <span className={classes.state} role="status" data-failed={status === "failed" || undefined}>
        {STATES[status]}
      </span>
    </div>
  );
}
