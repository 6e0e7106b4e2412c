import { z } from "zod";

/** What is searched, by the names that the specification gives it; `tasks` is ours. */
export const SearchCategory = z.enum(["contacts", "smsm", "smsc", "cdrs", "fax", "vox", "teams", "tasks"]);
export type SearchCategory = z.infer<typeof SearchCategory>;
export const SEARCH_CATEGORIES = SearchCategory.options;

/** Where the answer holds what was found of a category. */
export const SEARCH_KEYS = {
  contacts: "contacts",
  smsm: "smsMessages",
  smsc: "smsConversations",
  cdrs: "cdrs",
  fax: "fax",
  vox: "voicemails",
  teams: "teams",
  tasks: "tasks",
} as const satisfies Record<SearchCategory, string>;
