import { Ban } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import classes from "./blocked-mark.module.css";
import { hasBlockedNumber } from "./blocked-numbers.ts";
import { useBlockedNumbers } from "./lines-context.ts";

export interface BlockedMarkProps {
  /** Digits of one number, or of several apart by spaces: any of them may be blocked. */
  readonly numbers: string;
}

/** Beside a number whose calls are not let through. */
export function BlockedMark({ numbers }: BlockedMarkProps): ReactNode {
  const isBlocked = useStore(useBlockedNumbers().state, (state) => hasBlockedNumber(state, numbers));
  if (!isBlocked) return null;
  return <Ban className={classes.mark} size={14} role="img" aria-label="Blocked" />;
}
