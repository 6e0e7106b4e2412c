import { Emitter } from "@offhook/kernel";

export interface LiveUser {
  readonly userId: number;
  readonly customerId: number;
}

/**
 * The users with a push connection at this moment. It tells the bare fact: whoever shows it to people must allow
 * for a reload, which closes one connection and opens the next.
 */
export class LivePresence {
  readonly #connections = new Map<number, number>();
  readonly #emitter = new Emitter<{ change: LiveUser }>();

  isLive(userId: number): boolean {
    return this.#connections.has(userId);
  }

  /** Called when a user's first connection has come or the last one has gone. */
  onChange(listener: (user: LiveUser) => void): () => void {
    return this.#emitter.on("change", listener);
  }

  /** Counts one connection; the returned function takes it back, once. */
  enter({ userId, customerId }: LiveUser): () => void {
    const count = this.#connections.get(userId) ?? 0;
    this.#connections.set(userId, count + 1);
    if (count === 0) this.#emitter.emit("change", { userId, customerId });
    let isHere = true;
    return () => {
      if (!isHere) return;
      isHere = false;
      const left = (this.#connections.get(userId) ?? 1) - 1;
      if (left > 0) {
        this.#connections.set(userId, left);
        return;
      }
      this.#connections.delete(userId);
      this.#emitter.emit("change", { userId, customerId });
    };
  }
}
