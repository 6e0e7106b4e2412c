import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ApiDefinition, RequestOf, ResultOf, RouteDefinition } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../database/testing/test-database.ts";
import type { Handlers } from "../../http/routes/handlers.ts";
import type { Actor } from "../../platform/actor.ts";
import type { ObjectStore } from "../../platform/files/object-store.ts";
import { createDiskObjectStore } from "../../platform/files/object-store-disk.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { UnreadService } from "../unread/index.ts";

interface Runnable {
  start(): void;
  close(): Promise<void>;
}

/** What a feature stands on: a real database and real files. */
export interface Ground {
  readonly database: TestDatabase;
  readonly objects: ObjectStore;
  readonly folder: string;
}

export async function layGround(): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), "offhook-feature-"));
  const objects = await createDiskObjectStore(join(folder, "objects"));
  return { database: await createTestDatabase(), objects, folder };
}

/** A feature on a real database and real files, asked as the HTTP layer does. */
export abstract class FeatureWorld<Api extends ApiDefinition, Feature extends Runnable> {
  readonly clock = new FakeClock();
  readonly database: TestDatabase;
  readonly objects: ObjectStore;
  readonly unread: UnreadService;
  /** What was sent by mail. */
  readonly mails: Mail[] = [];
  protected readonly folder: string;
  readonly #api: Api;
  #feature: Feature | undefined;

  constructor({ database, objects, folder }: Ground, api: Api) {
    this.database = database;
    this.objects = objects;
    this.folder = folder;
    this.#api = api;
    this.unread = new UnreadService({ database, clock: this.clock });
  }

  protected abstract create(): Feature;
  protected abstract handlersOf(feature: Feature): Handlers<Api>;

  get feature(): Feature {
    this.#feature ??= this.create();
    return this.#feature;
  }

  /** As after a crash: what was in memory is gone, what was stored is there. */
  async restart(): Promise<void> {
    await this.#feature?.close();
    this.startAnew();
  }

  protected startAnew(): void {
    this.#feature = this.create();
    this.#feature.start();
  }

  async close(): Promise<void> {
    await this.#feature?.close();
    await this.database.drop();
    await rm(this.folder, { recursive: true });
  }

  /** Calls a route as the HTTP layer does: what comes in passes its schema. */
  async ask<Name extends keyof Api>(
    name: Name,
    actor: Actor,
    parts: RequestOf<Api[Name]>,
  ): Promise<ResultOf<Api[Name]>> {
    const route: RouteDefinition | undefined = this.#api[name];
    if (!route) throw new Error(`There is no route ${String(name)}`);
    const given = parts as { query?: unknown; body?: unknown };
    const handler = this.handlersOf(this.feature)[name] as (request: unknown) => Promise<unknown>;
    const result = await handler({
      actor,
      query: route.query?.parse(given.query ?? {}),
      body: route.body?.parse(given.body ?? {}),
    });
    return route.result.parse(result) as ResultOf<Api[Name]>;
  }

  /** Moves time on until something is so: background work needs the event loop as well as the clock. */
  async until(check: () => void | Promise<void>, stepMs = 0): Promise<void> {
    await vi.waitFor(
      async () => {
        this.clock.advance(stepMs);
        await check();
      },
      { timeout: 15_000, interval: 10 },
    );
  }
}
