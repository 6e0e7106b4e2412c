import type { EndpointPresence } from "@offhook/pbx";
import type { LiveUsers } from "../../features/presence/index.ts";

interface PresenceUser {
  readonly userId: number;
  readonly customerId: number;
}

export interface PhonePresenceDeps {
  /** The users who are connected by other means. */
  readonly connected: LiveUsers;
  /** The users of a line. */
  readonly usersOf: (companyId: string, endpointId: string) => readonly string[];
}

/** Whoever has a phone that answers is there, as whoever has the console open. */
export class PhonePresence implements LiveUsers {
  readonly #deps: PhonePresenceDeps;
  readonly #listeners = new Set<(user: PresenceUser) => void>();
  readonly #online = new Map<string, number>();

  constructor(deps: PhonePresenceDeps) {
    this.#deps = deps;
    deps.connected.onChange((user) => this.#tell(user));
  }

  isLive(userId: number): boolean {
    return this.#deps.connected.isLive(userId) || [...this.#online.values()].includes(userId);
  }

  onChange(listener: (user: PresenceUser) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  changed({ endpointId, companyId, onlineDevices }: EndpointPresence): void {
    const [userId, ...others] = this.#deps.usersOf(companyId, endpointId).map(Number);
    // The phone at a shared desk tells nothing of any one of those who share it.
    const owner = others.length === 0 ? userId : undefined;
    const before = this.#online.get(endpointId);
    const after = onlineDevices > 0 ? owner : undefined;
    if (before === after) return;
    if (after === undefined) this.#online.delete(endpointId);
    else this.#online.set(endpointId, after);
    for (const id of [before, after])
      if (id !== undefined) this.#tell({ userId: id, customerId: Number(companyId) });
  }

  #tell(user: PresenceUser): void {
    for (const listener of this.#listeners) listener(user);
  }
}
