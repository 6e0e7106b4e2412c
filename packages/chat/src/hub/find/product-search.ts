import {
  CHAT_SEARCH_PREFIX,
  ChatSearch,
  type ChatSubscription,
  type FoundChatMessage,
} from "@offhook/contract";
import { listedName } from "../../describe/describe-topic.ts";
import type { FoundMessage, StoredUser } from "../../ports/chat-store.ts";
import { storedTopicName } from "../../topics/named-topic.ts";
import { malformed } from "../../wire/refusal.ts";
import { timestamp } from "../../wire/server-text.ts";
import type { ChatWorld } from "../chat-world.ts";
import { describeFoundTeam, describeFoundUser } from "./found.ts";

const MAX_WORDS = 16;

/** What the product looks for beyond tags; undefined for a query of tags. */
export function productSearchFrom(query: string): ChatSearch | undefined {
  if (!query.startsWith(CHAT_SEARCH_PREFIX)) return undefined;
  const search = ChatSearch.safeParse(parsed(query.slice(CHAT_SEARCH_PREFIX.length)));
  if (!search.success) throw malformed();
  return search.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed();
  }
}

/** Without a word, people and teams are all there are; messages none. */
export async function findForProduct(
  { store }: Pick<ChatWorld, "store">,
  self: StoredUser,
  { type, query, topics }: ChatSearch,
  limit: number,
): Promise<ChatSubscription[]> {
  const words = (query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
  switch (type) {
    case "people": {
      const people = await store.findPeople(self.customerId, words, limit + 1);
      const others = people.filter(({ id }) => id !== self.id).slice(0, limit);
      return others.map((each) => describeFoundUser(each, []));
    }
    case "teams":
      return (await store.findTeams(self, words, limit)).map((each) => describeFoundTeam(each, []));
    case "messages": {
      if (words.length === 0) return [];
      const stored = topics?.flatMap((name) => storedTopicName(self.id, name) ?? []);
      const found = await store.findMessages(self.id, { words, topics: stored, limit });
      return found.map((each) => describeFoundMessage(each, self));
    }
  }
}

function describeFoundMessage(found: FoundMessage, { id }: StoredUser): ChatSubscription {
  const { topic, kind, seq, from, at, text, reply } = found;
  const told: FoundChatMessage = { text, ...(reply === undefined ? {} : { reply }) };
  return { topic: listedName(kind, topic, id), user: from, seq, touched: timestamp(at), private: told };
}
