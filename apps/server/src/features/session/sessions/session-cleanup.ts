import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database } from "../../../database/database.ts";
import { BackgroundLoop } from "../../../platform/loops/background-loop.ts";
import { deleteOldEmailChanges } from "../email/email-change-repository.ts";
import { deleteExpiredLoginTokens } from "../links/login-token-repository.ts";
import { deleteOldResets } from "../password/password-reset-repository.ts";
import { deleteOldThrottles } from "../password/throttle-repository.ts";
import { deleteExpiredRefreshTokens } from "../tokens/refresh-token-repository.ts";
import { REFRESH_TOKEN_SECONDS } from "../tokens/refresh-tokens.ts";
import { deleteExpiredChallenges } from "../two-factor/tfa-challenge-repository.ts";
import { deleteExpiredEnrollments } from "../two-factor/tfa-method-repository.ts";
import { deleteOldSessions } from "./session-repository.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface SessionCleanupDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
}

/** Removes what can no longer matter. Ended sessions stay as long as a device may come back and be recognized. */
export function createSessionCleanup({ database, clock, log }: SessionCleanupDeps): BackgroundLoop {
  const work = async (): Promise<number> => {
    const { query } = database;
    const now = clock.now();
    await deleteExpiredRefreshTokens(query, new Date(now));
    await deleteOldSessions(query, new Date(now - REFRESH_TOKEN_SECONDS * 1000));
    await deleteExpiredChallenges(query, new Date(now));
    await deleteExpiredEnrollments(query, new Date(now));
    await deleteExpiredLoginTokens(query, new Date(now));
    await deleteOldEmailChanges(query, new Date(now));
    // Those of the last hour are counted when another mail is asked for.
    await deleteOldResets(query, new Date(now - DAY_MS));
    await deleteOldThrottles(query, new Date(now - 2 * DAY_MS));
    return HOUR_MS;
  };
  return new BackgroundLoop({ name: "session cleanup", clock, log, work });
}
