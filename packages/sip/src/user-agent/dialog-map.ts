import type { DialogOwner, DialogTable } from "../dialogs/dialog-services.ts";

export class DialogMap implements DialogTable {
  readonly #owners = new Map<string, DialogOwner>();

  get size(): number {
    return this.#owners.size;
  }

  get(key: string): DialogOwner | undefined {
    return this.#owners.get(key);
  }

  add(key: string, owner: DialogOwner): void {
    this.#owners.set(key, owner);
  }

  remove(key: string, owner: DialogOwner): void {
    if (this.#owners.get(key) === owner) this.#owners.delete(key);
  }

  /** Each owner once. */
  owners(): ReadonlySet<DialogOwner> {
    return new Set(this.#owners.values());
  }
}
