import type { Kysely } from "kysely";
import type { StoredObject } from "../platform/files/object-store.ts";
import type { DB } from "./schema/database-schema.ts";

/** Every stored file of a company stands in this table. */
export async function insertFile(
  query: Kysely<DB>,
  customerId: number,
  name: string,
  { key, type, size }: StoredObject,
): Promise<void> {
  await query.insertInto("files").values({ key, customer_id: customerId, name, type, size }).execute();
}

export async function deleteFile(query: Kysely<DB>, key: string): Promise<void> {
  await query.deleteFrom("files").where("key", "=", key).execute();
}
