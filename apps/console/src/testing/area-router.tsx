import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RouteComponent,
} from "@tanstack/react-router";
import type { ReactNode } from "react";

interface TestPage {
  readonly path: string;
  readonly name: string;
  readonly component: RouteComponent;
}

export interface TestArea {
  readonly path: string;
  readonly name: string;
  readonly component: () => ReactNode;
  /** What the area holds, by addresses below its own. */
  readonly pages: readonly TestPage[];
}

/** An area of the console with its pages, at the height of a window. Every other address leads to an empty page. */
export function createAreaRouter({ path, name, component: Area, pages }: TestArea, at: string) {
  const root = createRootRoute();
  const area = createRoute({
    getParentRoute: () => root,
    path,
    component: () => (
      <main style={{ height: 700 }}>
        <Area />
      </main>
    ),
    staticData: { name },
  });
  const inside = pages.map((page) =>
    createRoute({
      getParentRoute: () => area,
      path: page.path,
      component: page.component,
      staticData: { name: page.name },
    }),
  );
  const rest = createRoute({ getParentRoute: () => root, path: "/$", component: () => null });
  return createRouter({
    routeTree: root.addChildren([area.addChildren(inside), rest]),
    history: createMemoryHistory({ initialEntries: [at] }),
    // Texts, as in the console: a number in an address is one of a phone.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  });
}
