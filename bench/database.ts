import { join } from "node:path";
import pg from "pg";

/** Works in the database of a running server, beside it. */
export async function inDatabase<Result>(
  dataDir: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const host = join(dataDir, "postgres", "run");
  const client = new pg.Client({ host, user: "offhook", database: "offhook" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
