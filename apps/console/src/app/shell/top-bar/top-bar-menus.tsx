import type { ReactNode } from "react";
import { useUser } from "../../../features/session/index.ts";
import { PushRenewal } from "../hosts/push-renewal.tsx";
import type { ShellDialog } from "../shell-dialogs.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { ActiveCallsMenu } from "./active-calls-menu.tsx";
import { AudioMenu } from "./audio-menu.tsx";
import { DownloadsMenu } from "./downloads-menu.tsx";

export interface TopBarMenusProps {
  readonly onOpenDialog: (dialog: ShellDialog) => void;
}

/** The tools of the top bar with all that opens from them. */
export function TopBarMenus({ onOpenDialog }: TopBarMenusProps): ReactNode {
  const { features } = useUser();
  return (
    <>
      {features.calls && <ActiveCallsMenu />}
      <DownloadsMenu />
      {features.calls && <AudioMenu />}
      <AccountMenu onOpen={onOpenDialog} />
      <PushRenewal />
    </>
  );
}
