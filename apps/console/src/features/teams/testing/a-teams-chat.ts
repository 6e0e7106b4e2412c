import type { ChatHub, StoredUser } from "@offhook/chat";
import type { FakeClock } from "@offhook/testkit";
import type { Lock } from "../../../platform/api/token-refresher.ts";
import type { OutboxStorage } from "../../../platform/outbox/outbox-storage.ts";
import type { TabNews } from "../../../platform/outbox/tab-news.ts";
import { ChatFiles } from "../files/chat-files.ts";
import { ChatLink } from "../link/chat-link.ts";
import type { OutgoingMessage } from "../store/outgoing-message.ts";
import { TeamsChat } from "../store/teams-chat.ts";
import { HubLine } from "./hub-socket.ts";

/** What a page leaves behind for the next one, and shares with those beside it. */
export class MemoryOutboxStorage implements OutboxStorage<OutgoingMessage> {
  readonly kept = new Map<string, OutgoingMessage>();
  readonly #listeners = new Set<() => void>();

  async put(message: OutgoingMessage): Promise<void> {
    this.kept.set(message.key, message);
  }

  async remove(key: string): Promise<void> {
    this.kept.delete(key);
  }

  async list(): Promise<readonly OutgoingMessage[]> {
    return [...this.kept.values()];
  }

  newsOfTab(): TabNews {
    let own = (): void => {};
    return {
      tell: () => {
        for (const listener of this.#listeners) if (listener !== own) queueMicrotask(listener);
      },
      onTold: (listener) => {
        own = listener;
        this.#listeners.add(listener);
      },
      close: () => this.#listeners.delete(own),
    };
  }

  async clear(): Promise<void> {
    this.kept.clear();
  }
}

export interface TeamsChatOptions {
  readonly hub: ChatHub;
  readonly user: StoredUser;
  readonly clock: FakeClock;
  readonly storage?: MemoryOutboxStorage;
  readonly cacheName?: string;
  /** Of a second tab, whose messages have names of their own. */
  readonly idPrefix?: string;
  readonly lock?: Lock;
  /** There is no line at first. */
  readonly isDown?: boolean;
}

/** Team chat as in the console, over a real chat engine in the same process. */
export async function aTeamsChat({ hub, user, clock, ...options }: TeamsChatOptions) {
  const line = new HubLine(hub);
  line.isDown = options.isDown ?? false;
  const storage = options.storage ?? new MemoryOutboxStorage();
  const notices: string[] = [];
  const failures: unknown[] = [];
  const link = new ChatLink({
    clock,
    random: () => 0.5,
    openSocket: line.open,
    secret: async () => user.id.replaceAll("-", "+").replaceAll("_", "/"),
    userAgent: "test",
    language: "en",
    reportError: (failure) => failures.push(failure),
  });
  const access = { origin: "https://chat.example", apiKey: "key", token: async () => "token" };
  const files = new ChatFiles(access, () => Promise.reject(new Error("no files here")));
  let lastId = 0;
  const chat = new TeamsChat({
    link,
    files,
    outboxName: "chat",
    storage,
    lock: options.lock ?? ((_name, work) => work(false)),
    news: storage.newsOfTab(),
    clock,
    newId: () => `${options.idPrefix ?? ""}${user.id}-${++lastId}`,
    cacheName: options.cacheName ?? `test-${crypto.randomUUID()}`,
    report: (failure) => failures.push(failure),
    markAllRead: () => hub.markAllRead(user.id),
  });
  chat.events.on("notice", (text) => notices.push(text));
  await chat.start();
  return { chat, line, link, storage, notices, failures };
}
