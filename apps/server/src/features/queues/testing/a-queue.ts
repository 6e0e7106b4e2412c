import type { Database } from "../../../database/database.ts";

/** Inserts a queue with these lines as agents who are logged in. */
export async function aQueue(
  database: Database,
  customer_id: number,
  extension: string,
  phoneIds: readonly number[],
): Promise<number> {
  const { id } = await database.query
    .insertInto("queues")
    .values({ customer_id, name: `Queue ${extension}`, extension })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const phone_id of phoneIds) {
    const member = { queue_id: id, phone_id, available: true };
    await database.query.insertInto("queue_members").values(member).execute();
  }
  return id;
}
