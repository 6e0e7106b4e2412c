import { Scope } from "@offhook/kernel";
import { useSnackbar } from "@offhook/ui";
import { type ReactNode, useEffect, useState } from "react";
import { type SessionUser, useUser } from "../../../features/session/index.ts";
import { TeamsDoor, TeamsProvider } from "../../../features/teams/index.ts";
import { useUnreadStore } from "../../../features/unread/index.ts";
import type { Platform } from "../../../platform/platform.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { loadLate } from "../../../platform/rendering/late.tsx";

/** Team chat of this tab: a door for every screen at once, the chat behind it once it is wanted or the first page is there. */
export function TeamChatProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const platform = usePlatform();
  const { id, features } = useUser();
  const snackbar = useSnackbar();
  const [door] = useState(() => new TeamsDoor());

  useEffect(() => {
    if (!features.teamChat) return;
    const scope = new Scope();
    const notify = (text: string): void => snackbar.show(text, { tone: "error" });
    connect({ platform, door, userId: id, notify }, scope).catch((failure: unknown) => {
      door.fail(failure);
      if (!scope.isClosed) platform.browser.reportError(failure);
    });
    return () => scope.close();
  }, [platform, door, id, features.teamChat, snackbar]);

  const unread = useUnreadStore();
  useEffect(() => {
    if (features.teamChat) return unread.alsoMark(async () => (await door.chat).markAllRead());
  }, [unread, door, features.teamChat]);

  return <TeamsProvider value={door}>{children}</TeamsProvider>;
}

interface Wiring {
  readonly platform: Platform;
  readonly door: TeamsDoor;
  readonly userId: SessionUser["id"];
  readonly notify: (text: string) => void;
}

async function connect(wiring: Wiring, scope: Scope): Promise<void> {
  const { afterPaint, behindFirstPage } = wiring.platform.browser;
  // A page of the chat has nothing to show without it.
  await Promise.race([behindFirstPage(), wiring.door.wanted.then(afterPaint)]);
  if (scope.isClosed) return;
  const { connectTeams } = await loadLate(() => import("../../../features/teams/connect-teams.ts"));
  if (scope.isClosed) return;
  const chat = connectTeams(wiring);
  scope.add(() => chat.close());
}
