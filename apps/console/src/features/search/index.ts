export { CATEGORY_VIEWS, countText, ownCategories } from "./found/categories.ts";
export type { FoundItem } from "./found/found-item.ts";
export { FoundLine } from "./found/found-line.tsx";
export type { KnownSection } from "./known/known-search.ts";
export { useKnownSections } from "./known/use-known-things.ts";
export { FilterHelp, FilterStrip } from "./query/filter-strip.tsx";
export { type Found, useFound } from "./service/use-found.ts";
