import type { Clock } from "@offhook/kernel";
import type { Database } from "../../database/database.ts";
import { featuresOf } from "../../features/session/index.ts";
import { sessionEnded } from "../../http/errors/request-errors.ts";
import type { Actor } from "../../platform/actor.ts";
import { GatheredReads } from "../../platform/gathered-reads.ts";
import type { SessionLookup } from "../push-ports.ts";

/** Push connections outlive access tokens, so they are held against the session itself. */
export function createSessionLookup(database: Pick<Database, "crowdQuery">, clock: Clock): SessionLookup {
  const reads = new GatheredReads((ids: readonly string[]) => actorsOf(database, clock, ids));
  return {
    async actorOf(sessionId) {
      const actor = await reads.get(sessionId);
      if (!actor) throw sessionEnded();
      return actor;
    },
  };
}

async function actorsOf(
  database: Pick<Database, "crowdQuery">,
  clock: Clock,
  sessionIds: readonly string[],
): Promise<(Actor | undefined)[]> {
  const rows = await database.crowdQuery
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .innerJoin("customers", "customers.id", "users.customer_id")
    .select([
      "sessions.id as session_id",
      "users.id as user_id",
      "users.customer_id",
      "users.roles",
      "customers.chat_disabled",
    ])
    .where("sessions.id", "in", [...new Set(sessionIds)])
    .where("sessions.ended_at", "is", null)
    .where("sessions.expires_at", ">", new Date(clock.now()))
    .where("users.disabled_at", "is", null)
    .execute();
  const actors = new Map(
    rows.map((row): [string, Actor] => [
      row.session_id,
      {
        userId: row.user_id,
        customerId: row.customer_id,
        sessionId: row.session_id,
        features: featuresOf(row.roles, { chatDisabled: row.chat_disabled }),
      },
    ]),
  );
  return sessionIds.map((id) => actors.get(id));
}
