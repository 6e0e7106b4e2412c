import type { ChatHub, StoredUser } from "@offhook/chat";
import type { FakeClock } from "@offhook/testkit";
import { ChatFiles } from "../files/chat-files.ts";
import { ChatLink } from "../link/chat-link.ts";
import type { OutboxStorage } from "../store/outbox-storage.ts";
import type { OutgoingMessage } from "../store/outgoing-message.ts";
import { TeamsChat } from "../store/teams-chat.ts";
import { HubLine } from "./hub-socket.ts";

/** What a page leaves behind for the next one. */
export class MemoryOutboxStorage implements OutboxStorage {
  readonly kept = new Map<string, OutgoingMessage>();

  async save(message: OutgoingMessage): Promise<void> {
    this.kept.set(message.id, message);
  }

  async remove(id: string): Promise<void> {
    this.kept.delete(id);
  }

  async adopt(): Promise<readonly OutgoingMessage[]> {
    return [...this.kept.values()];
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
    storage,
    clock,
    newId: () => `${user.id}-${++lastId}`,
    cacheName: options.cacheName ?? `test-${crypto.randomUUID()}`,
    report: (failure) => failures.push(failure),
    markAllRead: () => hub.markAllRead(user.id),
  });
  chat.events.on("notice", (text) => notices.push(text));
  await chat.start();
  return { chat, line, link, storage, notices, failures };
}
