import type { Kysely } from "kysely";
import type { Database } from "../database/database.ts";
import type { DB } from "../database/schema/database-schema.ts";

const LOOPBACK = "127.0.0.1";
const TRUNK_ID = "simulated-carrier";

/** The demo companies' carrier link. Where it leads is known once the simulator runs. */
export async function saveCarrier(query: Kysely<DB>, port?: number): Promise<void> {
  const link = {
    host: LOOPBACK,
    ...(port !== undefined && { port }),
    transport: "UDP",
    username: "offhook",
    registers: true,
    register_seconds: 60,
    trusted_addresses: [],
    number_format: "e164",
    rates: JSON.stringify([{ prefix: "1", perMinute: 0.01 }]),
    probe_seconds: 30,
  };
  await query
    .insertInto("trunks")
    .values({ id: TRUNK_ID, ...link })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(link))
    .execute();
}

/** Points the link at the simulator, which has another port with every start. */
export const connectCarrier = ({ query }: Pick<Database, "query">, port: number): Promise<void> =>
  saveCarrier(query, port);
