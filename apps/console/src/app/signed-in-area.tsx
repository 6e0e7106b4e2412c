import "@offhook/ui/styles.css";
import {
  ConfirmProvider,
  OffhookTheme,
  PlaybackRateProvider,
  ProblemLogProvider,
  SnackbarProvider,
} from "@offhook/ui";
import { Outlet } from "@tanstack/react-router";
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { type SessionUser, StepUpHost, useSession, useSessionState } from "../features/session/index.ts";
import { AccountQueries, AccountQueriesProvider } from "../platform/api/account-queries.ts";
import { usePlatform } from "../platform/platform-context.tsx";
import { createPush } from "../platform/push/create-push.ts";
import { PushProvider } from "../platform/push/push-context.tsx";
import { playbackRateMemory } from "../platform/storage/media-choices.ts";
import { connectPush } from "./connect-push.ts";
import { PushNotices } from "./push-notices.tsx";
import { SessionNotices } from "./session-notices.tsx";
import { doNotShowStorage } from "./shell/do-not-show.ts";
import { UserServicesProvider } from "./shell/services/user-services-provider.tsx";
import { lookOf } from "./user-look.ts";

/** What every page behind the sign-in stands on. Made anew for each account, so that nothing of one reaches another. */
export function SignedInArea(): ReactNode {
  const user = useSessionState((state) => state.user);
  // On the way out: the router is about to leave this page.
  if (!user) return null;
  return (
    <UserTheme>
      <SnackbarProvider>
        <SessionNotices />
        <AccountArea key={user.id} user={user} />
      </SnackbarProvider>
    </UserTheme>
  );
}

function UserTheme({ children }: { readonly children: ReactNode }): ReactNode {
  const settings = useSessionState(({ user }) => user?.user_settings.settings);
  return <OffhookTheme {...lookOf(settings)}>{children}</OffhookTheme>;
}

function AccountArea({ user }: { readonly user: SessionUser }): ReactNode {
  const platform = usePlatform();
  const session = useSession();
  const [queries] = useState(() => new AccountQueries());
  const [doNotShow] = useState(() => doNotShowStorage(platform.browser.store));
  const [rates] = useState(() => playbackRateMemory(platform.browser.store));
  const log = useCallback(
    (...parts: unknown[]) => platform.browser.log.add(platform.browser.clock.now(), "warn", parts),
    [platform],
  );
  const push = useMemo(() => createPush(platform), [platform]);

  useEffect(() => connectPush({ platform, session, push }), [platform, session, push]);
  useEffect(() => platform.signOutHooks.add(() => queries.clear()), [platform, queries]);

  return (
    <ProblemLogProvider value={log}>
      <PlaybackRateProvider value={rates}>
        <AccountQueriesProvider value={queries}>
          <PushProvider value={push}>
            <PushNotices />
            <StepUpHost />
            <ConfirmProvider doNotShow={doNotShow}>
              <UserServicesProvider user={user}>
                <Outlet />
              </UserServicesProvider>
            </ConfirmProvider>
          </PushProvider>
        </AccountQueriesProvider>
      </PlaybackRateProvider>
    </ProblemLogProvider>
  );
}
