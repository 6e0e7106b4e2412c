import type pg from "pg";
import type { Config } from "../config.ts";
import { startCluster } from "../database/cluster/start-cluster.ts";
import { createDatabase } from "../database/create-database.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { createSessionFeature, type SessionFeature } from "../features/session/index.ts";
import type { AdminAlerts } from "../platform/admin-alerts.ts";
import type { Logger } from "../platform/logging/logger.ts";
import type { Secrets } from "../platform/secrets/secrets.ts";
import { loadSecrets } from "../platform/secrets/secrets-file.ts";
import { createSealer } from "../platform/secrets/secrets-sealing.ts";
import { systemClock } from "../platform/system-clock.ts";
import { Provisioner } from "./provisioner.ts";

/** Works on the store of a server that is not running, and leaves it as it found it. */
export async function withStore<Result>(
  config: Config,
  logger: Logger,
  work: (provisioner: Provisioner) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl, dataDir, publicUrl, secretKey } = config;
  const cluster = databaseUrl === undefined ? await startCluster({ dataDir, log: logger }) : undefined;
  try {
    const connection: pg.ClientConfig = cluster?.connection ?? { connectionString: databaseUrl };
    await migrate({ connection, log: logger });
    const database = createDatabase({ connection, log: logger });
    const secrets = await loadSecrets({ dataDir, secret: secretKey });
    const session = createSessionFeature({ database, clock: systemClock, logger, secrets, publicUrl });
    try {
      return await work(createProvisioner({ database, secrets, session }));
    } finally {
      await session.close();
      await database.close();
    }
  } finally {
    await cluster?.stop();
  }
}

export function createProvisioner(parts: {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly session: SessionFeature;
  readonly alerts?: AdminAlerts;
}): Provisioner {
  const { database, secrets, session, alerts } = parts;
  return new Provisioner({
    database,
    alerts,
    sealer: createSealer(secrets.key("phone-system")),
    hashPassword: (password) => session.hashPassword(password),
    disableUser: (tx, userId) => session.accounts.disableWithin(tx, userId),
    rolesChanged: (userId) => session.accounts.rolesChanged(userId),
  });
}
