import { VisuallyHidden } from "@mantine/core";
import { RowBoundary } from "@offhook/ui";
import { SearchHighlight } from "@offhook/ui/text";
import { ChevronRight, Search } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { FoundLine } from "../../../features/search/index.ts";
import { useNow } from "../../../features/settings/index.ts";
import { type ChatNames, useChatNames } from "../../../features/teams/index.ts";
import classes from "./command-palette.module.css";
import { CommandIcon } from "./command-palette-icon.tsx";
import type { PaletteBlock, PaletteRow } from "./palette-rows.ts";

export interface ListState {
  readonly id: string;
  readonly active: PaletteRow | undefined;
  readonly optionId: (row: PaletteRow) => string;
  readonly move: (step: number) => void;
  readonly moveTo: (place: "first" | "last") => void;
  /** To the next row that leads to more of a category; false where there is none. */
  readonly moveToMore: () => boolean;
  readonly point: (row: PaletteRow) => void;
}

/** Which row the arrow keys have reached. It stays the same when rows join; another text begins at the top. */
export function useList(rows: readonly PaletteRow[], typed: string): ListState {
  const listId = useId();
  const [place, setPlace] = useState<{ readonly typed: string; readonly id: string }>();
  const kept = place?.typed === typed ? rows.findIndex(({ id }) => id === place.id) : -1;
  const at = Math.max(0, kept);
  const active = rows[at];
  const optionId = ({ id }: PaletteRow): string => `${listId}-${id.replace(/[^\w-]/g, "_")}`;
  const activeId = active && optionId(active);

  const shownId = useRef(activeId);
  useEffect(() => {
    // What it begins at is in sight: looking where would have the page laid out while the palette opens.
    if (shownId.current === activeId) return;
    shownId.current = activeId;
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  const point = (row: PaletteRow | undefined): void => {
    if (row) setPlace({ typed, id: row.id });
  };
  return {
    id: listId,
    active,
    optionId,
    move: (step) => point(rows[(at + step + rows.length) % Math.max(1, rows.length)]),
    moveTo: (wanted) => point(wanted === "first" ? rows[0] : rows.at(-1)),
    moveToMore: () => {
      const more = rows.slice(at + 1).find(({ kind }) => kind === "more");
      point(more);
      return more !== undefined;
    },
    point,
  };
}

export interface PaletteListProps {
  readonly blocks: readonly PaletteBlock[];
  readonly list: ListState;
  readonly typed: string;
  readonly onChoose: (row: PaletteRow) => void;
}

const TICK_MS = 60_000;

export function PaletteList({ blocks, list, typed, onChoose }: PaletteListProps): ReactNode {
  const now = useNow(TICK_MS);
  const names = useChatNames();
  const count = blocks.reduce((sum, { rows }) => sum + rows.filter(({ kind }) => kind !== "all").length, 0);
  const option = (row: PaletteRow): ReactNode => (
    <Option
      key={row.id}
      id={list.optionId(row)}
      isActive={row.id === list.active?.id}
      isResult={row.kind === "found"}
      onPoint={() => list.point(row)}
      onChoose={() => onChoose(row)}
    >
      <RowContent row={row} typed={typed} now={now} names={names} />
    </Option>
  );
  return (
    <SearchHighlight query={typed}>
      <VisuallyHidden role="status">{foundWords(count)}</VisuallyHidden>
      <div className={classes.list} id={list.id} role="listbox" aria-label="Results">
        {blocks.map(({ id, title, rows, isResults, note }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset groups inputs; these are options of a listbox.
          <div key={id} role="group" aria-label={title} className={isResults ? classes.results : undefined}>
            <div className={classes.group} aria-hidden="true">
              {title}
            </div>
            {note && <NoteOption note={note} />}
            {rows.map(option)}
          </div>
        ))}
      </div>
    </SearchHighlight>
  );
}

/** What is said in place of rows is a row to screen readers too, which cannot be chosen. */
function NoteOption({ note }: { readonly note: string }): ReactNode {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: nothing can be done with it.
    <div className={classes.note} role="option" aria-selected={false} aria-disabled="true">
      {note}
    </div>
  );
}

function foundWords(count: number): string {
  return count === 1 ? "1 result" : `${count} results`;
}

interface RowContentProps {
  readonly row: PaletteRow;
  readonly typed: string;
  readonly now: number;
  readonly names: ChatNames;
}

function RowContent({ row, typed, now, names }: RowContentProps): ReactNode {
  switch (row.kind) {
    case "command":
      return (
        <>
          <CommandIcon act={row.command.act} />
          <bdi className={classes.title}>{row.command.title}</bdi>
          {row.command.detail && (
            <span className={classes.detail} data-numeric>
              {row.command.detail}
            </span>
          )}
        </>
      );
    case "all":
      return (
        <>
          <Search size={16} aria-hidden="true" className={classes.icon} />
          <span className={classes.title}>
            All results for “<bdi>{typed.trim()}</bdi>”
          </span>
        </>
      );
    case "found":
      return (
        <RowBoundary item={row.item}>
          <FoundLine item={row.item} words={typed} now={now} names={names} />
        </RowBoundary>
      );
    case "more":
      return (
        <>
          <ChevronRight size={16} aria-hidden="true" className={classes.icon} />
          <span className={classes.more}>{row.title}</span>
        </>
      );
  }
}

interface OptionProps {
  readonly id: string;
  readonly isActive: boolean;
  readonly isResult: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

function Option({ id, isActive, isResult, onPoint, onChoose, children }: OptionProps): ReactNode {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field, which points here by id.
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={classes.option}
      data-result={isResult || undefined}
      onMouseMove={isActive ? undefined : onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {children}
    </div>
  );
}
