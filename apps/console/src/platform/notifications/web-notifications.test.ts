import { expect, test } from "vitest";
import { WebNotifications, type WebNotificationsOptions } from "./web-notifications.ts";

class FakeNotification {
  static permission: NotificationPermission = "granted";
  static requestPermission = (): Promise<NotificationPermission> => Promise.resolve("denied");
  static readonly shown: FakeNotification[] = [];
  onclick: (() => void) | null = null;
  isClosed = false;
  readonly title: string;

  constructor(title: string) {
    this.title = title;
    FakeNotification.shown.push(this);
  }

  close(): void {
    this.isClosed = true;
  }
}

function notificationsWith(api: unknown) {
  const log: string[] = [];
  const notifications = new WebNotifications({
    api: api as WebNotificationsOptions["api"],
    focusWindow: () => log.push("focus"),
    open: (path) => log.push(path),
  });
  return { notifications, log };
}

const message = { title: "Ana Reyes", body: "See you at five", path: "/messages/greeting" };

test("a click brings the window to the front and opens the route", () => {
  const { notifications, log } = notificationsWith(FakeNotification);
  expect(notifications.show(message)).toBe(true);
  const shown = FakeNotification.shown.at(-1);
  shown?.onclick?.();
  expect(shown?.isClosed).toBe(true);
  expect(log).toEqual(["focus", "/messages/greeting"]);
});

test("nothing is shown without permission", async () => {
  const { notifications } = notificationsWith(
    class extends FakeNotification {
      static override permission: NotificationPermission = "default";
    },
  );
  expect(notifications.show(message)).toBe(false);
  expect(await notifications.request()).toBe("denied");
});

test("a browser that cannot, or only pretends to", async () => {
  const { notifications } = notificationsWith(undefined);
  expect([notifications.permission, notifications.show(message), await notifications.request()]).toEqual([
    "unsupported",
    false,
    "unsupported",
  ]);
  const { notifications: android } = notificationsWith(
    class {
      static readonly permission = "granted";
      constructor() {
        throw new TypeError("Illegal constructor");
      }
    },
  );
  expect(android.show(message)).toBe(false);
});
