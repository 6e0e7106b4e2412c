import { describeChatStore } from "@offhook/chat/testing";
import { afterAll, beforeAll } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../database/testing/test-database.ts";
import { insertChatUser } from "../../features/teams/index.ts";
import { createPostgresChatStore } from "./postgres-chat-store.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describeChatStore("in PostgreSQL", async () => ({
  store: createPostgresChatStore(database),
  addUser: (user) => insertChatUser(database.query, { ...user, accountId: null }),
}));
