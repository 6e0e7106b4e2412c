import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./send-failure.module.css";

export interface SendFailureProps {
  /** What has failed, and why. */
  readonly children: ReactNode;
  readonly onRetry: () => void;
  /** Left out where it can no longer be taken back. */
  readonly onDiscard?: () => void;
}

/** A message that did not get through, and what to do now. */
export function SendFailure({ children, onRetry, onDiscard }: SendFailureProps): ReactNode {
  return (
    <span className={classes.failure}>
      <CircleAlert size={14} aria-hidden="true" />
      <span>{children}</span>
      <button type="button" onClick={onRetry}>
        Send again
      </button>
      {onDiscard && (
        <button type="button" onClick={onDiscard}>
          Discard
        </button>
      )}
    </span>
  );
}
