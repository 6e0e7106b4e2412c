/**
 * The number of each company's last event, known without asking the database. Numbers are taken under the lock of the
 * company's row, which is held until the commit: once one is committed, so are all before it.
 */
export class EventNumbers {
  readonly #read: (customerId: number) => Promise<number>;
  readonly #numbers = new Map<number, number>();

  /** `read` asks the database; it is needed once for each company. */
  constructor(read: (customerId: number) => Promise<number>) {
    this.#read = read;
  }

  of(customerId: number): number | Promise<number> {
    return this.#numbers.get(customerId) ?? this.#load(customerId);
  }

  /** A transaction with these events is over. Answers of the database may overtake each other. */
  committed(customerId: number, lastId: number): void {
    if (lastId > (this.#numbers.get(customerId) ?? -1)) this.#numbers.set(customerId, lastId);
  }

  async #load(customerId: number): Promise<number> {
    const lastId = await this.#read(customerId);
    this.committed(customerId, lastId);
    return lastId;
  }
}
