import type { PageAccess, PageFeature } from "../routing/guard.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The name the specification gives the route: title, navigation and notifications go by it. */
    readonly name?: string;
    /** Left out: for signed-in users. */
    readonly access?: PageAccess;
    readonly feature?: PageFeature;
  }
}

/** The shape of a query: known names, each a text or nothing. What else is in the address is ignored. */
export function textSearch<const Names extends readonly string[]>(...names: Names) {
  type Search = { readonly [Name in Names[number]]?: string | undefined };
  return (search: Record<string, unknown>): Search => {
    const known = names
      .filter((name) => typeof search[name] === "string")
      .map((name) => [name, search[name]]);
    return Object.fromEntries(known) as Search;
  };
}
