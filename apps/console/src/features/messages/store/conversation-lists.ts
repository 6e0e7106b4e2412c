import type { SmsConversation } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { EventLog } from "../../../platform/live/event-log.ts";
import { createListCache } from "../../../platform/live/list-cache.ts";
import { LiveList } from "../../../platform/live/live-list.ts";
import type { KeyValueStore } from "../../../platform/storage/key-value-store.ts";
import { STORAGE_KEYS } from "../../../platform/storage/storage-keys.ts";
import { CONVERSATION_RULES, compareConversations, fitsChoice } from "./conversation-rules.ts";
import type { ListChoice, TextApi } from "./text-api.ts";

export interface ConversationListsOptions {
  readonly api: Pick<TextApi, "conversations">;
  readonly log: EventLog;
  readonly store: KeyValueStore;
  readonly clock: Clock;
  readonly userId: number;
  readonly choice: ListChoice;
  /** One looks at the thread: its frame does not wait for the list to be put in order. */
  readonly nextPaint?: () => Promise<void>;
}

const CACHE_VERSION = 2;

const keyOf = ({ filter, lines }: ListChoice): string => `${filter} ${lines.join(",")}`;

/** The conversations of the user's lines. */
export class ConversationLists extends LiveList<SmsConversation, ListChoice> {
  constructor({ api, log, store, clock, userId, choice, nextPaint }: ConversationListsOptions) {
    super({
      log,
      clock,
      choice,
      keyOf,
      idOf: ({ lid }) => lid,
      compare: compareConversations,
      fits: (conversation, wanted) => fitsChoice(conversation, wanted, userId),
      rules: CONVERSATION_RULES,
      page: async (wanted, cursor, options) => {
        const { conversations, next } = await api.conversations(wanted, cursor, options);
        return { rows: conversations, next };
      },
      cache: createListCache({
        store,
        key: STORAGE_KEYS.conversations,
        version: CACHE_VERSION,
        userId,
        keeps: ({ filter }) => filter === "all",
        keyOf,
      }),
      ...(nextPaint ? { turn: nextPaint } : {}),
    });
  }

  of(smsLine: string, id: string): SmsConversation | undefined {
    return this.find((row) => row.id === id && row.smsLine === smsLine);
  }
}
