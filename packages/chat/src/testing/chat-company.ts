import { FakeClock } from "@offhook/testkit";
import type { ChatHub } from "../hub/chat-hub.ts";
import type { StoredUser } from "../ports/chat-store.ts";
import type { UserId } from "../topics/names/topic-name.ts";
import { aHub, aUser, type HubOptions, type ScriptedClient, signedInClient } from "./chat-room.ts";
import { MemoryChatStore } from "./memory-chat-store.ts";
import { MemoryCredentialBook } from "./memory-credential-book.ts";

/** Three people of one company, and the hub they talk over. */
export interface ChatCompany {
  readonly clock: FakeClock;
  readonly store: MemoryChatStore;
  readonly credentials: MemoryCredentialBook;
  readonly roots: Set<UserId>;
  readonly hub: ChatHub;
  readonly ana: StoredUser;
  readonly ben: StoredUser;
  readonly cem: StoredUser;
  readonly client: (user: StoredUser, id: string) => Promise<ScriptedClient>;
}

export async function aChatCompany(options: HubOptions = {}): Promise<ChatCompany> {
  const clock = new FakeClock(1_700_000_000_000);
  const store = new MemoryChatStore();
  const credentials = new MemoryCredentialBook(store);
  const roots = new Set<UserId>();
  const hub = aHub(store, clock, { credentials, roots, ...options });
  const [ana, ben, cem] = [aUser(1), aUser(2), aUser(3)];
  for (const user of [ana, ben, cem]) await store.addUser(user);
  const client = (user: StoredUser, id: string): Promise<ScriptedClient> => signedInClient(hub, user, id);
  return { clock, store, credentials, roots, hub, ana, ben, cem, client };
}
