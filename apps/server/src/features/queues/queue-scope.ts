import type { Kysely } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";
import type { Actor } from "../../platform/actor.ts";
import { listSeenQueues, type SeenQueue } from "./queue-repository.ts";

export const seesAllQueues = ({ features }: Actor): boolean => features.has("supervision");

/** Supervisors see every queue, other users who may call those that their lines serve, logged in or not. */
export async function queuesSeenBy(query: Kysely<DB>, actor: Actor): Promise<SeenQueue[]> {
  const seesAll = seesAllQueues(actor);
  return seesAll || actor.features.has("calls") ? listSeenQueues(query, actor, seesAll) : [];
}
