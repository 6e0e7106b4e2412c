/** A notification with buttons, which only a service worker can show. */
export interface RingNotification {
  /** Names it: a later one with the same tag takes its place, and clicks tell it. */
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  /** What a click opens when no window of the console is left. */
  readonly path: string;
  readonly actions: readonly { readonly action: string; readonly title: string }[];
}

/** What the service worker tells the page of a click. */
export interface NotificationClick {
  readonly type: "notificationClick";
  readonly tag: string;
  /** The button; empty for the notification itself. */
  readonly action: string;
}

/** At the end of the address of a page that was opened to answer a call; the call's id follows. */
export const ANSWER_HASH = "#answer=";

/** Of `window`, which a service worker knows nothing of. */
interface PageAddress {
  readonly location: { readonly hash: string; readonly pathname: string; readonly search: string };
  readonly history: {
    readonly state: unknown;
    replaceState(state: unknown, unused: string, url: string): void;
  };
}

/** The call this page was opened to answer. */
export function callToAnswer({ location: { hash } }: PageAddress): string | undefined {
  return hash.startsWith(ANSWER_HASH) ? hash.slice(ANSWER_HASH.length) : undefined;
}

/** A reload must not answer another call. */
export function forgetCallToAnswer(page: PageAddress): void {
  const { pathname, search } = page.location;
  if (callToAnswer(page) !== undefined) page.history.replaceState(page.history.state, "", pathname + search);
}

export interface RingNotificationsOptions {
  /** `navigator.serviceWorker`; absent on a page that is not served securely. */
  readonly container:
    | Pick<ServiceWorkerContainer, "getRegistration" | "addEventListener" | "removeEventListener">
    | undefined;
  readonly isAllowed: () => boolean;
}

/** `actions` is missing in the library's types, not in browsers. */
interface OptionsWithActions extends NotificationOptions {
  readonly actions: RingNotification["actions"];
}

export class RingNotifications {
  readonly #options: RingNotificationsOptions;

  constructor(options: RingNotificationsOptions) {
    this.#options = options;
  }

  /** False when it could not be shown. */
  async show({ title, body, tag, path, actions }: RingNotification): Promise<boolean> {
    if (!this.#options.isAllowed()) return false;
    const registration = await this.#options.container?.getRegistration();
    if (!registration?.active) return false;
    const options: OptionsWithActions = {
      body,
      tag,
      actions,
      icon: "/icon-192.png",
      requireInteraction: true,
      data: { path },
    };
    await registration.showNotification(title, options);
    return true;
  }

  async close(tag: string): Promise<void> {
    const registration = await this.#options.container?.getRegistration();
    for (const notification of (await registration?.getNotifications({ tag })) ?? []) notification.close();
  }

  onClick(listener: (click: NotificationClick) => void): () => void {
    const { container } = this.#options;
    const hear = (event: MessageEvent): void => {
      if (isNotificationClick(event.data)) listener(event.data);
    };
    container?.addEventListener("message", hear);
    return () => container?.removeEventListener("message", hear);
  }
}

function isNotificationClick(data: unknown): data is NotificationClick {
  return typeof data === "object" && data !== null && "type" in data && data.type === "notificationClick";
}
