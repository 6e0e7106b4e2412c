import { parseUserSettings, type SmsEvent } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import { formatPhone } from "@offhook/telephony";
import type { BaseLogger } from "pino";
import type { Database } from "../../database/database.ts";
import type { PushQueue } from "./push-queue.ts";
import { type Listener, listListeners, listTextListeners } from "./push-repository.ts";

export interface TextNoticesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
  readonly queue: Pick<PushQueue, "add">;
  /** Whoever has a page open anywhere is told there. */
  readonly isLive: (userId: number) => boolean;
}

/** An event as it was published. */
export interface PublishedEvent {
  readonly channel: string;
  readonly event: { readonly type: string };
}

type TextEvent = Extract<SmsEvent, { type: "MO" | "SMS_MENTION" }>;

const NEWS_MS = 24 * 3_600_000;
const MAX_TEXT = 300;

/** Tells browsers without an open page of texts that came in, and of comments that name their user. */
export class TextNotices {
  readonly #deps: TextNoticesDeps;

  constructor(deps: TextNoticesDeps) {
    this.#deps = deps;
  }

  published(customerId: number, events: readonly PublishedEvent[]): void {
    for (const { channel, event } of events)
      if (event.type === "MO" || event.type === "SMS_MENTION")
        this.#tell(customerId, channel, event as TextEvent).catch((error: unknown) =>
          this.#deps.log.error({ err: error }, "Browsers could not be told of a text"),
        );
  }

  async #tell(customerId: number, channel: string, event: TextEvent): Promise<void> {
    const { database, queue, clock, isLive } = this.#deps;
    const { smsLine, conversation, message } = event;
    if (conversation.blocked) return;
    const own = /^user\.(\d+)$/.exec(channel)?.[1];
    const listeners =
      own === undefined
        ? await listTextListeners(database.query, customerId, smsLine)
        : await listListeners(database.query, customerId, [Number(own)], "messaging");
    const { id: number } = conversation;
    const notice = {
      type: "message" as const,
      tag: `sms:${smsLine}:${number}`,
      title: event.type === "MO" ? `Text from ${formatPhone(number)}` : "You were mentioned",
      body: (message.text || "Sent a file").slice(0, MAX_TEXT),
      path: `/messages/${number}/${smsLine}`,
    };
    const expiresAt = new Date(clock.now() + NEWS_MS);
    await queue.add(
      listeners
        .filter((each) => !isLive(each.user_id) && wantsText(each, smsLine))
        .map(({ session_id }) => ({ sessionId: session_id, notice, isUrgent: false, expiresAt })),
    );
  }
}

/** The page's own rules: notifications are on, and the line is one of those the user wants to see. */
function wantsText({ settings }: Listener, smsLine: string): boolean {
  const { webAppNotifications, activeSmsLines } = parseUserSettings(JSON.stringify(settings ?? {}));
  return webAppNotifications && (!activeSmsLines || activeSmsLines.some(({ value }) => value === smsLine));
}
