import { OffhookTheme, SnackbarProvider } from "@offhook/ui";
import { RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { type Session, SessionProvider, useSessionState } from "../features/session/index.ts";
import type { Platform } from "../platform/platform.ts";
import { PlatformProvider } from "../platform/platform-context.tsx";
import { LastResort } from "./error-page.tsx";
import { PageTransitionContext } from "./page-fade.tsx";
import type { PageTransition } from "./page-transition.ts";
import type { AppRouter } from "./router.ts";
import { SessionNotices } from "./session-notices.tsx";
import { lookOf } from "./user-look.ts";

export interface AppProps {
  readonly platform: Platform;
  readonly session: Session;
  readonly router: AppRouter;
  readonly transition: PageTransition;
}

export function App({ platform, session, router, transition }: AppProps): ReactNode {
  return (
    <ErrorBoundary FallbackComponent={LastResort} onError={platform.browser.reportError}>
      <PlatformProvider value={platform}>
        <SessionProvider value={session}>
          <PageTransitionContext value={transition}>
            <UserTheme>
              <SnackbarProvider>
                <SessionNotices />
                <RouterProvider router={router} />
              </SnackbarProvider>
            </UserTheme>
          </PageTransitionContext>
        </SessionProvider>
      </PlatformProvider>
    </ErrorBoundary>
  );
}

function UserTheme({ children }: { readonly children: ReactNode }): ReactNode {
  const settings = useSessionState(({ user }) => user?.user_settings.settings);
  const look = lookOf(settings);
  return <OffhookTheme {...look}>{children}</OffhookTheme>;
}
