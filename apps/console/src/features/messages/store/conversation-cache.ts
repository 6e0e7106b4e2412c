import type { SmsConversation } from "@offhook/contract";
import { type KeyValueStore, readJson } from "../../../platform/key-value-store.ts";
import { STORAGE_KEYS } from "../../../platform/storage-keys.ts";
import type { ListChoice } from "./text-api.ts";

/** As many conversations are kept on this device, so that the list is there before the network answers. */
const CACHED = 99;
/** Another one whenever what is kept changes its shape: what an older console wrote is not read. */
const VERSION = 1;

export interface ConversationCache {
  load(choice: ListChoice): readonly SmsConversation[];
  save(choice: ListChoice, conversations: readonly SmsConversation[]): void;
}

interface Stored {
  readonly version: number;
  readonly userId: number;
  readonly lines: readonly string[];
  readonly conversations: readonly SmsConversation[];
}

export function createConversationCache(store: KeyValueStore, userId: number): ConversationCache {
  return {
    load({ lines, filter }) {
      const stored = readJson(store, STORAGE_KEYS.conversations) as Partial<Stored> | undefined;
      if (stored?.version !== VERSION || stored.userId !== userId || filter !== "all") return [];
      if (!Array.isArray(stored.conversations) || stored.lines?.join() !== lines.join()) return [];
      return stored.conversations;
    },
    save({ lines }, conversations) {
      const kept: Stored = { version: VERSION, userId, lines, conversations: conversations.slice(0, CACHED) };
      store.set(STORAGE_KEYS.conversations, JSON.stringify(kept));
    },
  };
}
