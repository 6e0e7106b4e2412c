/** Of the browser, with one more: it cannot do it at all. */
export type NotificationPermissionState = NotificationPermission | "unsupported";

export interface WebNotification {
  readonly title: string;
  readonly body: string;
  /** Where a click leads, a path of the console. */
  readonly path: string;
  /** A later notification with the same tag takes the place of the earlier one. */
  readonly tag?: string;
}

export interface WebNotificationsOptions {
  /** The browser's constructor; undefined where it has none. */
  readonly api:
    | (Pick<typeof Notification, "permission" | "requestPermission"> &
        (new (
          title: string,
          options?: NotificationOptions,
        ) => Notification))
    | undefined;
  readonly focusWindow: () => void;
  /** The route of a clicked notification. */
  readonly open: (path: string) => void;
}

/** Notifications of the operating system, as far as the user lets us. */
export class WebNotifications {
  readonly #options: WebNotificationsOptions;

  constructor(options: WebNotificationsOptions) {
    this.#options = options;
  }

  get permission(): NotificationPermissionState {
    return this.#options.api?.permission ?? "unsupported";
  }

  async request(): Promise<NotificationPermissionState> {
    const { api } = this.#options;
    return api ? await api.requestPermission() : "unsupported";
  }

  /** False when it could not be shown. */
  show({ title, body, path, tag }: WebNotification): boolean {
    const { api: Api, focusWindow, open } = this.#options;
    if (!Api || this.permission !== "granted") return false;
    try {
      const notification = new Api(title, {
        body,
        icon: "/icon-192.png",
        ...(tag === undefined ? {} : { tag }),
      });
      notification.onclick = () => {
        notification.close();
        focusWindow();
        open(path);
      };
      return true;
    } catch {
      // Chrome on Android only lets service workers show notifications, and says so by throwing.
      return false;
    }
  }
}
