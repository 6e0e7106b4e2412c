import type { PublicConfig } from "@offhook/contract";
import { untilNothingMoves } from "@offhook/testkit/browser";
import { createMemoryHistory, createRoute, useMatches } from "@tanstack/react-router";
import axe from "axe-core";
import type { ReactNode } from "react";
import { expect } from "vitest";
import { type RenderResult, render } from "vitest-browser-react";
import { App } from "../app/app.tsx";
import { PageTransition } from "../app/page/page-transition.ts";
import { guestRoute, openRoute } from "../app/routes/guest-layouts.ts";
import { rootRoute } from "../app/routes/root-route.ts";
import {
  loginRoute,
  loginTokenRoute,
  newPasswordRoute,
  resetRoute,
  resetSuccessRoute,
} from "../app/routes/session-routes.ts";
import { guestTree } from "../app/routing/guest-tree.ts";
import type { RouteTree } from "../app/routing/route-tree.ts";
import { type AppRouter, createAppRouter } from "../app/routing/router.ts";
import { Session } from "../features/session/index.ts";
import type { MemoryStore } from "../platform/storage/key-value-store.ts";
import { type FakeTab, openFakeTab } from "./fake-browser.ts";
import type { FakeService } from "./fake-service.ts";

export interface AppUnderTest extends FakeTab {
  readonly screen: RenderResult;
  readonly session: Session;
  readonly router: AppRouter;
  /** Where the visitor is. */
  readonly path: () => string;
}

export interface RenderAppOptions {
  readonly service: FakeService;
  readonly config?: Partial<PublicConfig>;
  readonly store?: MemoryStore;
  readonly tabStore?: MemoryStore;
}

function NamedPage(): ReactNode {
  const name = useMatches({ select: (matches) => matches.at(-1)?.staticData.name });
  return (
    <main>
      <h1>{name}</h1>
    </main>
  );
}

function page(path: string, staticData: { readonly name: string; readonly feature?: "calls" | "messaging" }) {
  return createRoute({ getParentRoute: () => rootRoute, path, component: NamedPage, staticData });
}

/** The real pages before the sign-in, and stand-ins for those behind it: their services are not under test. */
function testTree(): RouteTree {
  const tree = rootRoute.addChildren([
    guestRoute.addChildren([loginRoute, resetRoute, resetSuccessRoute, loginTokenRoute]),
    openRoute.addChildren([newPasswordRoute]),
    page("/calls", { name: "calls", feature: "calls" }),
    page("/calls/new", { name: "calls-new", feature: "calls" }),
    page("/contacts", { name: "contacts" }),
    page("/messages", { name: "messages", feature: "messaging" }),
  ]);
  return tree as unknown as RouteTree;
}

/** The console at an address, over a fake service: what a visitor sees who opens it. */
export async function renderApp(address: string, options: RenderAppOptions): Promise<AppUnderTest> {
  const tab = openFakeTab(options);
  const session = new Session(tab.platform);
  const transition = new PageTransition(() => false);
  const router = createAppRouter({
    session,
    started: session.start(),
    store: tab.store,
    transition,
    isDemo: tab.platform.config.demo !== null,
    history: createMemoryHistory({ initialEntries: [address] }),
    routeTree: session.state.getState().user ? testTree() : guestTree(),
    loadPages: async () => testTree(),
  });
  const screen = await render(
    <App platform={tab.platform} session={session} router={router} transition={transition} />,
  );
  return Object.assign(tab, { screen, session, router, path: () => router.state.location.href });
}

/** Axe finds nothing on the page as it is. */
export async function expectAccessible(): Promise<void> {
  await untilNothingMoves();
  const { violations } = await axe.run(document, {
    // The test runner's own document has no title and no language.
    rules: { "document-title": { enabled: false }, "html-has-lang": { enabled: false } },
  });
  expect(
    violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map((node) => `${node.html} ${node.failureSummary}`),
    })),
  ).toEqual([]);
}
