import type { Fax, FaxDirection, FaxFilter } from "@offhook/contract";
import { dropItems } from "../../../platform/boxes/box-rules.ts";
import { type BoxAddress, BoxStore } from "../../../platform/boxes/box-store.ts";
import type { Outbox } from "../../../platform/outbox/outbox.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { PushClient } from "../../../platform/push/push-client.ts";
import type { FaxComposing, openComposing } from "../compose/fax-composing.ts";
import type { openFaxOutbox } from "../outbox/fax-outbox.ts";
import type { ComposedFax } from "../outbox/outgoing-fax.ts";
import { FaxList } from "./fax-list.ts";
import type { FaxChoice } from "./fax-rules.ts";

export interface FaxesOptions {
  readonly platform: Platform;
  readonly push: PushClient;
  readonly userId: number;
  readonly allBoxes: () => readonly string[];
  /** What the list shows at first. */
  readonly choice: FaxChoice;
}

/** The faxes of the signed-in user: the list, what is done to them, and what is on its way to the service. */
export class Faxes extends BoxStore<Fax, FaxDirection, FaxFilter> {
  readonly #options: FaxesOptions;
  #outbox: Outbox<ComposedFax> | undefined;
  #composing: FaxComposing | undefined;

  constructor(options: FaxesOptions) {
    const { platform, push, userId, allBoxes, choice } = options;
    const { client, browser, network } = platform;
    const { clock, store } = browser;
    super(
      { client, userId, type: "fax" },
      new FaxList({ client, log: push.log, clock, store, userId, allBoxes, choice }),
    );
    this.#options = options;
    this.scope.add(
      network.onRecovery(() => {
        this.#outbox?.flush();
        this.list.refresh().catch(() => {});
      }),
    );
    this.scope.add(push.listen("reset", () => this.#outbox?.flush()));
  }

  /** Its code comes after the first paint, with whatever sends or shows what waits: the list needs none of it. */
  outbox(open: typeof openFaxOutbox): Outbox<ComposedFax> {
    if (this.#outbox) return this.#outbox;
    const { platform, userId } = this.#options;
    const { client, browser } = platform;
    const outbox = open({ client, browser, userId, onSent: (faxes) => this.add(faxes) });
    this.#outbox = outbox;
    this.scope.add(() => outbox.stop());
    void outbox.start();
    return outbox;
  }

  /** The fax that is being written; it stays when the user looks at something else. */
  composing(open: typeof openComposing): FaxComposing {
    if (this.#composing) return this.#composing;
    const { platform, userId } = this.#options;
    const { client, browser, network } = platform;
    const composing = open({ client, clock: browser.clock, store: browser.store, userId });
    this.#composing = composing;
    this.scope.add(
      network.onRecovery(() => {
        composing.uploadWaiting();
        composing.saveUnsaved();
      }),
    );
    this.scope.add(() => composing.stop());
    return composing;
  }

  /** A failed one once more, or the next try now. Its events tell the rest: a quick try is over before the answer is here. */
  async retry({ mailbox, id }: BoxAddress): Promise<void> {
    await this.#options.platform.client.retryFax({ body: { mailbox, id } });
  }

  async cancel({ mailbox, id }: BoxAddress): Promise<void> {
    await this.#options.platform.client.cancelFax({ body: { mailbox, id } });
  }

  async remove({ mailbox, id }: BoxAddress): Promise<void> {
    const { client } = this.#options.platform;
    await this.list.change([dropItems([id])], (options) =>
      client.deleteFax({ query: { mailbox, id } }, options),
    );
  }

  async restore({ mailbox, id }: BoxAddress): Promise<void> {
    this.add([await this.#options.platform.client.restoreFax({ body: { mailbox, id } })]);
  }
}

export function createFaxes(options: FaxesOptions): Faxes {
  return new Faxes(options);
}
