import { ActionIcon } from "@mantine/core";
import { useLocation, useRouter } from "@tanstack/react-router";
import { ListChecks } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { paths } from "../../platform/navigation/paths.ts";
import classes from "./tasks-button.module.css";

export interface TasksButtonProps {
  readonly size?: "md" | "lg";
  /** The count, which the shell loads later than the button. */
  readonly children: ReactNode;
}

/** The way to the tasks, whatever the navigation shows. */
export function TasksButton({ size = "lg", children }: TasksButtonProps): ReactNode {
  const router = useRouter();
  const isHere = useLocation({ select: ({ pathname }) => pathname.startsWith("/tasks") });
  const onClick = (event: MouseEvent): void => {
    // With a key held the click is the browser's: another tab or another window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.history.push(paths.tasks);
  };
  return (
    <span className={classes.place}>
      <ActionIcon
        component="a"
        href={paths.tasks}
        size={size}
        aria-label="Tasks"
        title="Tasks"
        aria-current={isHere ? "page" : undefined}
        onClick={onClick}
      >
        <ListChecks size={18} aria-hidden="true" />
      </ActionIcon>
      <span className={classes.badge}>{children}</span>
    </span>
  );
}
