import { Scope } from "@offhook/kernel";
import type { Client } from "../api/api-client.ts";
import type { BoxList } from "./box-list.ts";
import { type BoxItem, patchItem } from "./box-rules.ts";

export type BoxAddress = Pick<BoxItem, "mailbox" | "id">;

export interface BoxStoreOptions {
  readonly client: Pick<Client, "markRead" | "markUnread">;
  readonly userId: number;
  /** As the counters name it. */
  readonly type: "vox" | "fax";
}

/** What is in the boxes of the signed-in user, and what they have read of it. */
export class BoxStore<Item extends BoxItem, Dir extends string, Filter extends string> {
  readonly list: BoxList<Item, Dir, Filter>;
  /** Marked unread while it lies open: until the user leaves it, looking at it reads nothing. */
  readonly keptUnread = new Set<string>();
  protected readonly scope = new Scope();
  readonly #options: BoxStoreOptions;

  constructor(options: BoxStoreOptions, list: BoxList<Item, Dir, Filter>) {
    this.#options = options;
    this.list = list;
    this.scope.add(() => list.stop());
  }

  async markRead({ mailbox, id }: BoxAddress): Promise<void> {
    const { client, userId, type } = this.#options;
    const read = patchItem<Item, Partial<BoxItem>>(id, ({ read_by }) => ({
      new: false,
      read_by: read_by.includes(userId) ? read_by : [...read_by, userId],
    }));
    await this.list.change([read], (options) =>
      client.markRead({ body: { type, line: mailbox, ids: [id] } }, options),
    );
  }

  async markUnread({ mailbox, id }: BoxAddress): Promise<void> {
    const { client, userId, type } = this.#options;
    this.keptUnread.add(id);
    const unread = patchItem<Item, Partial<BoxItem>>(id, ({ read_by }) => ({
      new: true,
      read_by: read_by.filter((each) => each !== userId),
    }));
    try {
      await this.list.change([unread], (options) =>
        client.markUnread({ body: { type, line: mailbox, ids: [id] } }, options),
      );
    } catch (failure) {
      this.keptUnread.delete(id);
      throw failure;
    }
  }

  /** What the service answered. What the list has already came with an event, which may be newer. */
  protected add(items: readonly Item[]): void {
    for (const item of items) if (!this.list.of(item.id)) this.list.edit({ put: item });
  }

  stop(): void {
    this.scope.close();
  }
}
