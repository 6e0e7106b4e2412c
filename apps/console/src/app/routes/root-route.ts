import { createRootRouteWithContext, Outlet } from "@tanstack/react-router";
import type { Session } from "../../features/session/index.ts";
import { ErrorPage, NotFoundPage } from "../page/error-page.tsx";

/** What a match has to say to the guard and to the transition between pages. */
export interface MatchedPage {
  readonly routeId: string;
  readonly staticData: { readonly name?: string; readonly access?: string; readonly feature?: string };
}

export interface RouterContext {
  readonly session: Session;
  readonly isDemo: boolean;
  /** Runs before every page: throws a redirect where the visitor may not be. */
  readonly guard: (path: string, pages: readonly MatchedPage[]) => Promise<void>;
  /** Runs when the page may be shown: loads its code, then lets the old one fade. */
  readonly prepare: (path: string, pages: readonly MatchedPage[]) => Promise<void>;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context, location, matches, preload }) => {
    await context.guard(location.href, matches);
    if (!preload) await context.prepare(location.pathname, matches);
  },
  component: Outlet,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
  staticData: { access: "open" },
});
