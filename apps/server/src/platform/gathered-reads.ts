interface Waiting<Key, Value> {
  readonly key: Key;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/**
 * Many small reads of one kind as a few large ones. One read is under way at a time; what is asked for meanwhile goes
 * together with the next. Nobody waits longer for it on a quiet day, and a crowd that comes at once costs the database
 * hardly more than one of them. Whoever asks gets what was read after they asked.
 */
export class GatheredReads<Key, Value> {
  readonly #read: (keys: readonly Key[]) => Promise<readonly Value[]>;
  readonly #atMost: number;
  #waiting: Waiting<Key, Value>[] = [];
  #isReading = false;

  /** `read` answers with one value for each key, in their order. */
  constructor(read: (keys: readonly Key[]) => Promise<readonly Value[]>, atMost = 200) {
    this.#read = read;
    this.#atMost = atMost;
  }

  get(key: Key): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      if (!this.#isReading) void this.#readAll();
    });
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    // Whoever asks in the same breath is in the first read already.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#readSome(this.#waiting.splice(0, this.#atMost));
    this.#isReading = false;
  }

  async #readSome(asked: readonly Waiting<Key, Value>[]): Promise<void> {
    try {
      const values = await this.#read(asked.map(({ key }) => key));
      asked.forEach(({ resolve }, index) => {
        resolve(values[index] as Value);
      });
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
