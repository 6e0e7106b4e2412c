import { chmod, mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { DatabaseLog } from "../database-log.ts";
import { unprivilegedAccount } from "./account.ts";
import { findStateRoot, locateCluster, STATE_ROOTS } from "./cluster-location.ts";
import { CLUSTER_USER, initializeCluster } from "./initialize-cluster.ts";
import { locateBinaries } from "./postgres-binaries.ts";
import type { PostgresSettings } from "./postmaster.ts";
import { PostmasterSupervisor } from "./postmaster-supervisor.ts";
import { takeServerLock } from "./server-lock.ts";
import { prepareSocketFolder, SOCKET_PORT } from "./socket-folder.ts";

export interface ClusterOptions {
  readonly dataDir: string;
  readonly log: DatabaseLog;
  /** Programs of a PostgreSQL that is installed on the system; left out, those of the platform package. */
  readonly binDir?: string;
  readonly settings?: PostgresSettings;
  /** Where a cluster is kept that cannot live in the data folder, best first. */
  readonly stateRoots?: readonly string[];
}

export interface Cluster {
  readonly connection: pg.ClientConfig;
  /** Where PostgreSQL keeps its files. */
  readonly dataFolder: string;
  /** Ends the database and gives the data folder free. */
  stop(): Promise<void>;
}

const DATABASE_NAME = "offhook";

/** Starts the server's own PostgreSQL in the data folder, on a socket that only this server can reach. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const dataDir = await makeDataDir(options.dataDir);
  const lock = await takeServerLock(dataDir);
  try {
    const cluster = await startLocked({ ...options, dataDir });
    return {
      ...cluster,
      async stop() {
        await cluster.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function startLocked(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, log, settings = {}, stateRoots = STATE_ROOTS } = options;
  const location = await locateCluster({ dataDir, account: await unprivilegedAccount(), stateRoots, log });
  const { folder, account } = location;
  const binaries = await locateBinaries({
    binDir: options.binDir,
    account,
    copyRoot: async () => (account ? findStateRoot({ account, stateRoots }) : dataDir),
    log,
  });
  const dataFolder = await initializeCluster(folder, binaries, account);
  await location.confirm();

  const socketFolder = await prepareSocketFolder(folder, account);
  const connection = { host: socketFolder, port: SOCKET_PORT, user: CLUSTER_USER, database: DATABASE_NAME };
  const maintenance = { ...connection, database: "postgres" };
  const logFile = join(folder, "postgres.log");
  const supervisor = new PostmasterSupervisor(
    {
      binDir: binaries.binDir,
      account,
      dataFolder,
      socketFolder,
      logFile,
      settings,
      connection: maintenance,
    },
    log,
  );
  await supervisor.start();
  try {
    await createDatabaseIfMissing(maintenance);
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
  return { connection, dataFolder, stop: () => supervisor.stop() };
}

/** The real path of the folder, so that the same folder under two names is still one. */
async function makeDataDir(dataDir: string): Promise<string> {
  // Root's database runs as somebody else, who must be able to pass through; all below is closed to others.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  if (await mkdir(dataDir, { recursive: true, mode })) await chmod(dataDir, mode);
  return realpath(dataDir);
}

async function createDatabaseIfMissing(maintenance: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(maintenance);
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [DATABASE_NAME]);
    if (rowCount === 0) await client.query(`create database ${DATABASE_NAME}`);
  } finally {
    await client.end();
  }
}
