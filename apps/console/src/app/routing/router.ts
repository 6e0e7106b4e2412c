import type { EnabledFeatures } from "@offhook/contract";
import { createRouter, type RouterHistory, redirect } from "@tanstack/react-router";
import type { Session } from "../../features/session/index.ts";
import { paths } from "../../platform/navigation/paths.ts";
import { rememberRedirect, takeRedirect } from "../../platform/navigation/redirect-path.ts";
import type { KeyValueStore } from "../../platform/storage/key-value-store.ts";
import { NotFoundPage, PageError } from "../page/error-page.tsx";
import { focusPage } from "../page/page-focus.ts";
import { PagePending } from "../page/page-pending.tsx";
import type { PageTransition } from "../page/page-transition.ts";
import type { MatchedPage, RouterContext } from "../routes/root-route.ts";
import { navEntries, SETTINGS_ENTRY } from "../shell/navigation.ts";
import { judgeVisit, type PageAccess, type PageFeature } from "./guard.ts";
import { ELSEWHERE, type GuestTree, USERS_ONLY } from "./guest-tree.ts";
import type { RouteTree } from "./route-tree.ts";

export interface RouterDeps {
  readonly session: Session;
  /** Settles when it is known whether someone is signed in. */
  readonly started: Promise<void>;
  readonly store: KeyValueStore;
  readonly transition: PageTransition;
  readonly isDemo: boolean;
  /** The browser's, unless a test brings its own. */
  readonly history?: RouterHistory;
  /** Every page, or those of guests. */
  readonly routeTree: RouteTree | GuestTree;
  /** Lets the tree grow to every page, when a page is wanted that it does not have. */
  readonly loadPages: () => Promise<unknown>;
}

const HOME = paths.dialPad();

/** Plain text both ways: a number in a query stays the text it is, and addresses written by others work. */
function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}

/** Throws, as the router wants it. */
function redirectTo(path: string): void {
  const { pathname, search, hash } = new URL(path, "https://console.invalid");
  redirect({
    to: pathname,
    search: parseSearch(search) as never,
    hash: hash.slice(1),
    replace: true,
    throw: true,
  });
}

/** Of a user without calls. Its own page is never switched off: it would not be among the entries. */
function firstArea(features: EnabledFeatures): string {
  return (navEntries(features)[0] ?? SETTINGS_ENTRY).path;
}

function createGuard(
  { session, started, store }: RouterDeps,
  growTree: () => Promise<void>,
): RouterContext["guard"] {
  return async (path, pages) => {
    await started;
    const { name, access = "user", feature } = pages.at(-1)?.staticData ?? {};
    const features = session.state.getState().user?.features;
    if (name === ELSEWHERE && (features || !USERS_ONLY.test(path))) {
      await growTree();
      redirectTo(path);
    }
    const verdict = judgeVisit({
      access: access as PageAccess,
      feature: feature as PageFeature | undefined,
      features,
    });
    if (verdict === "signIn") {
      rememberRedirect(store, path);
      redirectTo(paths.login);
    }
    if (verdict === "home") redirectTo(takeRedirect(store) ?? HOME);
    if (verdict === "elsewhere" && features) redirectTo(features.calls ? paths.calls : firstArea(features));
  };
}

export function createAppRouter(deps: RouterDeps) {
  const { session, store, transition } = deps;
  const router = createRouter({
    // For the compiler the router has every page, as soon it does.
    routeTree: deps.routeTree as RouteTree,
    ...(deps.history ? { history: deps.history } : {}),
    context: {
      session,
      isDemo: deps.isDemo,
      guard: createGuard(deps, () => growTree()),
      // The code first: while it loads the old page stays in sight.
      prepare: async (path, pages) => {
        await loadCode(pages);
        await transition.leave(path);
      },
    },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: PagePending,
    defaultPendingMinMs: 0,
  });
  const growTree = async (): Promise<void> => {
    await deps.loadPages();
    router.setRoutes(router.buildRouteTree());
  };
  const loadCode = async (pages: readonly MatchedPage[]): Promise<void> => {
    const routes: Readonly<Record<string, Parameters<typeof router.loadRouteChunk>[0]>> = router.routesById;
    const loads = pages.map(async ({ routeId }) => {
      const route = routes[routeId];
      if (route) await router.loadRouteChunk(route);
    });
    await Promise.all(loads);
  };

  router.subscribe("onRendered", ({ toLocation }) => {
    const isAnotherPage = transition.isAnotherPage(toLocation.pathname);
    transition.enter(toLocation.pathname);
    if (isAnotherPage) focusPage();
  });
  router.subscribe("onResolved", ({ toLocation }) => transition.enter(toLocation.pathname));

  session.on("signedIn", () => router.history.replace(takeRedirect(store) ?? HOME));
  session.on("switched", () => router.history.push(HOME));
  session.on("signedOut", (cause) => {
    // A user who signed out starts afresh; one whose session ended comes back to the same page.
    if (cause === "ended") rememberRedirect(store, router.state.location.href);
    router.history.push(paths.login);
  });
  return router;
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
}
