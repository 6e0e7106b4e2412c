import type { PushNotice } from "@offhook/contract";

/** `actions` is missing in the library's types, not in browsers. */
interface OptionsWithActions extends NotificationOptions {
  readonly actions?: readonly { readonly action: string; readonly title: string }[];
  readonly renotify?: boolean;
}

/** Kept with a notification, for the click on it. */
export interface NoticeData {
  readonly path: string;
  /** Declines the call without a page. */
  readonly decline?: string;
}

const ICON = "/icon-192.png";

/** Shows what the service tells while no page is open. An open page tells its user by itself. */
export function showPushNotices(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener("push", (event) => {
    const notice = readNotice(event.data);
    if (notice) event.waitUntil(show(worker, notice));
  });
}

function readNotice(data: PushMessageData | null): PushNotice | undefined {
  try {
    const notice: unknown = data?.json();
    return isNotice(notice) ? notice : undefined;
  } catch {
    return undefined;
  }
}

const isNotice = (value: unknown): value is PushNotice =>
  typeof value === "object" && value !== null && "type" in value && "tag" in value;

async function show({ registration }: ServiceWorkerGlobalScope, notice: PushNotice): Promise<void> {
  const { tag } = notice;
  if (notice.type === "callOver") {
    for (const shown of await registration.getNotifications({ tag })) shown.close();
    if (notice.missed) await registration.showNotification(notice.missed.title, plain(notice.missed, tag));
    return;
  }
  if (notice.type === "message") {
    await registration.showNotification(notice.title, plain(notice, tag));
    return;
  }
  // One that was kept back until the caller had gone is no news any more: its end is told by itself.
  if (notice.until < Date.now()) return;
  const data: NoticeData = { path: notice.path, decline: notice.decline };
  const options: OptionsWithActions = {
    body: notice.body,
    tag,
    icon: ICON,
    renotify: true,
    requireInteraction: true,
    actions: [
      { action: "answer", title: "Answer" },
      { action: "decline", title: "Decline" },
    ],
    data,
  };
  await registration.showNotification(notice.title, options);
}

const plain = (
  { body, path }: { readonly body: string; readonly path: string },
  tag: string,
): NotificationOptions => ({
  body,
  tag,
  icon: ICON,
  data: { path } satisfies NoticeData,
});
