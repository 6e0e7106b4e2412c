import { useMatches } from "@tanstack/react-router";
import { memo, type ReactNode } from "react";
import { TasksBadgeHost, TasksButton } from "../../../features/tasks/index.ts";
import { pageTitle } from "../../page/page-title.ts";
import { SimulatorHost } from "../../simulator/simulator-host.tsx";
import { SearchBox } from "../palette/search-box.tsx";
import type { ShellDialog } from "../shell-dialogs.tsx";
import classes from "./top-bar.module.css";
import { TopBarTools } from "./top-bar-tools.tsx";

export interface TopBarProps {
  readonly onOpenDialog: (dialog: ShellDialog) => void;
  readonly onSearch: (query: string) => void;
}

export const TopBar = memo(function TopBar({ onOpenDialog, onSearch }: TopBarProps): ReactNode {
  return (
    <header className={classes.bar}>
      <Heading />
      <div className={classes.search}>
        <SearchBox onSearch={onSearch} />
      </div>
      <SimulatorHost />
      <TasksButton>
        <TasksBadgeHost />
      </TasksButton>
      <TopBarTools onOpenDialog={onOpenDialog} />
    </header>
  );
});

/** All that another page changes in the bar: its tools are not built anew with it. */
function Heading(): ReactNode {
  const routeName = useMatches({ select: (matches) => matches.at(-1)?.staticData.name ?? "" });
  return <h1 className={classes.title}>{pageTitle(routeName)}</h1>;
}
