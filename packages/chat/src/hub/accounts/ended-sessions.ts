/** More than this at once end only when everybody is signed out; the oldest are long past their logins by then. */
const MOST = 10_000;

/**
 * Sessions of the product that ended a while ago. A login that was looked up before the end of its session must not
 * come in after it.
 */
export class EndedSessions {
  readonly #ids = new Set<string>();

  add(ids: readonly string[]): void {
    for (const id of ids) this.#ids.add(id);
    for (const oldest of this.#ids) {
      if (this.#ids.size <= MOST) break;
      this.#ids.delete(oldest);
    }
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }
}
