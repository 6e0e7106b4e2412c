import type { PushSubscriptionInput } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database } from "../../database/database.ts";
import type { Actor } from "../../platform/actor.ts";
import { DomainError } from "../../platform/domain-error.ts";
import { deleteSubscriptions, hasSubscription, listSubscribed, saveSubscription } from "./push-repository.ts";
import type { PushServiceClient } from "./push-service-client.ts";

export interface PushSubscriptionsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
  readonly client: Pick<PushServiceClient, "isAllowed">;
}

const addressRefused = (): DomainError =>
  new DomainError("invalid", "notifications.address", "This is not the address of a push service.");

/** Which sessions have a browser that can be told something while no page is open. */
export class PushSubscriptions {
  readonly #deps: PushSubscriptionsDeps;
  /** Users by session: asked for every call to somebody who is not there. */
  readonly #users = new Map<string, number>();

  constructor(deps: PushSubscriptionsDeps) {
    this.#deps = deps;
  }

  async load(): Promise<void> {
    for (const row of await listSubscribed(this.#deps.database.query))
      this.#users.set(row.session_id, row.user_id);
  }

  get isEmpty(): boolean {
    return this.#users.size === 0;
  }

  hasUser(userId: number): boolean {
    for (const each of this.#users.values()) if (each === userId) return true;
    return false;
  }

  isSubscribed(actor: Actor): Promise<boolean> {
    return hasSubscription(this.#deps.database.query, actor.sessionId);
  }

  async subscribe(actor: Actor, { endpoint, keys }: PushSubscriptionInput): Promise<void> {
    const { database, clock, client } = this.#deps;
    if (!client.isAllowed(endpoint)) throw addressRefused();
    await database.transaction((tx) =>
      saveSubscription(tx.query, {
        session_id: actor.sessionId,
        user_id: actor.userId,
        customer_id: actor.customerId,
        endpoint,
        p256dh: keys.p256dh,
        auth: keys.auth,
        created_at: new Date(clock.now()),
      }),
    );
    this.#users.set(actor.sessionId, actor.userId);
  }

  async unsubscribe(actor: Actor): Promise<void> {
    await deleteSubscriptions(this.#deps.database.query, [actor.sessionId]);
    this.forget(actor.sessionId);
  }

  forget(sessionId: string): void {
    this.#users.delete(sessionId);
  }

  /** Whoever has signed out hears nothing more. */
  endSessions(sessionIds: readonly string[]): void {
    for (const id of sessionIds) this.#users.delete(id);
    deleteSubscriptions(this.#deps.database.query, sessionIds).catch((error: unknown) =>
      this.#deps.log.error({ err: error }, "Push subscriptions of ended sessions could not be deleted"),
    );
  }
}
