import { CloseButton, Modal, VisuallyHidden } from "@mantine/core";
import { useMediaQuery, useMounted } from "@mantine/hooks";
import { Kbd } from "@offhook/ui";
import { Search } from "lucide-react";
import { type KeyboardEvent, memo, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { currentPlatform } from "../../../features/settings/index.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import type { Command, CommandGroup } from "./command.ts";
import classes from "./command-palette.module.css";
import { findCommands } from "./command-palette-commands.ts";
import { CommandIcon } from "./command-palette-icon.tsx";
import { recentSearches, rememberSearch } from "./command-palette-recents.ts";
import { type CommandPlaces, useCommandContext, useRunCommand } from "./command-palette-run.ts";

const WIDTH = 620;

export interface CommandPaletteProps extends Omit<CommandPlaces, "onSearch"> {
  /** What to look for at first; undefined while it is closed. */
  readonly query: string | undefined;
  readonly onClose: () => void;
}

/**
 * One field for everything: screens, people, numbers, settings and commands. Left alone while nothing changes for it:
 * the key that closes it would otherwise build all of its rows once more before they go.
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
  const [typed, setTyped] = useState(query);
  const [recents, setRecents] = useState(() => recentSearches(store));
  const context = useCommandContext(typed, recents);
  const commands = findCommands(typed, context);
  const list = useList(commands, typed);

  // Until the focus is here, what is typed still arrives in the field of the top bar.
  const [given, setGiven] = useState(query);
  if (query !== given) {
    setGiven(query);
    // What was typed before this field was there may come late: it stands before what was typed here since.
    const isLate = query.startsWith(given) && typed.startsWith(given);
    setTyped(isLate ? query + typed.slice(given.length) : query);
  }
  const search = (text: string): void => {
    setTyped(text);
    setRecents(recentSearches(store));
  };
  const run = useRunCommand({ ...places, onSearch: search });
  const choose = ({ act }: Command): void => {
    const staysOpen = act.kind === "search" || act.kind === "forgetSearches";
    if (!staysOpen) {
      rememberSearch(store, typed);
      onClose();
    }
    run(act);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    const command = commands[list.active];
    if (step !== undefined) list.move(step);
    else if (event.key === "Enter" && command) choose(command);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <SearchInput
        typed={typed}
        list={list}
        hasFound={commands.length > 0}
        onType={setTyped}
        onKeyDown={press}
        onClose={onClose}
      />
      <Found commands={commands} list={list} typed={typed} onChoose={choose} />
      <Hints />
    </>
  );
}

interface ListState {
  readonly id: string;
  readonly active: number;
  readonly optionId: (index: number) => string;
  readonly move: (step: number) => void;
  readonly point: (index: number) => void;
}

/** Which row the arrow keys have reached. Another text is another list: it begins at the top. */
function useList(commands: readonly Command[], typed: string): ListState {
  const id = useId();
  const [place, setPlace] = useState({ typed, index: 0 });
  const last = commands.length - 1;
  const active = place.typed === typed ? Math.min(place.index, last) : 0;
  const optionId = (index: number): string => `${id}-${index}`;
  const activeId = optionId(active);

  const shownId = useRef(activeId);
  useEffect(() => {
    // What it begins at is in sight: looking where would have the page laid out while the palette opens.
    if (shownId.current === activeId) return;
    shownId.current = activeId;
    document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  return {
    id,
    active,
    optionId,
    move: (step) =>
      setPlace({ typed, index: (active + step + commands.length) % Math.max(1, commands.length) }),
    point: (index) => setPlace({ typed, index }),
  };
}

interface SearchInputProps {
  readonly typed: string;
  readonly list: ListState;
  readonly hasFound: boolean;
  readonly onType: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onClose: () => void;
}

function SearchInput({ typed, list, hasFound, onType, onKeyDown, onClose }: SearchInputProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  // What came along was typed: one goes on behind it.
  useEffect(() => {
    const end = input.current?.value.length ?? 0;
    input.current?.setSelectionRange(end, end);
  }, []);
  return (
    <div className={classes.head}>
      <Search size={18} aria-hidden="true" className={classes.glass} />
      <input
        ref={input}
        className={classes.input}
        type="text"
        role="combobox"
        aria-label="Search"
        aria-expanded={hasFound}
        aria-controls={list.id}
        aria-autocomplete="list"
        aria-activedescendant={hasFound ? list.optionId(list.active) : undefined}
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

interface FoundProps {
  readonly commands: readonly Command[];
  readonly list: ListState;
  readonly typed: string;
  readonly onChoose: (command: Command) => void;
}

interface Block {
  readonly group: CommandGroup;
  readonly rows: readonly { readonly command: Command; readonly index: number }[];
}

/** Neighbors of one group stand under one heading; the order is that of the list. */
function blocksOf(commands: readonly Command[]): readonly Block[] {
  const blocks: { group: CommandGroup; rows: { command: Command; index: number }[] }[] = [];
  for (const [index, command] of commands.entries()) {
    const last = blocks.at(-1);
    if (last?.group === command.group) last.rows.push({ command, index });
    else blocks.push({ group: command.group, rows: [{ command, index }] });
  }
  return blocks;
}

function Found({ commands, list, typed, onChoose }: FoundProps): ReactNode {
  return (
    <>
      <VisuallyHidden role="status">{foundWords(commands.length)}</VisuallyHidden>
      <div className={classes.list} id={list.id} role="listbox" aria-label="Results">
        {blocksOf(commands).map(({ group, rows }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset groups inputs; these are options of a listbox.
          <div key={`${group}-${rows[0]?.index}`} role="group" aria-label={group}>
            <div className={classes.group} aria-hidden="true">
              {group}
            </div>
            {rows.map(({ command, index }) => (
              <Option
                key={command.id}
                id={list.optionId(index)}
                command={command}
                isActive={index === list.active}
                onPoint={() => list.point(index)}
                onChoose={() => onChoose(command)}
              />
            ))}
          </div>
        ))}
      </div>
      {commands.length === 0 && (
        <p className={classes.nothing}>
          Nothing found for “<bdi>{typed.trim()}</bdi>”. Try a name, a number or a screen.
        </p>
      )}
    </>
  );
}

function foundWords(count: number): string {
  return count === 1 ? "1 result" : `${count} results`;
}

interface OptionProps {
  readonly id: string;
  readonly command: Command;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function Option({ id, command, isActive, onPoint, onChoose }: OptionProps): ReactNode {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field, which points here by id.
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={classes.option}
      onMouseMove={isActive ? undefined : onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <CommandIcon act={command.act} />
      <bdi className={classes.title}>{command.title}</bdi>
      {command.detail && (
        <span className={classes.detail} data-numeric>
          {command.detail}
        </span>
      )}
    </div>
  );
}

function Hints(): ReactNode {
  const platform = currentPlatform();
  return (
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
  );
}
