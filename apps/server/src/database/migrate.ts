import pg from "pg";
import type { DatabaseLog } from "./database-log.ts";
import { type Migration, readMigrations } from "./migration-files.ts";

interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
}

export interface MigrateOptions {
  readonly connection: pg.ClientConfig;
  readonly log: DatabaseLog;
  readonly migrations?: readonly Migration[];
}

/** Any number will do, as long as every server that shares a database takes the same. */
const ADVISORY_LOCK = 4_715_063;

const OLDEST_SERVER = 150_000;

/** Brings the database to the newest schema. Servers that start together take turns; the later ones find it done. */
export async function migrate({ connection, log, migrations }: MigrateOptions): Promise<void> {
  const known = migrations ?? (await readMigrations());
  const client = new pg.Client(connection);
  // Whoever waits for a statement gets the error; without a listener it would also end the process.
  client.on("error", (error) => log.warn({ err: error }, "Lost the database connection while migrating"));
  await client.connect();
  try {
    await refuseUnfitServer(client);
    await client.query("select pg_advisory_lock($1)", [ADVISORY_LOCK]);
    const applied = await readApplied(client);
    refuseForeignHistory(applied, known);
    for (const migration of known.slice(applied.length)) {
      await apply(client, migration);
      log.info({ migration: migration.name }, "Applied a database migration");
    }
  } finally {
    await client.end();
  }
}

/** Better said at the start than found out by a statement that fails one day. */
async function refuseUnfitServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number; encoding: string }>(`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('server_encoding') as encoding`);
  for (const { version, number, encoding } of rows) {
    if (number < OLDEST_SERVER)
      throw new Error(`The database is PostgreSQL ${version}; 15 or later is needed.`);
    if (encoding !== "UTF8")
      throw new Error(`The database has the encoding ${encoding}; create it with UTF8.`);
  }
}

async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  await client.query(`
    create table if not exists migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
  const { rows } = await client.query<AppliedMigration>(
    "select name, checksum from migrations order by name",
  );
  return rows;
}

/** What was applied must be exactly the beginning of what is known, or the schema is not the one the code expects. */
function refuseForeignHistory(applied: readonly AppliedMigration[], known: readonly Migration[]): void {
  const knownNames = new Set(known.map((each) => each.name));
  const unknown = applied.find((each) => !knownNames.has(each.name));
  if (unknown) {
    throw new Error(
      `The database has the migration ${unknown.name}, which this version of the server does not know. ` +
        "It was used by a newer version: start that one, or restore a backup from before the update.",
    );
  }
  for (const [index, { name, checksum }] of applied.entries()) {
    const expected = known[index];
    if (expected?.name !== name) {
      throw new Error(
        `The migration ${expected?.name} was added before ${name}, which is already applied: number it higher.`,
      );
    }
    if (expected.checksum !== checksum) {
      throw new Error(
        `The migration ${name} was changed after it was applied: put it back and add a new migration instead.`,
      );
    }
  }
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(sql);
    await client.query("insert into migrations (name, checksum) values ($1, $2)", [name, checksum]);
    await client.query("commit");
  } catch (error) {
    // Over a lost connection the rollback fails as well; what matters is what failed first.
    await client.query("rollback").catch(() => undefined);
    throw new Error(`The database migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
