import { CatchBoundary, RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Session, SessionProvider } from "../features/session/index.ts";
import type { Platform } from "../platform/platform.ts";
import { PlatformProvider } from "../platform/platform-context.tsx";
import { LastResort } from "./page/error-page.tsx";
import { PageTransitionContext } from "./page/page-fade.tsx";
import type { PageTransition } from "./page/page-transition.ts";
import type { AppRouter } from "./routing/router.ts";

export interface AppProps {
  readonly platform: Platform;
  readonly session: Session;
  readonly router: AppRouter;
  readonly transition: PageTransition;
}

export function App({ platform, session, router, transition }: AppProps): ReactNode {
  return (
    <CatchBoundary
      getResetKey={() => "app"}
      errorComponent={LastResort}
      onCatch={platform.browser.reportError}
    >
      <PlatformProvider value={platform}>
        <SessionProvider value={session}>
          <PageTransitionContext value={transition}>
            <RouterProvider router={router} />
          </PageTransitionContext>
        </SessionProvider>
      </PlatformProvider>
    </CatchBoundary>
  );
}
