import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { Database, NewEvent, Transaction } from "./database.ts";
import type { DatabaseLog } from "./database-log.ts";
import { appendEvents, lastEventId } from "./events/event-log.ts";
import { EventNumbers } from "./events/event-numbers.ts";
import { postgresTypes } from "./postgres/postgres-types.ts";
import { preparingPool } from "./postgres/prepared-statements.ts";
import type { DB } from "./schema/database-schema.ts";

export interface DatabaseOptions {
  /** A running cluster's connection, or `{ connectionString }` for a server elsewhere. */
  readonly connection: pg.PoolConfig;
  readonly log: DatabaseLog;
  /** Throws where an event is not what the contract says; tests have every one checked. */
  readonly checkEvent?: (event: NewEvent) => void;
  /** Called after a commit that wrote events. */
  readonly onEvents?: OnEvents;
}

/** The log of this company now reaches to `lastEventId`, and these are its last. */
export type OnEvents = (customerId: number, lastEventId: number, events: readonly NewEvent[]) => void;

/** A connection that is opened anew has to plan every statement anew. */
const IDLE_MS = 600_000;
const CROWD_CONNECTIONS = 3;
const SEARCH_CONNECTIONS = 3;
/**
 * Each search statement ends after this time, whatever was typed: one category fails, and nobody waits. Compiling a
 * plan takes longer than the search does, and reading a whole table is never right where there is an index. So much of
 * a name, counted in threes of letters, must be like what was typed.
 */
const SEARCH_SETTINGS =
  "set statement_timeout = 2000; set jit = off; set enable_seqscan = off; set pg_trgm.word_similarity_threshold = 0.45";

export function createDatabase({ connection, log, checkEvent, onEvents }: DatabaseOptions): Database {
  const connect = (config: pg.PoolConfig, settings?: string): Kysely<DB> =>
    new Kysely<DB>({
      dialect: new PostgresDialect({ pool: preparingPool(createPool(config, log, settings)) }),
    });
  const query = connect(connection);
  const crowdQuery = connect({ ...connection, max: CROWD_CONNECTIONS });
  const searchQuery = connect({ ...connection, max: SEARCH_CONNECTIONS }, SEARCH_SETTINGS);
  const numbers = new EventNumbers((customerId) => lastEventId({ query }, customerId));

  /** What was committed stays committed, whatever its listeners do. */
  const afterCommit = (task: () => void): void => {
    try {
      task();
    } catch (error) {
      log.error({ err: error }, "A task that ran after a commit failed");
    }
  };

  const tell = (events: readonly NewEvent[], lastEventIds: ReadonlyMap<number, number>): void => {
    for (const [customerId, lastId] of lastEventIds) {
      numbers.committed(customerId, lastId);
      const ofCompany = events.filter((each) => each.customerId === customerId);
      afterCommit(() => onEvents?.(customerId, lastId, ofCompany));
    }
  };

  return {
    query,
    crowdQuery,
    searchQuery,
    eventNumber: (customerId) => numbers.of(customerId),
    async transaction(work) {
      const { result, scope, lastEventIds } = await runTransaction(query, work, checkEvent);
      tell(scope.events, lastEventIds);
      for (const task of scope.tasks) afterCommit(task);
      return result;
    },
    async publish(events) {
      if (checkEvent) events.forEach(checkEvent);
      // One statement for each company, and each of them whole.
      tell(events, await appendEvents(query, events));
    },
    async close() {
      await Promise.all([query.destroy(), crowdQuery.destroy(), searchQuery.destroy()]);
    },
  };
}

function createPool(connection: pg.PoolConfig, log: DatabaseLog, settings?: string): pg.Pool {
  const pool = new pg.Pool({
    application_name: "offhook",
    types: postgresTypes(),
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: IDLE_MS,
    ...connection,
  });
  // Without these listeners a database that goes away takes the server with it: the pool speaks for idle
  // connections only, one that is lost between two statements of a transaction speaks for itself.
  const warn = (error: Error): void => {
    if (!pool.ending) log.warn({ err: error }, "Lost a database connection");
  };
  pool.on("error", warn);
  pool.on("connect", (client) => {
    client.on("error", warn);
    // Before whatever else is asked. Not at the start of the connection: what pools connections refuses that.
    if (settings !== undefined) client.query(settings).catch(warn);
  });
  return pool;
}

interface Committed<Result> {
  readonly result: Result;
  readonly scope: TransactionScope;
  readonly lastEventIds: ReadonlyMap<number, number>;
}

async function runTransaction<Result>(
  query: Kysely<DB>,
  work: (tx: Transaction) => Promise<Result>,
  checkEvent: DatabaseOptions["checkEvent"],
): Promise<Committed<Result>> {
  let failure: { readonly error: unknown } | undefined;
  const run = async (connection: Kysely<DB>): Promise<Committed<Result>> => {
    const scope = new TransactionScope(connection);
    try {
      const result = await work(scope);
      scope.finish();
      if (checkEvent) scope.events.forEach(checkEvent);
      // COMMIT of a transaction in which a statement has failed rolls back and reports success. Any statement
      // before it fails as it should, so a caller who swallowed the error cannot be told that it was saved.
      if (scope.events.length === 0) await sql`select 1`.execute(connection);
      return { result, scope, lastEventIds: await appendEvents(connection, scope.events) };
    } catch (error) {
      scope.finish();
      failure = { error };
      throw error;
    }
  };
  try {
    return await query.transaction().execute(run);
  } catch (error) {
    // A rollback over a lost connection fails too, and says nothing of what went wrong first.
    throw failure ? failure.error : error;
  }
}

class TransactionScope implements Transaction {
  readonly query: Kysely<DB>;
  readonly events: NewEvent[] = [];
  readonly tasks: (() => void)[] = [];
  readonly #depth: number;
  #isOpen = true;

  constructor(query: Kysely<DB>, depth = 0) {
    this.query = query;
    this.#depth = depth;
  }

  publish(event: NewEvent): void {
    this.#requireOpen();
    this.events.push(event);
  }

  onCommit(task: () => void): void {
    this.#requireOpen();
    this.tasks.push(task);
  }

  async nested<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    this.#requireOpen();
    const savepoint = sql.id(`nested_${this.#depth + 1}`);
    const inner = new TransactionScope(this.query, this.#depth + 1);
    await sql`savepoint ${savepoint}`.execute(this.query);
    try {
      const result = await work(inner);
      inner.finish();
      await sql`release savepoint ${savepoint}`.execute(this.query);
      this.events.push(...inner.events);
      this.tasks.push(...inner.tasks);
      return result;
    } catch (error) {
      inner.finish();
      await sql`rollback to savepoint ${savepoint}`.execute(this.query);
      throw error;
    }
  }

  finish(): void {
    this.#isOpen = false;
  }

  #requireOpen(): void {
    // An event published by work nobody waited for would be lost without a trace.
    if (!this.#isOpen) throw new Error("The transaction is over: was a promise in it not awaited?");
  }
}
