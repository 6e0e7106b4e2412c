import { ANSWER_HASH, type NotificationClick } from "../platform/notifications/ring-notifications.ts";
import type { NoticeData } from "./push-notices.ts";

/** A click on a notification goes to a window of the console; without one, the console is opened. */
export function handNotificationClicksOver(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(handOver(worker, event));
  });
}

async function handOver(worker: ServiceWorkerGlobalScope, event: NotificationEvent): Promise<void> {
  const { notification, action } = event;
  const windows = await worker.clients.matchAll({ type: "window" });
  const page = windows.find((each) => each.focused) ?? windows[0];
  const { path = "/", decline } = (notification.data ?? {}) as Partial<NoticeData>;
  if (action === "decline" && decline !== undefined) {
    await declineCall(decline);
    return;
  }
  if (!page) {
    await worker.clients.openWindow(
      action === "answer" ? `${path}${ANSWER_HASH}${callOf(notification)}` : path,
    );
    return;
  }
  // Whoever declines wants to go on with what is in front.
  // A window that may not come to the front answers all the same.
  if (action !== "decline") await page.focus().catch(() => undefined);
  const click: NotificationClick = { type: "notificationClick", tag: notification.tag, action };
  page.postMessage(click);
}

const callOf = ({ tag }: Notification): string => tag.slice(tag.indexOf(":") + 1);

/** Without a page, and so without a session: the notification has brought what is needed for it. */
async function declineCall(ticket: string): Promise<void> {
  await fetch("/api/notifications/decline", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ticket }),
  }).catch(() => undefined);
}
