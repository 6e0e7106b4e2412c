import { SEARCH_CATEGORIES, type SearchCategory } from "@offhook/contract";
import type { Database } from "../../database/database.ts";
import type { SearchReader } from "../../database/search/search-index.ts";
import type { Actor } from "../../platform/actor.ts";
import { findChatUserOfAccount, listReadableTopics } from "../teams/index.ts";
import { SCOPE_OF } from "./search-categories.ts";
import { listSearchedLines, type SearchedLine } from "./search-rights-repository.ts";

export interface SearchScopes {
  readonly reader: SearchReader;
  /** What the user sees of each category. */
  readonly byCategory: Readonly<Record<SearchCategory, readonly string[]>>;
  readonly lines: readonly SearchedLine[];
  /** Of people only these, beside what their scopes say. */
  readonly contactMarks: readonly (readonly string[])[];
}

export interface ScopeSources {
  readonly database: Pick<Database, "query">;
  readonly taskChannelsOf: (actor: Actor) => Promise<readonly string[]>;
}

export async function scopesOf(
  { database: { query }, taskChannelsOf }: ScopeSources,
  actor: Actor,
  isPrivate: boolean,
): Promise<SearchScopes> {
  const { userId, customerId, features } = actor;
  const chatUser = features.has("teamChat") ? await findChatUserOfAccount(query, userId) : undefined;
  const [lines, topics, channels] = await Promise.all([
    listSearchedLines(query, actor),
    chatUser === undefined ? [] : listReadableTopics(query, chatUser),
    taskChannelsOf(actor),
  ]);
  const scopesIn = (category: SearchCategory): readonly string[] => {
    if (category === "contacts")
      return features.has("contacts") ? ["colleagues", "company", `user:${userId}`] : ["colleagues"];
    if (category === "teams") return topics.map((topic) => `topic:${topic}`);
    if (category === "tasks") return channels;
    const prefix = SCOPE_OF[category] ?? "";
    return lines.filter(({ scope }) => scope.startsWith(prefix)).map(({ scope }) => scope);
  };
  const byCategory = Object.fromEntries(
    SEARCH_CATEGORIES.map((category) => [category, scopesIn(category)]),
  ) as Record<SearchCategory, readonly string[]>;
  return {
    reader: { customerId, userId, chatUser, scopes: [] },
    byCategory,
    lines,
    contactMarks: isPrivate ? [[`a:${userId}`, "s:colleagues"]] : [],
  };
}
