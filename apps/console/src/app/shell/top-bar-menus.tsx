import type { ReactNode } from "react";
import { AccountMenu } from "./account-menu.tsx";
import { ActiveCallsMenu } from "./active-calls-menu.tsx";
import { AudioMenu } from "./audio-menu.tsx";
import { DownloadsMenu } from "./downloads-menu.tsx";
import type { ShellDialog } from "./shell-dialogs.tsx";
import type { TopBarTool } from "./top-bar-menu.ts";

export interface TopBarMenusProps {
  /** The tool that was pressed while these were still on their way. */
  readonly wanted: TopBarTool | undefined;
  readonly onOpenDialog: (dialog: ShellDialog) => void;
}

/** The tools of the top bar with all that opens from them. */
export function TopBarMenus({ wanted, onOpenDialog }: TopBarMenusProps): ReactNode {
  return (
    <>
      <ActiveCallsMenu isWanted={wanted === "activeCalls"} />
      <DownloadsMenu isWanted={wanted === "downloads"} />
      <AudioMenu isWanted={wanted === "audio"} />
      <AccountMenu isWanted={wanted === "account"} onOpen={onOpenDialog} />
    </>
  );
}
