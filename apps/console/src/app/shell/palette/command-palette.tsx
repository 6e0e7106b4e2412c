import { Modal } from "@mantine/core";
import { useMediaQuery, useMounted } from "@mantine/hooks";
import { type KeyboardEvent, memo, type ReactNode, useRef, useState } from "react";
import {
  FilterHelp,
  FilterStrip,
  ownCategories,
  useFound,
  useKnownSections,
} from "../../../features/search/index.ts";
import { useUser } from "../../../features/session/index.ts";
import { paths } from "../../../platform/navigation/paths.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useSettled } from "../../../platform/rendering/use-settled.ts";
import type { Command } from "./command.ts";
import classes from "./command-palette.module.css";
import { findCommands } from "./command-palette-commands.ts";
import { recentSearches, rememberSearch } from "./command-palette-recents.ts";
import { type CommandPlaces, useCommandContext, useRunCommand } from "./command-palette-run.ts";
import { PaletteField, PaletteFoot } from "./palette-field.tsx";
import { type ListState, PaletteList, useList } from "./palette-list.tsx";
import { type PaletteRow, paletteBlocks, SHOWN_OF_A_KIND } from "./palette-rows.ts";

const WIDTH = 680;
/** A letter of an alphabet says too little. */
const SAYS_ENOUGH = /[^\p{ASCII}]|../u;

export interface CommandPaletteProps extends Omit<CommandPlaces, "onSearch"> {
  /** What to look for at first; undefined while it is closed. */
  readonly query: string | undefined;
  readonly onClose: () => void;
}

/**
 * One field for everything: screens, people, numbers, settings and commands, and all that was said and written. Left
 * alone while nothing changes for it: the key that closes it would otherwise build all of its rows once more before
 * they go.
 */
export const CommandPalette = memo(function CommandPalette({
  query,
  onClose,
  ...places
}: CommandPaletteProps): ReactNode {
  const isSmall = useMediaQuery("(max-width: 40em)") ?? false;
  // It gives the focus back to where it was when it opened: it has to be there before that.
  const isMounted = useMounted();
  return (
    <Modal.Root
      opened={query !== undefined && isMounted}
      onClose={onClose}
      size={WIDTH}
      yOffset="12vh"
      centered={false}
      fullScreen={isSmall}
      classNames={{ content: classes.content }}
      // A user who opens it by keyboard is typing already.
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content aria-label="Search" radius={isSmall ? 0 : "lg"}>
        <Palette query={query ?? ""} onClose={onClose} {...places} />
      </Modal.Content>
    </Modal.Root>
  );
});

type PaletteProps = Omit<CommandPaletteProps, "query"> & { readonly query: string };

function Palette({ query, onClose, ...places }: PaletteProps): ReactNode {
  const { store } = usePlatform().browser;
  const [typed, setTyped] = useTyped(query);
  const [recents, setRecents] = useState(() => recentSearches(store));
  const commands = findCommands(typed, useCommandContext(recents));
  const { blocks, status } = usePaletteContent(typed, commands);
  const list = useList(
    blocks.flatMap(({ rows }) => rows),
    typed,
  );
  const input = useRef<HTMLInputElement>(null);
  const search = (text: string): void => {
    setTyped(text);
    setRecents(recentSearches(store));
    input.current?.focus();
  };
  const run = useRunCommand({ ...places, onSearch: search });
  const leave = (): void => {
    rememberSearch(store, typed);
    onClose();
  };
  const choose = (row: PaletteRow): void => {
    if (row.kind === "command") {
      const { act } = row.command;
      if (act.kind !== "search" && act.kind !== "forgetSearches") leave();
      run(act);
      return;
    }
    leave();
    places.onGo(addressOf(row, typed.trim()));
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (toCompletion(event) || pressed(event, list, choose)) event.preventDefault();
  };
  return (
    <>
      <PaletteField
        input={input}
        typed={typed}
        list={list}
        onType={setTyped}
        onKeyDown={press}
        onClose={onClose}
      />
      <FilterStrip typed={typed} onChange={search} help={<FilterHelp typed={typed} onChange={search} />} />
      <PaletteList blocks={blocks} list={list} typed={typed} onChoose={choose} />
      <PaletteFoot status={status} />
    </>
  );
}

/** What is typed here, and what still arrives in the field of the top bar until the focus is here. */
function useTyped(query: string): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(query);
  const [given, setGiven] = useState(query);
  if (query !== given) {
    setGiven(query);
    // What was typed before this field was there may come late: it stands before what was typed here since.
    const isLate = query.startsWith(given) && typed.startsWith(given);
    setTyped(isLate ? query + typed.slice(given.length) : query);
  }
  return [typed, setTyped];
}

/** What the device knows at once, and what the service finds when the typing rests. */
function usePaletteContent(typed: string, commands: readonly Command[]) {
  const { features } = useUser();
  const wanted = typed.trim();
  const known = useKnownSections(wanted, SHOWN_OF_A_KIND);
  const settled = useSettled(wanted);
  const { page, status } = useFound(SAYS_ENOUGH.test(wanted) ? wanted : "", settled === wanted);
  const categories = ownCategories(features);
  return { blocks: paletteBlocks({ typed, commands, known, page, categories }), status };
}

function addressOf(row: Exclude<PaletteRow, { kind: "command" }>, q: string) {
  switch (row.kind) {
    case "all":
      return paths.search({ q });
    case "more":
      return paths.search({ q, category: row.category });
    case "found":
      return row.item.to;
  }
}

/** Tab leads to what completes the text, past the button that closes. */
function toCompletion({ key, shiftKey, currentTarget }: KeyboardEvent): boolean {
  if (key !== "Tab" || shiftKey) return false;
  const first = currentTarget.closest("section")?.querySelector<HTMLElement>("[data-completion]");
  first?.focus();
  return first !== null && first !== undefined;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** What a key does in the list; false where it is one of the field's own. */
function pressed(event: KeyboardEvent, list: ListState, choose: (row: PaletteRow) => void): boolean {
  const { key, shiftKey } = event;
  const step = STEPS[key];
  if (step !== undefined) list.move(step);
  else if (key === "Enter" && list.active) choose(list.active);
  else if ((key === "Home" || key === "End") && !shiftKey) list.moveTo(key === "Home" ? "first" : "last");
  else if (key === "Tab" && !shiftKey) return list.moveToMore();
  else return false;
  return true;
}
