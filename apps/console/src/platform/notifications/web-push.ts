import type { Client } from "../api/api-client.ts";

export interface WebPushOptions {
  readonly client: Pick<Client, "getPushKey" | "subscribeToPush" | "unsubscribeFromPush">;
  /** `navigator.serviceWorker`; absent on a page that is not served securely. */
  readonly container: Pick<ServiceWorkerContainer, "getRegistration"> | undefined;
}

/** Whether this browser is told of calls and messages while no page is open. */
export type WebPushState = "on" | "off" | "unsupported";

/** Subscribes this browser with its push service, and tells ours where to send. */
export class WebPush {
  readonly #options: WebPushOptions;

  constructor(options: WebPushOptions) {
    this.#options = options;
  }

  async state(): Promise<WebPushState> {
    const manager = await this.#manager();
    if (!manager) return "unsupported";
    return (await manager.getSubscription()) ? "on" : "off";
  }

  /** Throws what the browser, or the service, says against it. */
  async turnOn(): Promise<void> {
    const manager = await this.#manager();
    if (!manager) return;
    const { key } = await this.#options.client.getPushKey();
    const subscription =
      (await manager.getSubscription()) ??
      (await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
    await this.#tell(subscription);
  }

  /** After a sign-in: a browser that still has its subscription hands it to the new session. */
  async renew(): Promise<void> {
    const subscription = await (await this.#manager())?.getSubscription();
    if (!subscription) return;
    const { subscribed } = await this.#options.client.getPushKey();
    if (!subscribed) await this.#tell(subscription);
  }

  async #tell(subscription: Pick<PushSubscription, "toJSON">): Promise<void> {
    const { client } = this.#options;
    const { endpoint = "", keys } = subscription.toJSON();
    await client.subscribeToPush({
      body: { endpoint, keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } },
    });
  }

  async turnOff(): Promise<void> {
    const subscription = await (await this.#manager())?.getSubscription();
    await subscription?.unsubscribe();
    await this.#options.client.unsubscribeFromPush();
  }

  async #manager(): Promise<PushManager | undefined> {
    const registration = await this.#options.container?.getRegistration();
    return registration?.pushManager;
  }
}
