import type { Clock } from "@offhook/kernel";
import { sql } from "kysely";
import type { Database } from "./database.ts";

/** Clients ask every two seconds while they believe the network to be down: a hanging check would pile up. */
const PING_TIMEOUT_MS = 1_500;

/** Whether the database answers, and soon. */
export function isReachable(database: Database, clock: Clock): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.schedule(PING_TIMEOUT_MS, () => resolve(false));
    sql`select 1`.execute(database.query).then(
      () => {
        cancel();
        resolve(true);
      },
      () => {
        cancel();
        resolve(false);
      },
    );
  });
}
