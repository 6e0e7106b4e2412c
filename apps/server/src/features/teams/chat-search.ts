import { listedName, type UserId } from "@offhook/chat";
import { type FoundChat, type FoundTeamsMessage, SEARCH_COUNTED } from "@offhook/contract";
import { folded, type SearchTerm } from "@offhook/search";
import type { Database } from "../../database/database.ts";
import { NO_FILTER, type SearchIndex } from "../../database/search/search-index.ts";
import {
  type FoundChatMessage,
  findCompanyOfChatUser,
  listReadableTopics,
  readFoundChatMessages,
} from "./chat-search-repository.ts";

export interface ChatSearchDeps {
  readonly database: Pick<Database, "query">;
  readonly index: SearchIndex;
}

export interface ChatQuestion {
  readonly terms: readonly SearchTerm[];
  /** As they are stored; undefined: all that the user reads. */
  readonly topics: readonly string[] | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Messages of topics that the user may read, newest first. `total` counts no further than a client asks. */
export async function searchChat(
  { database, index }: ChatSearchDeps,
  user: UserId,
  { terms, topics, offset, limit }: ChatQuestion,
): Promise<{ readonly total: number; readonly messages: readonly FoundChatMessage[] }> {
  if (terms.length === 0) return { total: 0, messages: [] };
  const [readable, customerId] = await Promise.all([
    listReadableTopics(database.query, user),
    findCompanyOfChatUser(database.query, user),
  ]);
  const scopes = readable.filter((topic) => topics?.includes(topic) ?? true).map((topic) => `topic:${topic}`);
  const found = await index.find("teams", {
    reader: { customerId, userId: 0, chatUser: user, scopes },
    words: { terms, number: undefined, parties: [], day: undefined },
    filter: NO_FILTER,
    wanted: Math.max(offset + limit, SEARCH_COUNTED) + 1,
  });
  const messages = await readFoundChatMessages(database.query, found.slice(offset, offset + limit));
  return { total: found.length, messages };
}

/** As the user sees it. */
export function toFoundTeamsMessage(message: FoundChatMessage, user: UserId): FoundTeamsMessage {
  const { topic, kind, seq, from, at, text, reply = null } = message;
  return { topic: listedName(kind, topic, user), seq, from, ts: new Date(at).toISOString(), text, reply };
}

/** The same with the names of its files, where they are what was found. */
export function toFoundChat(
  message: FoundChatMessage,
  user: UserId,
  terms: readonly SearchTerm[],
): FoundChat {
  const { fileNames } = message;
  const isHit = terms.some(({ words }) => folded(fileNames).includes(words[0] ?? " "));
  return { ...toFoundTeamsMessage(message, user), files: fileNames !== "" && isHit ? [fileNames] : [] };
}
