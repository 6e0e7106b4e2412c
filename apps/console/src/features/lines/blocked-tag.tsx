import type { ReactNode } from "react";
import classes from "./blocked-tag.module.css";
import { useIsBlocked } from "./lines-context.ts";

/** Says of a number that its calls are not let through. */
export function BlockedTag({ number }: { readonly number: string }): ReactNode {
  return useIsBlocked(number) ? <span className={classes.tag}>Blocked</span> : null;
}
