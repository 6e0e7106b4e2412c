import { randomBytes } from "node:crypto";

/** Values under unguessable keys that are good for a while. */
export class ExpiringStore<Value> {
  readonly #lifetimeMs: number;
  readonly #now: () => number;
  readonly #entries = new Map<string, { value: Value; expiresAt: number }>();

  constructor(lifetimeMs: number, now: () => number) {
    this.#lifetimeMs = lifetimeMs;
    this.#now = now;
  }

  put(value: Value): string {
    this.#dropExpired();
    const key = randomBytes(32).toString("base64url");
    this.#entries.set(key, { value, expiresAt: this.#now() + this.#lifetimeMs });
    return key;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.expiresAt > this.#now() ? entry.value : undefined;
  }

  take(key: string): Value | undefined {
    const value = this.get(key);
    this.#entries.delete(key);
    return value;
  }

  deleteWhere(matches: (value: Value) => boolean): void {
    for (const [key, { value }] of this.#entries) if (matches(value)) this.#entries.delete(key);
  }

  #dropExpired(): void {
    for (const [key, { expiresAt }] of this.#entries) if (expiresAt <= this.#now()) this.#entries.delete(key);
  }
}
