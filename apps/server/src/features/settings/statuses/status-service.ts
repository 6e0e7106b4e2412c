import {
  type ActiveStatus,
  channelName,
  type StatusCreate,
  type StatusResult,
  type StatusSet,
  type StatusUpdateEvent,
  type UserStatus,
} from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { expiryMissing, expiryPassed, sharedStatusKept, statusNotFound } from "./status-errors.ts";
import { expiryOf } from "./status-expiry.ts";
import {
  deleteActiveStatus,
  deleteStatus,
  findActiveStatus,
  findTimezone,
  insertStatus,
  listStatuses,
  lockStatus,
  type StatusUser,
  saveActiveStatus,
} from "./status-repository.ts";

export interface StatusServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Told after a status was set, so that its end is not missed. */
  readonly onStatusSet: () => void;
}

type StatusForm = StatusCreate["status"];

export class StatusService {
  readonly #deps: StatusServiceDeps;

  constructor(deps: StatusServiceDeps) {
    this.#deps = deps;
  }

  list(actor: Actor): Promise<UserStatus[]> {
    return listStatuses(this.#deps.database.query, actor);
  }

  async current(actor: Actor): Promise<ActiveStatus | null> {
    return (await findActiveStatus(this.#deps.database.query, actor.userId)) ?? null;
  }

  create(actor: Actor, { uuid, status }: StatusCreate): Promise<StatusResult> {
    return this.#deps.database.transaction((tx) => this.#createAndSet(tx, actor, status, uuid));
  }

  async set(actor: Actor, { status_id, status, uuid }: StatusSet): Promise<StatusResult> {
    return this.#deps.database.transaction(async (tx) => {
      if (status_id === null) return this.#clear(tx, actor);
      const picked = await lockStatus(tx.query, actor, status_id, "toSet");
      if (!picked) throw statusNotFound();
      if (status && isChanged(picked, status)) {
        return this.#createAndSet(tx, actor, status, uuid ?? null);
      }
      return this.#activate(tx, actor, picked, status?.expires_at);
    });
  }

  async remove(actor: Actor, statusId: number): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const status = await lockStatus(tx.query, actor, statusId, "toDelete");
      if (!status) throw statusNotFound();
      if (status.shared === "1") throw sharedStatusKept();
      const active = await findActiveStatus(tx.query, actor.userId);
      if (active?.id === statusId) await this.#clear(tx, actor);
      await deleteStatus(tx.query, statusId);
      publishToUser(tx, actor, {
        type: "STATUS_UPDATE",
        action: "delete_user_status",
        user_id: actor.userId,
        status_id: statusId,
      });
    });
  }

  async #createAndSet(
    tx: Transaction,
    actor: Actor,
    { name, emoji, default_duration, expires_at }: StatusForm,
    uuid: string | null,
  ): Promise<StatusResult> {
    const status = await insertStatus(tx.query, actor, { uuid, name, emoji, default_duration });
    const active = await findActiveStatus(tx.query, actor.userId);
    // A repeated request: the first one has been through, and its reply was lost.
    if (active?.id === status.id) return { id: status.id, expires_at: active.expires_at };
    return this.#activate(tx, actor, status, expires_at);
  }

  async #activate(
    tx: Transaction,
    actor: Actor,
    status: UserStatus,
    customExpiry: number | null | undefined,
  ): Promise<StatusResult> {
    const now = this.#deps.clock.now();
    const expiresAt = await this.#expiryOf(tx, actor, status, customExpiry);
    await saveActiveStatus(tx.query, actor, { statusId: status.id, setAt: new Date(now), expiresAt });
    publishToCompany(tx, actor, {
      type: "STATUS_UPDATE",
      action: "set_user_status",
      user_id: actor.userId,
      status: { ...status, expires_at: expiresAt },
    });
    tx.onCommit(this.#deps.onStatusSet);
    return { id: status.id, expires_at: expiresAt };
  }

  async #expiryOf(
    tx: Transaction,
    actor: Actor,
    { default_duration }: UserStatus,
    customExpiry: number | null | undefined,
  ): Promise<number | null> {
    const now = Math.floor(this.#deps.clock.now() / 1000);
    if (default_duration !== "custom") {
      return expiryOf(default_duration, now, await findTimezone(tx.query, actor.userId));
    }
    if (typeof customExpiry !== "number") throw expiryMissing();
    if (customExpiry <= now) throw expiryPassed();
    return customExpiry;
  }

  async #clear(tx: Transaction, actor: Actor): Promise<StatusResult> {
    const hadOne = await deleteActiveStatus(tx.query, actor.userId);
    if (hadOne) publishStatusRemoved(tx, actor);
    return { id: null, expires_at: null };
  }
}

export function publishStatusRemoved(tx: Transaction, user: StatusUser): void {
  publishToCompany(tx, user, {
    type: "STATUS_UPDATE",
    action: "status_removed",
    user_id: user.userId,
  });
}

function isChanged(saved: UserStatus, form: StatusForm): boolean {
  return (
    saved.name !== form.name || saved.emoji !== form.emoji || saved.default_duration !== form.default_duration
  );
}

function publishToCompany(tx: Transaction, { customerId }: StatusUser, event: StatusUpdateEvent): void {
  tx.publish({ customerId, channel: channelName("customer", customerId), event });
}

function publishToUser(tx: Transaction, { customerId, userId }: StatusUser, event: StatusUpdateEvent): void {
  tx.publish({ customerId, channel: channelName("user", userId), event });
}
