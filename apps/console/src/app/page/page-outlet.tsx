import { Outlet, useElementScrollRestoration, useMatches } from "@tanstack/react-router";
import { type ReactNode, useDeferredValue, useLayoutEffect } from "react";
import { InLayout } from "./error-page.tsx";

/** The layout's scrolling part, which holds the pages. */
export const PAGE_ID = "page";

/**
 * The page in a layout. The router changes pages at one go, which on a slow machine leaves clicks and keys unheard
 * until the new page is built. So the old one, out of sight by then, is taken away first, and the new one is built
 * in small steps between which the browser can answer.
 */
export function PageOutlet(): ReactNode {
  // The outermost three are the root, the signed-in area and the layout.
  const page = useMatches({ select: (matches) => matches[3]?.routeId });
  const built = useDeferredValue(page);
  if (built !== page) return null;
  return (
    <InLayout value>
      <Outlet />
      <ScrollBack key={page} />
    </InLayout>
  );
}

/** Going back leads to the user's place in a page: the router has tried before the page was there. */
function ScrollBack(): null {
  const before = useElementScrollRestoration({ id: PAGE_ID });
  useLayoutEffect(() => {
    if (before) document.getElementById(PAGE_ID)?.scrollTo(before.scrollX, before.scrollY);
  }, [before]);
  return null;
}
