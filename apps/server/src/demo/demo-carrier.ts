import type { Database } from "../database/database.ts";
import { DEMO_TRUNK_ID } from "./seeders/phone-system-seeder.ts";

const LOOPBACK = "127.0.0.1";

/** Points the demo companies' carrier link at the simulator, which has another port with every start. */
export async function connectCarrier({ query }: Pick<Database, "query">, port: number): Promise<void> {
  const link = {
    host: LOOPBACK,
    port,
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
    .values({ id: DEMO_TRUNK_ID, ...link })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(link))
    .execute();
}
