import type { ReactNode } from "react";
import classes from "./list-head.module.css";

interface PartProps {
  readonly children: ReactNode;
}

/** Above a list: rows of tools that say what it shows. */
export function ListHead({ children }: PartProps): ReactNode {
  return <div className={classes.head}>{children}</div>;
}

/** One row of them. */
export function ListTools({ children }: PartProps): ReactNode {
  return <div className={classes.tools}>{children}</div>;
}

/** For the tools that take the room the others leave. */
export const WIDE_TOOL = classes.wide;

/** What is below the head. */
export function ListBody({ children }: PartProps): ReactNode {
  return <div className={classes.body}>{children}</div>;
}
