import type { CSSProperties, ReactNode } from "react";
import classes from "./stream-divider.module.css";

export interface StreamDividerProps {
  readonly children: ReactNode;
  /** A color for what should be noticed: the first message that is new, say. */
  readonly accent?: string;
}

/** A word between two lines across a stream of messages. */
export function StreamDivider({ children, accent }: StreamDividerProps): ReactNode {
  const style = accent === undefined ? undefined : ({ "--divider-accent": accent } as CSSProperties);
  return (
    <div className={classes.divider} style={style} role={accent === undefined ? undefined : "note"}>
      {children}
    </div>
  );
}
