import type { WallboardLink } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

export async function listLinks(query: Kysely<DB>, customerId: number): Promise<WallboardLink[]> {
  const rows = await query
    .selectFrom("wallboard_links")
    .select(["id", "name", "created_by", "created_at", "last_seen_at"])
    .where("customer_id", "=", customerId)
    .orderBy("id")
    .execute();
  return rows.map(({ last_seen_at, created_at, ...link }) => ({
    ...link,
    created_at: seconds(created_at),
    last_seen: last_seen_at && seconds(last_seen_at),
  }));
}

export interface NewLink {
  readonly customerId: number;
  readonly name: string;
  readonly tokenHash: Buffer;
  readonly createdBy: string;
  readonly createdAt: Date;
}

export async function insertLink(query: Kysely<DB>, link: NewLink): Promise<WallboardLink> {
  const { customerId, name, tokenHash, createdBy, createdAt } = link;
  const { id } = await query
    .insertInto("wallboard_links")
    .values({
      customer_id: customerId,
      name,
      token_hash: tokenHash,
      created_by: createdBy,
      created_at: createdAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, name, created_by: createdBy, created_at: seconds(createdAt), last_seen: null };
}

export async function countLinks(query: Kysely<DB>, customerId: number): Promise<number> {
  const { count } = await query
    .selectFrom("wallboard_links")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("customer_id", "=", customerId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function deleteLink(query: Kysely<DB>, customerId: number, id: number): Promise<void> {
  await query
    .deleteFrom("wallboard_links")
    .where("customer_id", "=", customerId)
    .where("id", "=", id)
    .execute();
}

export interface SeenLink {
  readonly id: number;
  readonly customerId: number;
  readonly name: string;
  readonly lastSeenAt: Date | null;
}

export async function findLink(query: Kysely<DB>, tokenHash: Buffer): Promise<SeenLink | undefined> {
  const row = await query
    .selectFrom("wallboard_links")
    .select(["id", "customer_id", "name", "last_seen_at"])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  return row && { id: row.id, customerId: row.customer_id, name: row.name, lastSeenAt: row.last_seen_at };
}

export async function markSeen(query: Kysely<DB>, id: number, at: Date): Promise<void> {
  await query.updateTable("wallboard_links").set({ last_seen_at: at }).where("id", "=", id).execute();
}
