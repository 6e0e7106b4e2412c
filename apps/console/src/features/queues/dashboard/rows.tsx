import { RowBoundary } from "@offhook/ui";
import type { ReactNode } from "react";
import classes from "./rows.module.css";

export interface RowsProps<Item extends object> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item, index: number) => string | number;
  /** The row of one of them. */
  readonly children: (item: Item) => ReactNode;
}

/** The list of a panel. A row that cannot be shown takes no other along. */
export function Rows<Item extends object>({ label, items, keyOf, children }: RowsProps<Item>): ReactNode {
  return (
    <ul className={classes.rows} aria-label={label}>
      {items.map((item, index) => (
        <li key={keyOf(item, index)}>
          <RowBoundary item={item}>{children(item)}</RowBoundary>
        </li>
      ))}
    </ul>
  );
}

export interface RowProps {
  /** A picture, or what the row is held by. */
  readonly start?: ReactNode;
  readonly name: string;
  /** What stands below the name; each of several in a line of its own. Empty texts are left out. */
  readonly about: string | readonly string[];
  /** Lets what does not fit beside the name go below it. */
  readonly wraps?: boolean;
  readonly isFaint?: boolean;
  /** At the end. */
  readonly children?: ReactNode;
}

/** Somebody or something in a panel: a name, what is to be known, and what can be done. */
export function Row({ start, name, about, wraps, isFaint, children }: RowProps): ReactNode {
  const lines = [about].flat().filter(Boolean);
  return (
    <div className={classes.row} data-wraps={wraps || undefined} data-faint={isFaint || undefined}>
      {start}
      <span className={classes.who}>
        <span className={classes.name} dir="auto">
          {name}
        </span>
        {lines.map((line) => (
          <span key={line} className={classes.about} dir="auto">
            {line}
          </span>
        ))}
      </span>
      {children}
    </div>
  );
}

/** What stands at the end and stays together: below the name, where there is no room beside it. */
export function RowEnd({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className={classes.end}>{children}</span>;
}

/** How long it has been so. */
export function RowTime({ children }: { readonly children: ReactNode }): ReactNode {
  return <time className={classes.time}>{children}</time>;
}

export interface RowControlsProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** Buttons below a row. */
export function RowControls({ label, children }: RowControlsProps): ReactNode {
  return (
    <fieldset className={classes.controls} aria-label={label}>
      {children}
    </fieldset>
  );
}
