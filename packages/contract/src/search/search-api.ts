import { z } from "zod";
import { defineApi } from "../define-api.ts";
import { text, trimmedText } from "../wire-values.ts";
import { SEARCH_CATEGORIES, SearchCategory } from "./search-category.ts";
import { SearchResult } from "./search-results.ts";

export const SEARCH_PAGE_SIZE = 12;
export const LONGEST_SEARCH = 500;
const MAX_MATCHES = 100;

const list = (max: number) =>
  z
    .string()
    .max(max)
    .transform((items) => items.split(",").filter((item) => item !== ""));

export const SearchQuery = z.object({
  /** What was typed, operators (`from:`, `is:unread`) included. */
  q: trimmedText(LONGEST_SEARCH).min(1),
  limit: z.coerce.number().int().min(1).max(50).default(SEARCH_PAGE_SIZE),
  /** The same for each category that is asked for. */
  offset: z.coerce.number().int().min(0).max(10_000).default(0),
  /** A comma-separated list; left out, all that the user has. */
  categories: list(200).pipe(z.array(SearchCategory).max(SEARCH_CATEGORIES.length)).optional(),
  /** Numbers of people whom only the client knows, as those of Google and Microsoft: what was exchanged with them is found too. */
  match: list(4000)
    .pipe(z.array(text(40)).max(MAX_MATCHES))
    .optional(),
  /** `private`: only the user's own contacts, not those that colleagues share. */
  contactstype: z.enum(["private"]).optional(),
});
export type SearchQuery = z.infer<typeof SearchQuery>;

export const searchApi = defineApi({
  search: {
    method: "GET",
    path: "/search/query",
    access: "user",
    summary:
      "What the user may see of people, texts, calls, faxes, voicemails, chats and tasks that fits these words",
    query: SearchQuery,
    result: SearchResult,
  },
});
