import type { WrittenMessage } from "@offhook/chat";
import { parseUserSettings, wantsChatNotice } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database } from "../../database/database.ts";
import type { PushQueue } from "./push-queue.ts";
import { type ChatListener, findNameOfChatUser, listChatListeners } from "./push-repository.ts";

export interface ChatNoticesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
  readonly queue: Pick<PushQueue, "add">;
  /** Whoever has a page open anywhere is told there. */
  readonly isLive: (userId: number) => boolean;
  /** Most of the time there is nobody to tell, and nothing to look up. */
  readonly hasAnyListener: () => boolean;
}

const NEWS_MS = 24 * 3_600_000;
const MAX_TEXT = 300;

/** Tells browsers without an open page of what was said to their user in team chat. */
export class ChatNotices {
  readonly #deps: ChatNoticesDeps;

  constructor(deps: ChatNoticesDeps) {
    this.#deps = deps;
  }

  written(message: WrittenMessage): void {
    if (!this.#deps.hasAnyListener()) return;
    this.#tell(message).catch((error: unknown) =>
      this.#deps.log.error({ err: error }, "Browsers could not be told of a chat message"),
    );
  }

  async #tell(message: WrittenMessage): Promise<void> {
    const { database, queue, clock, isLive } = this.#deps;
    const topics = new Map(message.listeners.map(({ user, topic }) => [user, topic]));
    const listeners = await listChatListeners(database.query, [...topics.keys()]);
    const wanted = listeners.filter((each) => !isLive(each.user_id) && wants(each, message));
    if (wanted.length === 0) return;
    const sender = (await findNameOfChatUser(database.query, message.from)) || "A colleague";
    const title = message.isDirect ? sender : `${sender} in ${titleOf(message.title)}`;
    const expiresAt = new Date(clock.now() + NEWS_MS);
    await queue.add(
      wanted.map(({ session_id, chat_user_id }) => {
        const topic = topics.get(chat_user_id) ?? "";
        const path = `/teams/${encodeURIComponent(topic)}?notification=true`;
        const body = (textOf(message.content) || "Sent a file").slice(0, MAX_TEXT);
        const notice = { type: "message" as const, tag: `teams ${topic}`, title, body, path };
        return { sessionId: session_id, notice, isUrgent: false, expiresAt };
      }),
    );
  }
}

/** The page's own rules; and who does not want to be disturbed is not. */
function wants({ settings, is_quiet, chat_user_id }: ChatListener, message: WrittenMessage): boolean {
  const { webAppNotifications, teamsNotification } = parseUserSettings(JSON.stringify(settings ?? {}));
  const { isDirect, head, content } = message;
  const mentions = Array.isArray(head?.mentions)
    ? head.mentions.filter((each) => typeof each === "string")
    : [];
  const address = { isDirect, text: textOf(content), mentions };
  return webAppNotifications && !is_quiet && wantsChatNotice(teamsNotification, address, chat_user_id);
}

/** Plain, or Drafty: the words of both. */
function textOf(content: unknown): string {
  const text = typeof content === "object" && content !== null && "txt" in content ? content.txt : content;
  return typeof text === "string" ? text : "";
}

function titleOf(title: unknown): string {
  const name = typeof title === "object" && title !== null && "fn" in title ? title.fn : undefined;
  return typeof name === "string" && name !== "" ? name : "a team";
}
