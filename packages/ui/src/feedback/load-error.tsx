import { Button } from "@mantine/core";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./empty-state.module.css";

export interface LoadErrorProps {
  /** What could not be had, in one sentence. */
  readonly children: ReactNode;
  readonly onRetry: () => void;
  readonly isRetrying?: boolean;
}

export function LoadError({ children, onRetry, isRetrying = false }: LoadErrorProps): ReactNode {
  return (
    <div className={classes.root} role="alert">
      <span className={classes.icon} data-tone="error">
        <CircleAlert size={22} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <p className={classes.sentence}>{children}</p>
      <Button variant="default" size="xs" loading={isRetrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
