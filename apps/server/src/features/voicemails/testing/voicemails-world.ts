import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RequestOf, type ResultOf, type RouteDefinition, voicemailsApi } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import type { Insertable } from "kysely";
import { pino } from "pino";
import { vi } from "vitest";
import { insertFile } from "../../../database/file-repository.ts";
import type { VoicemailMessages } from "../../../database/schema/database-schema.ts";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { AudioFiles } from "../../../platform/files/audio-files.ts";
import type { ObjectStore } from "../../../platform/files/object-store.ts";
import { createDiskObjectStore } from "../../../platform/files/object-store-disk.ts";
import type { Transcriber } from "../../../platform/transcriber.ts";
import { UnreadService } from "../../unread/index.ts";
import type { Mailbox } from "../mailbox-access-repository.ts";
import { createVoicemailsFeature, type VoicemailsFeature } from "../voicemails-feature.ts";

type Operation = keyof typeof voicemailsApi;

/** The feature on a real database and real files. */
export class VoicemailsWorld {
  readonly clock = new FakeClock();
  readonly database: TestDatabase;
  readonly objects: ObjectStore;
  readonly unread: UnreadService;
  /** Set before `start` or `restart`. */
  transcriber: Transcriber | undefined;
  readonly #folder: string;
  #feature: VoicemailsFeature;
  #lastMessage = 0;

  static async create(): Promise<VoicemailsWorld> {
    const folder = await mkdtemp(join(tmpdir(), "offhook-voicemails-"));
    const objects = await createDiskObjectStore(join(folder, "objects"));
    return new VoicemailsWorld(await createTestDatabase(), folder, objects);
  }

  private constructor(database: TestDatabase, folder: string, objects: ObjectStore) {
    this.database = database;
    this.#folder = folder;
    this.objects = objects;
    this.unread = new UnreadService({ database, clock: this.clock });
    this.#feature = this.#create();
  }

  get feature(): VoicemailsFeature {
    return this.#feature;
  }

  /** As after a crash: what was in memory is gone, what was stored is there. */
  async restart(): Promise<void> {
    await this.#feature.close();
    this.#feature = this.#create();
    this.#feature.start();
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
    parts: RequestOf<(typeof voicemailsApi)[Name]>,
  ): Promise<ResultOf<(typeof voicemailsApi)[Name]>> {
    const route: RouteDefinition = voicemailsApi[name];
    const given = parts as { query?: unknown; body?: unknown };
    const handler = this.#feature.handlers[name] as (request: unknown) => Promise<unknown>;
    const result = await handler({
      actor,
      query: route.query?.parse(given.query ?? {}),
      body: route.body?.parse(given.body ?? {}),
    });
    return route.result.parse(result) as ResultOf<(typeof voicemailsApi)[Name]>;
  }

  /** Inserts a box that these people read; the first of them owns it. */
  async mailbox(users: readonly Actor[], name: string, label = ""): Promise<Mailbox> {
    const [owner] = users;
    const customerId = owner?.customerId ?? 0;
    const { id } = await this.database.query
      .insertInto("voicemail_boxes")
      .values({ customer_id: customerId, name, label, owner_id: owner?.userId ?? null })
      .returning("id")
      .executeTakeFirstOrThrow();
    const rows = users.map(({ userId }) => ({ voicemail_box_id: id, user_id: userId }));
    await this.database.query.insertInto("voicemail_box_users").values(rows).execute();
    return { id, customerId, name };
  }

  /** A message comes in, as when somebody hangs up; each a second after the one before. */
  async arrives(mailbox: Mailbox, given: Partial<Insertable<VoicemailMessages>> = {}): Promise<string> {
    this.#lastMessage += 1;
    const id = `message-${this.#lastMessage}`;
    const { customerId } = mailbox;
    const stored = await this.objects.put(Buffer.from(`ID3 sound of ${id}`), { maxBytes: 1_000 });
    await this.database.transaction(async (tx) => {
      await tx.query
        .insertInto("voicemail_messages")
        .values({
          id,
          customer_id: customerId,
          voicemail_box_id: mailbox.id,
          call_id: `call-${id}`,
          caller_number: "12125550155",
          caller_name: "June Park",
          received_at: new Date(this.clock.now() + this.#lastMessage * 1_000),
          duration_ms: 8_400,
          object_key: stored.key,
          phone_key: stored.key,
          ...given,
        })
        .execute();
      await insertFile(tx.query, customerId, id, stored);
      await this.#feature.arrivals.arrivedWithin(tx, mailbox, id);
    });
    return id;
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

  #create(): VoicemailsFeature {
    return createVoicemailsFeature({
      database: this.database,
      objects: this.objects,
      clock: this.clock,
      logger: pino({ level: "silent" }),
      unread: this.unread,
      files: new AudioFiles(this.objects, join(this.#folder, "audio")),
      fileUrl: (key, name) => `/files/${key}${name === undefined ? "" : `?name=${name}`}`,
      transcriber: this.transcriber,
    });
  }
}
