import type { ChatStore, NewMessage } from "@offhook/chat";
import type { Kysely } from "kysely";
import type { Database } from "../database/database.ts";
import type { DB } from "../database/database-schema.ts";
import { keepChatFiles } from "./chat-file-repository.ts";
import {
  appendChatMessages,
  deleteChatMessages,
  findChatAuthor,
  listChatClientIds,
  listChatDeletions,
  listChatMessages,
  toggleChatReaction,
} from "./chat-message-repository.ts";
import {
  deleteChatTopic,
  findChatTopic,
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
  findChatUsersByTags,
  updateChatUser,
} from "./chat-user-repository.ts";

/** Chat in the database. Whatever has been promised is flushed. */
export function createPostgresChatStore(database: Database): ChatStore {
  const { query } = database;
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
    append: (topic, messages) =>
      messages.some(hasMore)
        ? database.transaction((tx) => appendWithMore(tx.query, topic, messages))
        : appendChatMessages(query, topic, messages),
    clientIds: (topic, author, limit) => listChatClientIds(query, topic, author, limit),
    messages: (topic, user, wanted) => listChatMessages(query, topic, user, wanted),
    authorOf: (topic, seq) => findChatAuthor(query, topic, seq),
    deleteMessages: (topic, deletion) =>
      database.transaction((tx) => deleteChatMessages(tx.query, topic, deletion)),
    deletions: (topic, user, wanted) => listChatDeletions(query, topic, user, wanted),
    keepFiles: (topic, user, addresses) => keepChatFiles(query, addresses, topic, user),
    findByTags: async (customerId, wanted, limit) => ({
      users: await findChatUsersByTags(query, customerId, wanted, limit),
      topics: await findChatTopicsByTags(query, customerId, wanted, limit),
    }),
  };
}

function hasMore({ attachments, reaction }: NewMessage): boolean {
  return attachments.length > 0 || reaction !== undefined;
}

/** A message and what hangs on it become visible together. */
async function appendWithMore(
  query: Kysely<DB>,
  topic: string,
  messages: readonly NewMessage[],
): Promise<number> {
  const first = await appendChatMessages(query, topic, messages);
  for (const { from, at, attachments, reaction } of messages) {
    if (attachments.length > 0) await keepChatFiles(query, attachments, topic, from);
    if (reaction) await toggleChatReaction(query, topic, { ...reaction, user: from, at });
  }
  return first;
}
