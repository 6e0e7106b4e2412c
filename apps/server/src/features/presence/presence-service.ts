import { channelName, type Presence, type PresenceUpdateEvent } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database, Transaction } from "../../database/database.ts";
import {
  isTakingNoCalls,
  listPresentUsers,
  lockPresence,
  type PresenceUser,
  savePresence,
} from "./presence-repository.ts";

/** The users with a live connection to the server at this moment. */
export interface LiveUsers {
  isLive(userId: number): boolean;
  /** Called when a user's first connection has come or the last one has gone. */
  onChange(listener: (user: PresenceUser) => void): () => void;
}

export interface PresenceServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly liveUsers: LiveUsers;
  readonly log: Pick<BaseLogger, "error">;
}

/** A reload closes one connection and opens another: nobody has gone. */
const OFFLINE_AFTER_MS = 10_000;
/** Clients that were there before a restart come back within this time. */
const RETURN_AFTER_RESTART_MS = 45_000;

/** Derives the dot beside a name and tells the company when it changes. */
export class PresenceService {
  readonly #deps: PresenceServiceDeps;
  readonly #leaving = new Map<number, CancelTimer>();
  readonly #running = new Set<Promise<void>>();
  #stopListening: () => void = () => {};
  #cancelSweep: CancelTimer = () => {};

  constructor(deps: PresenceServiceDeps) {
    this.#deps = deps;
  }

  start(): void {
    const { clock, liveUsers } = this.#deps;
    this.#stopListening = liveUsers.onChange((user) => this.#connectionsChanged(user));
    this.#cancelSweep = clock.schedule(RETURN_AFTER_RESTART_MS, () => this.#run(this.#correctAfterRestart()));
  }

  async close(): Promise<void> {
    this.#stopListening();
    this.#cancelSweep();
    for (const cancel of this.#leaving.values()) cancel();
    this.#leaving.clear();
    await Promise.all(this.#running);
  }

  /** As part of a change that may show in the user's presence. */
  async reconsider(tx: Transaction, user: PresenceUser): Promise<void> {
    const now = new Date(this.#deps.clock.now());
    const told = await lockPresence(tx.query, user, now);
    const presence = await this.#presenceOf(tx, user.userId);
    if (presence === told) return;
    await savePresence(tx.query, user.userId, presence, now);
    const event: PresenceUpdateEvent = { type: "PRESENCE_UPDATE", user_id: user.userId, presence };
    tx.publish({ customerId: user.customerId, channel: channelName("customer", user.customerId), event });
  }

  async #presenceOf(tx: Transaction, userId: number): Promise<Presence> {
    if (!this.#isHere(userId)) return 0;
    return (await isTakingNoCalls(tx.query, userId)) ? 2 : 1;
  }

  #isHere(userId: number): boolean {
    return this.#deps.liveUsers.isLive(userId) || this.#leaving.has(userId);
  }

  #connectionsChanged(user: PresenceUser): void {
    const { clock, liveUsers } = this.#deps;
    this.#leaving.get(user.userId)?.();
    this.#leaving.delete(user.userId);
    if (liveUsers.isLive(user.userId)) {
      this.#run(this.#reconsiderAlone(user));
      return;
    }
    const gone = (): void => {
      this.#leaving.delete(user.userId);
      this.#run(this.#reconsiderAlone(user));
    };
    this.#leaving.set(user.userId, clock.schedule(OFFLINE_AFTER_MS, gone));
  }

  async #correctAfterRestart(): Promise<void> {
    for (const user of await listPresentUsers(this.#deps.database.query)) {
      if (!this.#isHere(user.userId)) await this.#reconsiderAlone(user);
    }
  }

  #reconsiderAlone(user: PresenceUser): Promise<void> {
    return this.#deps.database.transaction((tx) => this.reconsider(tx, user));
  }

  #run(work: Promise<void>): void {
    const settled = work
      .catch((error: unknown) => this.#deps.log.error({ err: error }, "Presence could not be updated"))
      .finally(() => this.#running.delete(settled));
    this.#running.add(settled);
  }
}
