import {
  DEFAULT_WALLBOARD_THRESHOLDS,
  type NewWallboardLink,
  type Wallboard,
  type WallboardLink,
  type WallboardThresholds,
} from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { z } from "zod";
import type { Database } from "../../../database/database.ts";
import { findUserName } from "../../../database/user-name-repository.ts";
import type { Actor } from "../../../platform/actor.ts";
import { hashToken, randomToken } from "../../../platform/secrets/secrets.ts";
import { tooManyWallboardLinks } from "../queue-errors.ts";
import { queuesSeenBy } from "../queue-scope.ts";
import type { UsualHours } from "./usual-hours.ts";
import { countLinks, deleteLink, insertLink, listLinks } from "./wallboard-link-repository.ts";
import { findThresholds, saveThresholds } from "./wallboard-repository.ts";

export interface WallboardServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly usual: Pick<UsualHours, "of">;
}

/** No company has more walls, and each link asks every two seconds. */
const MAX_LINKS = 50;

/** What everybody's wallboard shares: thresholds, the usual day, and the screens without a user. */
export class WallboardService {
  readonly #deps: WallboardServiceDeps;

  constructor(deps: WallboardServiceDeps) {
    this.#deps = deps;
  }

  async read(actor: Actor): Promise<Wallboard> {
    const { database, usual } = this.#deps;
    const { customerId } = actor;
    const [thresholds, queues, hours] = await Promise.all([
      findThresholds(database.query, customerId),
      queuesSeenBy(database.query, actor),
      usual.of(customerId),
    ]);
    return {
      thresholds: thresholds ?? DEFAULT_WALLBOARD_THRESHOLDS,
      usual: queues.map(({ id }) => ({ queue_id: id, hours: hours.get(id) ?? [] })),
    };
  }

  async saveThresholds(actor: Actor, thresholds: WallboardThresholds): Promise<WallboardThresholds> {
    await saveThresholds(this.#deps.database.query, actor.customerId, thresholds);
    return thresholds;
  }

  listLinks({ customerId }: Actor): Promise<WallboardLink[]> {
    return listLinks(this.#deps.database.query, customerId);
  }

  async createLink({ userId, customerId }: Actor, name: string): Promise<z.infer<typeof NewWallboardLink>> {
    const { database, clock } = this.#deps;
    const { query } = database;
    if ((await countLinks(query, customerId)) >= MAX_LINKS) throw tooManyWallboardLinks();
    const token = randomToken();
    const createdBy = await findUserName(query, userId);
    const createdAt = new Date(clock.now());
    const tokenHash = hashToken(token);
    return { link: await insertLink(query, { customerId, name, tokenHash, createdBy, createdAt }), token };
  }

  /** Twice, from two tabs say, is no error. */
  async revokeLink({ customerId }: Actor, id: number): Promise<WallboardLink[]> {
    await deleteLink(this.#deps.database.query, customerId, id);
    return listLinks(this.#deps.database.query, customerId);
  }
}
