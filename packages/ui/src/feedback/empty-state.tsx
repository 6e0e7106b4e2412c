import { Button } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./empty-state.module.css";

export interface EmptyStateProps {
  readonly icon: LucideIcon;
  /** One sentence. */
  readonly children: ReactNode;
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

export function EmptyState({ icon: Icon, children, action }: EmptyStateProps): ReactNode {
  return (
    <div className={classes.root}>
      <span className={classes.icon}>
        <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <p className={classes.sentence}>{children}</p>
      {action && (
        <Button variant="light" size="xs" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
