import type { NotificationClick } from "../platform/ring-notifications.ts";

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
  const { path = "/" } = (notification.data ?? {}) as { path?: string };
  if (!page) {
    await worker.clients.openWindow(path);
    return;
  }
  // Whoever declines wants to go on with what is in front.
  // A window that may not come to the front answers all the same.
  if (action !== "decline") await page.focus().catch(() => undefined);
  const click: NotificationClick = { type: "notificationClick", tag: notification.tag, action };
  page.postMessage(click);
}
