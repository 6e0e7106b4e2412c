import "@offhook/ui/styles.css";
import {
  ConfirmProvider,
  createDoNotShowStorage,
  type DoNotShowStorage,
  OffhookTheme,
  SnackbarProvider,
} from "@offhook/ui";
import { Outlet } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { type SessionUser, useSession, useSessionState } from "../features/session/index.ts";
import { AccountQueries, AccountQueriesProvider } from "../platform/account-queries.ts";
import { createPush } from "../platform/create-push.ts";
import type { KeyValueStore } from "../platform/key-value-store.ts";
import { usePlatform } from "../platform/platform-context.tsx";
import { PushProvider } from "../platform/push-context.tsx";
import { connectPush } from "./connect-push.ts";
import { PushNotices } from "./push-notices.tsx";
import { SessionNotices } from "./session-notices.tsx";
import { UserServicesProvider } from "./shell/user-services-provider.tsx";
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
  const push = useMemo(() => createPush(platform), [platform]);

  useEffect(() => connectPush({ platform, session, push }), [platform, session, push]);
  useEffect(() => platform.signOutHooks.add(() => queries.clear()), [platform, queries]);

  return (
    <AccountQueriesProvider value={queries}>
      <PushProvider value={push}>
        <PushNotices />
        <ConfirmProvider doNotShow={doNotShow}>
          <UserServicesProvider user={user}>
            <Outlet />
          </UserServicesProvider>
        </ConfirmProvider>
      </PushProvider>
    </AccountQueriesProvider>
  );
}

function doNotShowStorage(store: KeyValueStore): DoNotShowStorage {
  return createDoNotShowStorage({
    getItem: (key) => store.get(key),
    setItem: (key, value) => store.set(key, value),
  });
}
