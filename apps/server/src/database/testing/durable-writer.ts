import { stdout } from "node:process";
import { sql } from "kysely";
import { pino } from "pino";
import { startCluster } from "../cluster/start-cluster.ts";
import { createDatabase } from "../create-database.ts";
import type { Database } from "../database.ts";
import { migrate } from "../migrate.ts";
import { madeUpEvent } from "./published-events.ts";

/** Statements in flight at once, so that a kill hits transactions in every stage. */
const WRITERS = 4;

/**
 * A program that is there to be killed. It starts the database in the folder it is given and commits numbered
 * rows, each with its event, until it dies. A number it has printed is a number it has promised to keep.
 */
async function writeUntilKilled(dataDir: string): Promise<void> {
  const log = pino({ level: "warn" }, pino.destination(2));
  const cluster = await startCluster({ dataDir, log });
  await migrate({ connection: cluster.connection, log });
  const database = createDatabase({ connection: cluster.connection, log });
  let next = (await prepare(database)) + 1;
  stdout.write("ready\n");
  const write = async (): Promise<void> => {
    for (;;) {
      const number = next++;
      await writeOne(database, number);
      stdout.write(`${number}\n`);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}

/** Returns the highest number so far. */
async function prepare({ query }: Database): Promise<number> {
  await sql`create table if not exists written (number bigint primary key)`.execute(query);
  await sql`insert into customers (id, name) values (1, 'Harbor Light') on conflict do nothing`.execute(
    query,
  );
  const { rows } = await sql<{
    highest: number;
  }>`select coalesce(max(number), 0) as highest from written`.execute(query);
  return rows[0]?.highest ?? 0;
}

function writeOne(database: Database, number: number): Promise<void> {
  return database.transaction(async (tx) => {
    await sql`insert into written (number) values (${number})`.execute(tx.query);
    tx.publish({ customerId: 1, channel: "customer.1", event: madeUpEvent({ type: "written", number }) });
  });
}

await writeUntilKilled(process.argv[2] ?? "");
