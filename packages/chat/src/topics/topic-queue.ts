interface Waiting<Item> {
  readonly work?: () => Promise<void>;
  readonly item?: Item;
}

/** More than this is written in several goes, so that the first of many is not kept waiting for the last. */
const MAX_BATCH = 64;

/**
 * What happens in one topic happens one after another. Items that wait while another write goes on are written together:
 * a busy topic pays for one flush, not for one a message.
 */
export class TopicQueue<Item> {
  readonly #writeItems: (items: readonly Item[]) => Promise<void>;
  #waiting: Waiting<Item>[] = [];
  #isRunning = false;

  /** `writeItems` deals with its own failures. */
  constructor(writeItems: (items: readonly Item[]) => Promise<void>) {
    this.#writeItems = writeItems;
  }

  get isIdle(): boolean {
    return !this.#isRunning;
  }

  add(item: Item): void {
    this.#waiting.push({ item });
    void this.#drain();
  }

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work: () => work().then(resolve, reject) });
      void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if (next.work) {
        this.#waiting.shift();
        await next.work();
      } else await this.#writeItems(this.#takeItems());
    }
    this.#isRunning = false;
  }

  #takeItems(): Item[] {
    const end = this.#waiting.slice(0, MAX_BATCH).findIndex((waiting) => waiting.work !== undefined);
    const taken = this.#waiting.splice(0, end === -1 ? MAX_BATCH : end);
    return taken.flatMap(({ item }) => (item === undefined ? [] : [item]));
  }
}
