/** The last `limit` things that came in, and a way to hear of the next one. */
export class RecentItems<Item> {
  readonly #limit: number;
  readonly #items: Item[] = [];
  readonly #listeners = new Set<(item: Item) => void>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(item: Item): void {
    this.#items.push(item);
    if (this.#items.length > this.#limit) this.#items.shift();
    for (const listener of this.#listeners) listener(item);
  }

  /** Oldest first. */
  all(): readonly Item[] {
    return [...this.#items];
  }

  onNext(listener: (item: Item) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  clear(): void {
    this.#items.length = 0;
  }
}
