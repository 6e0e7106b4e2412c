import type { ReactNode } from "react";
import { AccountMenu } from "./account-menu.tsx";
import { ActiveCallsMenu } from "./active-calls-menu.tsx";
import { AudioMenu } from "./audio-menu.tsx";
import { DownloadsMenu } from "./downloads-menu.tsx";
import type { ShellDialog } from "./shell-dialogs.tsx";

export interface TopBarMenusProps {
  readonly onOpenDialog: (dialog: ShellDialog) => void;
}

/** The tools of the top bar with all that opens from them. */
export function TopBarMenus({ onOpenDialog }: TopBarMenusProps): ReactNode {
  return (
    <>
      <ActiveCallsMenu />
      <DownloadsMenu />
      <AudioMenu />
      <AccountMenu onOpen={onOpenDialog} />
    </>
  );
}
