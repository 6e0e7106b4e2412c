import type { ReactNode } from "react";
import { AreaBoundary } from "../feedback/boundary.tsx";
import classes from "./panes.module.css";

export interface PanesProps {
  /** What the list holds, for screen readers. */
  readonly label: string;
  readonly list: ReactNode;
  readonly children: ReactNode;
  /** On a small screen there is room for one: the detail, or the list. */
  readonly isDetailOpen: boolean;
}

/** A list beside the detail of one of its entries. It fills the page: each pane scrolls by itself. */
export function Panes({ label, list, children, isDetailOpen }: PanesProps): ReactNode {
  return (
    <div className={classes.panes} data-panes="" data-open={isDetailOpen ? "detail" : "list"}>
      <section className={classes.list} aria-label={label}>
        <AreaBoundary text="This list can't be displayed.">{list}</AreaBoundary>
      </section>
      <div className={classes.detail}>{children}</div>
    </div>
  );
}

/** What stands beside the list, with room around it. */
export function PanePage({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={classes.page}>{children}</div>;
}
