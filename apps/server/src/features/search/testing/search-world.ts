import { type SearchCategory, SearchQuery, type SearchResult } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { type Insertable, sql } from "kysely";
import { pino } from "pino";
import type { Contacts, SmsMessages } from "../../../database/schema/database-schema.ts";
import { createPostgresSearchIndex } from "../../../database/search/postgres-search-index.ts";
import type { SearchIndex } from "../../../database/search/search-index.ts";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { createChannelDirectory } from "../../../push/feed/channel-repository.ts";
import { createTasksFeature } from "../../tasks/index.ts";
import { createSearchFeature, type SearchFeature } from "../index.ts";

/** Three in the afternoon of a Wednesday in New York. */
export const NOW = Date.parse("2026-11-18T20:00:00Z");

/** The search on a real database, into which a test writes as the other features do. */
export class SearchWorld {
  readonly clock = new FakeClock(NOW);
  readonly database: TestDatabase;
  readonly #feature: SearchFeature;
  #last = 0;

  private constructor(database: TestDatabase, index: SearchIndex) {
    this.database = database;
    const { clock } = this;
    const log = pino({ level: "silent" });
    const directory = createChannelDirectory(database);
    const tasks = createTasksFeature({
      database,
      clock,
      log,
      channelsOf: async (actor) => (await directory.channelsOf(actor)).map(({ channel }) => channel),
    });
    this.#feature = createSearchFeature({
      database,
      index,
      clock,
      logger: log,
      photoUrl: (key) => `/files/${key}`,
      taskChannelsOf: tasks.channelsOf,
    });
  }

  static async create(indexOf: (index: SearchIndex) => SearchIndex = (index) => index): Promise<SearchWorld> {
    const database = await createTestDatabase();
    return new SearchWorld(database, indexOf(createPostgresSearchIndex(database)));
  }

  find(
    actor: Actor,
    q: string,
    query: Readonly<Record<string, string | number>> = {},
  ): Promise<SearchResult> {
    const asked = SearchQuery.parse({ q, ...query });
    const caller = { address: "", userAgent: "", requestId: "" };
    return this.#feature.handlers.search({ actor, caller, query: asked, params: undefined, body: undefined });
  }

  /** What was found, by category, each by the words it is known by. */
  async found(
    actor: Actor,
    q: string,
    query: Readonly<Record<string, string | number>> = {},
  ): Promise<Found> {
    const result = await this.find(actor, q, query);
    // A category that fails would look like one in which nothing fits.
    if (result.failed.length > 0) throw new Error(`Failed: ${result.failed.join()}`);
    const all: Required<Found> = {
      contacts: result.contacts.map(({ name }) => name),
      smsm: result.smsMessages.map(({ text }) => text),
      smsc: result.smsConversations.map(({ id }) => id),
      cdrs: result.cdrs.map(({ name, number }) => name || number),
      fax: result.fax.map(({ subject }) => subject),
      vox: result.voicemails.map(({ callername, callerId }) => callername || callerId),
      teams: result.teams.map(({ text }) => text),
      tasks: result.tasks.map(({ note }) => note),
    };
    return Object.fromEntries(Object.entries(all).filter(([, names]) => names.length > 0));
  }

  get minutesAgo(): (minutes: number) => Date {
    return (minutes) => new Date(NOW - minutes * 60_000);
  }

  async insert(table: string, values: Readonly<Record<string, unknown>>): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(table)} (${sql.join(Object.keys(values).map((name) => sql.id(name)))})
      values (${sql.join(Object.values(values))}) returning *`.execute(this.database.query);
    return rows[0]?.id ?? 0;
  }

  run(statement: string): Promise<unknown> {
    return sql.raw(statement).execute(this.database.query);
  }

  async smsLine(users: readonly Actor[], name: string, number: string): Promise<number> {
    const id = await this.insert("sms_lines", { customer_id: users[0]?.customerId, number, name });
    for (const { userId } of users) await this.insert("sms_line_users", { sms_line_id: id, user_id: userId });
    return id;
  }

  async conversation(lineId: number, number: string, at = this.minutesAgo(0)): Promise<number> {
    const line = await this.database.query
      .selectFrom("sms_lines")
      .select("customer_id")
      .where("id", "=", lineId)
      .executeTakeFirstOrThrow();
    return this.insert("sms_conversations", { ...line, sms_line_id: lineId, number, last_at: at });
  }

  async text(
    conversation: number,
    text: string,
    given: Partial<Insertable<SmsMessages>> = {},
  ): Promise<number> {
    const { customer_id } = await this.database.query
      .selectFrom("sms_conversations")
      .select("customer_id")
      .where("id", "=", conversation)
      .executeTakeFirstOrThrow();
    this.#last += 1;
    return this.insert("sms_messages", {
      customer_id,
      conversation_id: conversation,
      direction: "in",
      text,
      at: new Date(NOW - 3_600_000 + this.#last * 1_000),
      ...(given.direction === "out" ? { status: "sent" } : {}),
      ...given,
    });
  }

  async contact(
    owner: Actor,
    fname: string,
    lname: string,
    given: Partial<Insertable<Contacts>> = {},
  ): Promise<number> {
    const id = await this.insert("contacts", {
      customer_id: owner.customerId,
      owner_id: owner.userId,
      fname,
      lname,
      version: 1,
      created_at: this.minutesAgo(0),
      changed_at: this.minutesAgo(0),
      ...given,
    });
    if (given.mobile)
      await this.insert("contact_numbers", {
        contact_id: id,
        customer_id: owner.customerId,
        label: "mobile",
        position: 0,
        key: given.mobile,
      });
    return id;
  }
}

export type Found = Partial<Record<SearchCategory, string[]>>;
