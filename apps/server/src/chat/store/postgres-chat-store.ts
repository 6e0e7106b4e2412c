import { type AppendedMessage, type ChatStore, clientIdOf, type NewMessage } from "@offhook/chat";
import { searchTerms } from "@offhook/search";
import type { Kysely } from "kysely";
import type { Database } from "../../database/database.ts";
import { isTaken } from "../../database/postgres/postgres-errors.ts";
import type { DB } from "../../database/schema/database-schema.ts";
import { createPostgresSearchIndex } from "../../database/search/postgres-search-index.ts";
import { searchChat } from "../../features/teams/index.ts";
import { keepChatFiles, releaseChatFiles } from "../files/chat-file-repository.ts";
import {
  appendChatMessages,
  deleteChatMessages,
  findChatAuthor,
  findOriginal,
  findSentBefore,
  listChatDeletions,
  listChatMessages,
  overwriteWordings,
  toggleChatReaction,
} from "./chat-message-repository.ts";
import {
  deleteChatTopic,
  findChatTopic,
  findChatTopicsByName,
  findChatTopicsByTags,
  insertChatTopic,
  listChatSubscriptions,
  saveChatReceipts,
  saveChatSubscription,
  updateChatTopic,
} from "./chat-topic-repository.ts";
import {
  deleteChatUser,
  findChatUsers,
  findChatUsersByName,
  findChatUsersByTags,
  updateChatUser,
} from "./chat-user-repository.ts";

/** Chat in the database. Whatever has been promised is flushed. */
export function createPostgresChatStore(database: Database): ChatStore {
  const { query } = database;
  const index = createPostgresSearchIndex(database);
  return {
    findUsers: (ids) => findChatUsers(query, ids),
    updateUser: (id, change) => updateChatUser(query, id, change),
    deleteUser: (id) => deleteChatUser(query, id),
    findTopic: (name) => findChatTopic(query, name),
    createTopic: ({ topic, subscriptions }) =>
      database.transaction(async (tx) => {
        await insertChatTopic(tx.query, topic);
        for (const subscription of subscriptions) await saveChatSubscription(tx.query, subscription);
      }),
    updateTopic: (name, change) => updateChatTopic(query, name, change),
    deleteTopic: (name) => deleteChatTopic(query, name),
    listSubscriptions: (user) => listChatSubscriptions(query, user),
    saveSubscription: (subscription) => saveChatSubscription(query, subscription),
    saveReceipts: (topic, receipts) => saveChatReceipts(query, topic, receipts),
    append: (topic, messages) => appendOnce(database, topic, messages),
    messages: (topic, user, wanted) => listChatMessages(query, topic, user, wanted),
    authorOf: (topic, seq) => findChatAuthor(query, topic, seq),
    deleteMessages: (topic, deletion) =>
      database.transaction((tx) => deleteChatMessages(tx.query, topic, deletion)),
    deletions: (topic, user, wanted) => listChatDeletions(query, topic, user, wanted),
    keepFiles: (topic, user, addresses) => keepChatFiles(query, addresses, { topic, seq: 0 }, user),
    findByTags: async (customerId, wanted, limit) => ({
      users: await findChatUsersByTags(query, customerId, wanted, limit),
      topics: await findChatTopicsByTags(query, customerId, wanted, limit),
    }),
    findPeople: (customerId, words, limit) => findChatUsersByName(query, customerId, words, limit),
    findTeams: (user, words, limit) => findChatTopicsByName(query, user, words, limit),
    findMessages: async (user, { words, topics, limit }) => {
      const terms = searchTerms(words.join(" "));
      const { messages } = await searchChat({ database, index }, user, { terms, topics, offset: 0, limit });
      return messages;
    },
  };
}

/**
 * What was sent before is rare, so that it is written as if it were new: the database refuses all of it where one
 * message is there already, and then it is looked up which.
 */
async function appendOnce(
  database: Database,
  topic: string,
  messages: readonly NewMessage[],
): Promise<AppendedMessage[]> {
  const fresh = withoutRepeats(messages);
  try {
    return numbered(messages, fresh, await appendAll(database, topic, fresh), new Map());
  } catch (failure) {
    if (!isTaken(failure, "chat_messages_by_client_id")) throw failure;
  }
  const known = await findSentBefore(database.query, topic, messages);
  const rest = withoutRepeats(messages.filter((message) => !known.has(message)));
  const first = rest.length === 0 ? 0 : await appendAll(database, topic, rest);
  return numbered(messages, rest, first, known);
}

function nameOf({ from, head }: NewMessage): string | undefined {
  const id = clientIdOf(head);
  return id === undefined ? undefined : `${from} ${id}`;
}

/** A message that stands twice in one go is one. */
function withoutRepeats(messages: readonly NewMessage[]): NewMessage[] {
  const names = new Set<string>();
  return messages.filter((message) => {
    const name = nameOf(message);
    if (name !== undefined && names.has(name)) return false;
    if (name !== undefined) names.add(name);
    return true;
  });
}

function numbered(
  messages: readonly NewMessage[],
  written: readonly NewMessage[],
  first: number,
  known: ReadonlyMap<NewMessage, number>,
): AppendedMessage[] {
  const byName = new Map(written.map((message, index) => [nameOf(message), first + index]));
  const place = new Map(written.map((message, index) => [message, first + index]));
  return messages.map((message) => {
    const seq = place.get(message);
    if (seq !== undefined) return { seq, isNew: true };
    return { seq: known.get(message) ?? byName.get(nameOf(message)) ?? 0, isNew: false };
  });
}

function appendAll(database: Database, topic: string, messages: readonly NewMessage[]): Promise<number> {
  return messages.some(hasMore)
    ? database.transaction((tx) => appendWithMore(tx.query, topic, messages))
    : appendChatMessages(database.query, topic, messages);
}

function hasMore({ attachments, reaction, edits }: NewMessage): boolean {
  return attachments.length > 0 || reaction !== undefined || edits !== undefined;
}

/** A message and what hangs on it become visible together. */
async function appendWithMore(
  query: Kysely<DB>,
  topic: string,
  messages: readonly NewMessage[],
): Promise<number> {
  const traced: NewMessage[] = [];
  for (const message of messages) traced.push(await withOriginal(query, topic, message));
  const first = await appendChatMessages(query, topic, traced);
  for (const [index, message] of traced.entries()) {
    const { from, at, attachments, reaction } = message;
    const seq = first + index;
    if (attachments.length > 0) await keepChatFiles(query, attachments, { topic, seq }, from);
    if (reaction) await toggleChatReaction(query, topic, { ...reaction, user: from, at });
    if (message.edits !== undefined) await takeBackWordings(query, topic, message, seq);
  }
  return first;
}

/** Some clients name the last wording they know, not the first. */
async function withOriginal(query: Kysely<DB>, topic: string, message: NewMessage): Promise<NewMessage> {
  if (message.edits === undefined) return message;
  return { ...message, edits: await findOriginal(query, topic, message.edits) };
}

/** With the earlier wordings go the files that stood in them alone. */
async function takeBackWordings(
  query: Kysely<DB>,
  topic: string,
  message: NewMessage,
  seq: number,
): Promise<void> {
  const original = message.edits ?? seq;
  const keep = JSON.stringify(message.content) ?? "";
  for (const each of await overwriteWordings(query, topic, original, message))
    if (each !== seq) await releaseChatFiles(query, topic, { low: each, hi: each + 1, keep });
}
