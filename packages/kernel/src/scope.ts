/** Collects what must be undone when something ends, and undoes it in reverse order, once. */
export class Scope {
  #closers: (() => void)[] = [];
  #closed = false;

  get isClosed(): boolean {
    return this.#closed;
  }

  add(close: () => void): void {
    // A resource that arrives after the end (a socket that connects late, say) must not outlive its owner.
    if (this.#closed) close();
    else this.#closers.push(close);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const close of this.#closers.reverse()) close();
    this.#closers = [];
  }
}
