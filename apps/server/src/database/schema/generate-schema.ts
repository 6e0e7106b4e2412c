import { writeFile } from "node:fs/promises";
import { pino } from "pino";
import { createDatabase } from "../create-database.ts";
import { migrate } from "../migrate.ts";
import { startTemporaryCluster } from "../testing/temporary-cluster.ts";
import { renderSchema } from "./render-schema.ts";

/** Run with tsx after adding a migration: writes database-schema.ts anew, from a database that has just been made. */
async function generateSchema(): Promise<void> {
  const log = pino({ level: "warn" });
  const cluster = await startTemporaryCluster({ log });
  try {
    await migrate({ connection: cluster.connection, log });
    const database = createDatabase({ connection: cluster.connection, log });
    await writeFile(new URL("./database-schema.ts", import.meta.url), await renderSchema(database.query));
    await database.close();
  } finally {
    await cluster.stop();
  }
}

await generateSchema();
