import type { Kysely } from "kysely";
import type { DB } from "../database/schema/database-schema.ts";

export interface DemoDevice {
  readonly username: string;
  /** The name of the line it rings for. */
  readonly line: string;
  readonly label: string;
  readonly sealedPassword: Buffer;
}

/** A desk phone of the demo company. Nothing happens where its line is gone. */
export async function saveDemoDevice(query: Kysely<DB>, device: DemoDevice): Promise<void> {
  const { username, label, sealedPassword } = device;
  const line = await query
    .selectFrom("phones")
    .select(["id", "customer_id"])
    .where("name", "=", device.line)
    .executeTakeFirst();
  if (!line) return;
  const values = {
    customer_id: line.customer_id,
    phone_id: line.id,
    label,
    sealed_password: sealedPassword,
  };
  await query
    .insertInto("sip_devices")
    .values({ username, ...values })
    .onConflict((conflict) => conflict.column("username").doUpdateSet(values))
    .execute();
}
