import type { Actor } from "../../../platform/actor.ts";

interface CacheEntry {
  readonly actor: Actor;
  readonly expiresAt: number;
}

/** Tokens that were checked and are still good. Bounded: beyond `limit` the oldest make room and are checked anew. */
export class ActorCache {
  readonly #entries = new Map<string, CacheEntry>();
  readonly #tokensBySession = new Map<string, Set<string>>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(token: string, now: number): Actor | undefined {
    const entry = this.#entries.get(token);
    if (!entry) return undefined;
    if (entry.expiresAt > now) return entry.actor;
    this.#delete(token, entry);
    return undefined;
  }

  set(token: string, actor: Actor, expiresAt: number): void {
    for (const [oldest, entry] of this.#entries) {
      if (this.#entries.size < this.#limit) break;
      this.#delete(oldest, entry);
    }
    this.#entries.set(token, { actor, expiresAt });
    const tokens = this.#tokensBySession.get(actor.sessionId);
    if (tokens) tokens.add(token);
    else this.#tokensBySession.set(actor.sessionId, new Set([token]));
  }

  deleteSession(sessionId: string): void {
    for (const token of this.#tokensBySession.get(sessionId) ?? []) this.#entries.delete(token);
    this.#tokensBySession.delete(sessionId);
  }

  deleteUser(userId: number): void {
    for (const [token, entry] of this.#entries) {
      if (entry.actor.userId === userId) this.#delete(token, entry);
    }
  }

  #delete(token: string, { actor }: CacheEntry): void {
    this.#entries.delete(token);
    const tokens = this.#tokensBySession.get(actor.sessionId);
    tokens?.delete(token);
    if (tokens?.size === 0) this.#tokensBySession.delete(actor.sessionId);
  }
}
