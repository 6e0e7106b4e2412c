import type { WrittenMessage } from "@offhook/chat";
import type { Clock } from "@offhook/kernel";
import type { CallView } from "@offhook/pbx";
import type { Database } from "../../database/database.ts";
import type { Logger } from "../../platform/logging/logger.ts";
import type { Secrets } from "../../platform/secrets/secrets.ts";
import { CallNotices, type Declined } from "./call-notices.ts";
import { ChatNotices } from "./chat-notices.ts";
import { type DeclinedCall, DeclineTickets } from "./decline-tickets.ts";
import { notificationRoutes } from "./notification-routes.ts";
import { PushQueue } from "./push-queue.ts";
import { PushServiceClient } from "./push-service-client.ts";
import { PushSubscriptions } from "./push-subscriptions.ts";
import { type PublishedEvent, TextNotices } from "./text-notices.ts";

export interface NotificationsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly secrets: Secrets;
  /** Whom a push service may ask about us. */
  readonly subject: string;
  readonly isLocalAllowed: boolean;
  readonly isSessionOpen: (sessionId: string) => boolean;
  readonly isLive: (userId: number) => boolean;
  readonly usersOf: (companyId: string, endpointId: string) => readonly string[];
  /** False where the call does not ring there any more. */
  readonly decline: (call: DeclinedCall) => boolean;
}

export interface NotificationsFeature {
  readonly handlers: ReturnType<typeof notificationRoutes>;
  /** Whether somebody's browser can be told something while no page is open. */
  hasListener(userId: number): boolean;
  callChanged(call: CallView): void;
  callDeclined(declined: Declined): void;
  chatWritten(message: WrittenMessage): void;
  published(customerId: number, events: readonly PublishedEvent[]): void;
  endSessions(sessionIds: readonly string[]): void;
  start(): void;
  close(): Promise<void>;
}

export function createNotificationsFeature(deps: NotificationsDeps): NotificationsFeature {
  const { clock, secrets, logger: log } = deps;
  const client = new PushServiceClient({ ...deps, key: secrets.key("web-push") });
  const subscriptions = new PushSubscriptions({ ...deps, log, client });
  const queue = new PushQueue({ ...deps, log, client, onGone: (id) => subscriptions.forget(id) });
  const tickets = new DeclineTickets({ clock, key: secrets.key("push-decline") });
  const hasListener = (userId: number): boolean => subscriptions.hasUser(userId);
  const calls = new CallNotices({ ...deps, log, queue, tickets, hasListener, isOpen: deps.isSessionOpen });
  const texts = new TextNotices({ ...deps, log, queue });
  const hasAnyListener = (): boolean => !subscriptions.isEmpty;
  const chats = new ChatNotices({ ...deps, log, queue, hasAnyListener });
  return {
    handlers: notificationRoutes({ ...deps, client, subscriptions, tickets }),
    hasListener,
    callChanged: (call) => calls.changed(call),
    callDeclined: (declined) => calls.declined(declined),
    chatWritten: (message) => chats.written(message),
    published: (customerId, events) => texts.published(customerId, events),
    endSessions: (sessionIds) => subscriptions.endSessions(sessionIds),
    start() {
      subscriptions
        .load()
        .catch((error: unknown) => log.error({ err: error }, "Push subscriptions could not be read"));
      queue.start();
    },
    close: () => queue.close(),
  };
}
