import type { Clock } from "@offhook/kernel";
import type { Database } from "../database/database.ts";
import { featuresOf } from "../features/session/index.ts";
import { sessionEnded } from "../http/request-errors.ts";
import type { SessionLookup } from "./push-ports.ts";

/** Push connections outlive access tokens, so they are held against the session itself. */
export function createSessionLookup(database: Pick<Database, "query">, clock: Clock): SessionLookup {
  return {
    async actorOf(sessionId) {
      const row = await database.query
        .selectFrom("sessions")
        .innerJoin("users", "users.id", "sessions.user_id")
        .innerJoin("customers", "customers.id", "users.customer_id")
        .select(["users.id as user_id", "users.customer_id", "users.roles", "customers.chat_disabled"])
        .where("sessions.id", "=", sessionId)
        .where("sessions.ended_at", "is", null)
        .where("sessions.expires_at", ">", new Date(clock.now()))
        .where("users.disabled_at", "is", null)
        .executeTakeFirst();
      if (!row) throw sessionEnded();
      return {
        userId: row.user_id,
        customerId: row.customer_id,
        sessionId,
        features: featuresOf(row.roles, { chatDisabled: row.chat_disabled }),
      };
    },
  };
}
