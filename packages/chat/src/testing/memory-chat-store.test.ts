import { describeChatStore } from "./chat-store-suite.ts";
import { MemoryChatStore } from "./memory-chat-store.ts";

describeChatStore("in memory", async () => {
  const store = new MemoryChatStore();
  return { store, addUser: (user) => store.addUser(user) };
});
