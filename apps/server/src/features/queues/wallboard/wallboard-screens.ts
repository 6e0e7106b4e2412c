import {
  DEFAULT_WALLBOARD_THRESHOLDS,
  type QueueStatus,
  type WallboardAgent,
  type WallboardScreen,
  wallboardQueueOf,
} from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { hashToken } from "../../../platform/secrets/secrets.ts";
import type { QueueBoard } from "../live/queue-board.ts";
import { createLocalTime } from "../numbers/local-time.ts";
import { findTimeZone } from "../numbers/period-repository.ts";
import type { QueueNumberService } from "../numbers/queue-number-service.ts";
import { wallboardLinkNotFound } from "../queue-errors.ts";
import { queuesSeenBy } from "../queue-scope.ts";
import { ShortMemory } from "./short-memory.ts";
import type { UsualHours } from "./usual-hours.ts";
import { findLink, markSeen, type SeenLink } from "./wallboard-link-repository.ts";
import { findThresholds, listFirstNames } from "./wallboard-repository.ts";

export interface WallboardScreensDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly board: Pick<QueueBoard, "statusOf">;
  readonly numbers: Pick<QueueNumberService, "today">;
  readonly usual: Pick<UsualHours, "of">;
  /** Of the console. */
  readonly build: string;
}

type Shown = Omit<WallboardScreen, "name" | "now">;

/** As on the dashboard. */
const SERVICE_SECONDS = 20;
const MARK_SEEN_EVERY_MS = 30_000;
/** All screens of a company are told the same. */
const LIVE_FOR_MS = 900;
/** The day's records are many. */
const NUMBERS_FOR_MS = 3_000;
const SHARED_LINE = "Shared line";

/** The wallboard on a TV: it has no user, and whoever walks by reads it. */
export class WallboardScreens {
  readonly #deps: WallboardScreensDeps;
  readonly #live: ShortMemory<Shown>;
  readonly #numbers: ShortMemory<Awaited<ReturnType<QueueNumberService["today"]>>>;

  constructor(deps: WallboardScreensDeps) {
    this.#deps = deps;
    this.#live = new ShortMemory(deps.clock, LIVE_FOR_MS);
    this.#numbers = new ShortMemory(deps.clock, NUMBERS_FOR_MS);
  }

  /** A link that was revoked looks like one that never was. */
  async read(token: string): Promise<WallboardScreen> {
    const { database, clock } = this.#deps;
    const link = await findLink(database.query, hashToken(token));
    if (!link) throw wallboardLinkNotFound();
    await this.#markSeen(link);
    const shown = await this.#live.get(link.customerId, () => this.#show(link.customerId));
    return { name: link.name, now: clock.now() / 1000, ...shown };
  }

  async #markSeen({ id, lastSeenAt }: SeenLink): Promise<void> {
    const { database, clock } = this.#deps;
    const now = clock.now();
    if (lastSeenAt === null || now - lastSeenAt.getTime() >= MARK_SEEN_EVERY_MS)
      await markSeen(database.query, id, new Date(now));
  }

  async #show(customerId: number): Promise<Shown> {
    const { database, clock, board, numbers, usual, build } = this.#deps;
    const { query } = database;
    const watcher = watcherOf(customerId);
    const queues = await queuesSeenBy(query, watcher);
    const [statuses, counted, hours, thresholds, timeZone] = await Promise.all([
      board.statusOf(customerId, queues),
      this.#numbers.get(customerId, () => numbers.today(watcher, { seconds: SERVICE_SECONDS })),
      usual.of(customerId),
      findThresholds(query, customerId),
      findTimeZone(query, customerId),
    ]);
    return {
      build,
      hour: createLocalTime(timeZone)(clock.now()).hour,
      thresholds: thresholds ?? DEFAULT_WALLBOARD_THRESHOLDS,
      queues: statuses.map((status) => {
        const { queue_id } = status;
        const ofQueue = counted.queues.find((each) => each.queue_id === queue_id);
        return wallboardQueueOf(status, ofQueue, hours.get(queue_id));
      }),
      agents: await this.#agentsOf(customerId, statuses),
    };
  }

  /** Each person once. Somebody who is signed out of every queue is not on the wall. */
  async #agentsOf(customerId: number, statuses: readonly QueueStatus[]): Promise<WallboardAgent[]> {
    const places = statuses.flatMap(({ agents }) => agents).filter(({ state }) => state !== "loggedOut");
    const names = await listFirstNames(
      this.#deps.database.query,
      customerId,
      places.flatMap(({ user_id }) => user_id ?? []),
    );
    const byPerson = new Map<string, WallboardAgent>();
    for (const { user_id, phone, state, since } of places) {
      const key = user_id === null ? phone : `user ${user_id}`;
      const known = byPerson.get(key);
      const name = (user_id === null ? undefined : names.get(user_id)) || SHARED_LINE;
      if (!known || isAtWork(state, known.state)) byPerson.set(key, { name, state, since });
    }
    return [...byPerson.values()].sort((one, other) => one.name.localeCompare(other.name));
  }
}

/** A line that one queue rings is busy for the others. */
const isAtWork = (state: WallboardAgent["state"], known: WallboardAgent["state"]): boolean =>
  (state === "ringing" || state === "busy") && known !== "ringing";

/** Sees every queue of the company, and nothing else. */
const watcherOf = (customerId: number): Actor => ({
  customerId,
  userId: 0,
  sessionId: "",
  features: new Set(["supervision"]),
});
