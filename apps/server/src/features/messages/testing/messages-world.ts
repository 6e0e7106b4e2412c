import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messagesApi, type RequestOf, type ResultOf, type RouteDefinition } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { pino } from "pino";
import { vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { createDiskObjectStore } from "../../../platform/files/object-store-disk.ts";
import { createSecrets } from "../../../platform/secrets/secrets.ts";
import { UnreadService } from "../../unread/index.ts";
import { VoicemailReads } from "../../voicemails/index.ts";
import { keywordRules } from "../carriers/keyword-rules.ts";
import { createMessagesFeature, type MessagesFeature } from "../messages-feature.ts";
import { ScriptedCarrier } from "./scripted-carrier.ts";

type Operation = keyof typeof messagesApi;
export type SentTo = { customerId: number; userId: number; number: string };

/** The messages feature on a real database, with a carrier the test speaks for. */
export class MessagesWorld {
  readonly clock = new FakeClock();
  readonly carrier = new ScriptedCarrier();
  readonly database: TestDatabase;
  readonly unread: UnreadService;
  /** Whom texts went to, as the missed calls hear it. */
  readonly texted: SentTo[] = [];
  /** What users have chosen in their settings. */
  readonly defaultLines = new Map<number, string>();
  readonly #folder: string;
  readonly #objects: Awaited<ReturnType<typeof createDiskObjectStore>>;
  #feature: MessagesFeature;

  static async create(): Promise<MessagesWorld> {
    const folder = await mkdtemp(join(tmpdir(), "offhook-messages-"));
    return new MessagesWorld(await createTestDatabase(), folder, await createDiskObjectStore(folder));
  }

  private constructor(
    database: TestDatabase,
    folder: string,
    objects: Awaited<ReturnType<typeof createDiskObjectStore>>,
  ) {
    this.database = database;
    this.#folder = folder;
    this.#objects = objects;
    this.unread = new UnreadService({ database, clock: this.clock });
    this.#feature = this.#create();
  }

  #create(): MessagesFeature {
    return createMessagesFeature({
      database: this.database,
      objects: this.#objects,
      clock: this.clock,
      logger: pino({ level: "silent" }),
      fileUrl: (key, name) => `/files/${key}/${name ?? ""}`,
      unread: this.unread,
      voicemailReads: new VoicemailReads({ clock: this.clock, unread: this.unread }),
      secrets: createSecrets(Buffer.alloc(32, 1)),
      carriers: [this.carrier],
      keywords: keywordRules,
      defaultLine: async ({ userId }) => this.defaultLines.get(userId) ?? null,
      textedWithin: async (_tx, { customerId, userId, number }) => {
        this.texted.push({ customerId, userId, number });
      },
    });
  }

  /** What an address of a download hands out. */
  download(address: string): ReturnType<MessagesFeature["downloads"]["open"]> {
    return this.#feature.downloads.open(address);
  }

  get sender(): MessagesFeature["sender"] {
    return this.#feature.sender;
  }

  start(): void {
    this.#feature.start();
  }

  /** As after a crash: what was in memory is gone, what was stored is there. */
  async restart(): Promise<void> {
    await this.#feature.close();
    this.#feature = this.#create();
    this.start();
  }

  async close(): Promise<void> {
    await this.#feature.close();
    await this.database.drop();
    await rm(this.#folder, { recursive: true });
  }

  /** Calls a route as the HTTP layer does: what comes in passes its schema. */
  async ask<Name extends Operation>(
    name: Name,
    actor: Actor,
    parts: RequestOf<(typeof messagesApi)[Name]>,
  ): Promise<ResultOf<(typeof messagesApi)[Name]>> {
    const route: RouteDefinition = messagesApi[name];
    const given = parts as { query?: unknown; body?: unknown };
    const handler = this.#feature.handlers[name] as (request: unknown) => Promise<unknown>;
    const result = await handler({
      actor,
      query: route.query?.parse(given.query ?? {}),
      body: route.body?.parse(given.body ?? {}),
    });
    return route.result.parse(result) as ResultOf<(typeof messagesApi)[Name]>;
  }

  /** Inserts an SMS line that these people use. */
  async line(users: readonly Actor[], number: string, name = "Main"): Promise<string> {
    const [first] = users;
    const { id } = await this.database.query
      .insertInto("sms_lines")
      .values({ customer_id: first?.customerId ?? 0, number, name })
      .returning("id")
      .executeTakeFirstOrThrow();
    const rows = users.map(({ userId }) => ({ sms_line_id: id, user_id: userId }));
    await this.database.query.insertInto("sms_line_users").values(rows).execute();
    return number;
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
