import { aUser } from "./chat-room.ts";
import { describeCredentialBook } from "./credential-book-suite.ts";
import { MemoryChatStore } from "./memory-chat-store.ts";
import { MemoryCredentialBook } from "./memory-credential-book.ts";

describeCredentialBook("addresses in memory", async () => {
  const store = new MemoryChatStore();
  const book = new MemoryCredentialBook(store);
  let count = 0;
  return {
    book,
    codeSentTo: async (val) => book.codeSentTo(val),
    addUser: async () => {
      const user = aUser(++count);
      await store.addUser(user);
      return user.id;
    },
    tagsOf: async (id) => (await store.findUsers([id]))[0]?.tags ?? [],
  };
});
