import { Scope } from "@offhook/kernel";
import { del, get, set } from "idb-keyval";
import type { Platform } from "../../../platform/platform.ts";
import type { PushClient } from "../../../platform/push/push-client.ts";
import { ContactBook } from "./contact-book.ts";
import { createContactCache } from "./contact-cache.ts";

export interface LiveBookOptions {
  readonly platform: Platform;
  readonly push: PushClient;
  readonly userId: number;
  /** Colleagues are all there is for a user without an address book. */
  readonly hasBook: boolean;
}

const CONTACT_EVENTS = ["CONTACT_UPDATE", "SPEEDDIAL_UPDATE"] as const;

/** The address book of the signed-in user, from the first screen that asks for it until they sign out. */
export class LiveBook extends ContactBook {
  readonly #scope = new Scope();

  constructor(options: LiveBookOptions) {
    const { platform, userId, hasBook } = options;
    const { client, browser } = platform;
    super({
      client,
      clock: browser.clock,
      cache: createContactCache({ get: (key) => get(key), set, del }, userId),
      onFailed: browser.reportError,
    });
    if (hasBook) this.#follow(options);
    else this.stayEmpty();
  }

  #follow({ platform, push }: LiveBookOptions): void {
    const refresh = (): void => {
      this.sync().catch(() => {});
    };
    for (const type of CONTACT_EVENTS) this.#scope.add(push.on(type, (event) => this.apply(event)));
    this.#scope.add(push.listen("reset", refresh));
    this.#scope.add(platform.network.onRecovery(refresh));
    // A failure shows in the list itself, with a button to try again.
    this.open().catch(() => {});
  }

  stop(): void {
    this.close();
    this.#scope.close();
  }
}

export function createLiveBook(options: LiveBookOptions): LiveBook {
  return new LiveBook(options);
}
