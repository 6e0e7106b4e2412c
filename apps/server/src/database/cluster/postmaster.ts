import { open, readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Account } from "./account.ts";
import { SOCKET_PORT } from "./socket-folder.ts";
import { spawnTied, type TiedProcess } from "./tied-process.ts";

export type PostgresSettings = Readonly<Record<string, string>>;

export interface PostmasterOptions {
  readonly binDir: string;
  readonly account: Account | undefined;
  readonly dataFolder: string;
  readonly socketFolder: string;
  readonly logFile: string;
  readonly settings: PostgresSettings;
  /** How to reach it; used to find out when it is ready. */
  readonly connection: pg.ClientConfig;
}

export interface Postmaster {
  /** Settles when the process has ended, with the end of its log. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

const LOG_ROTATION_BYTES = 5_000_000;
const POLL_MS = 15;

const SETTINGS: PostgresSettings = {
  listen_addresses: "",
  port: String(SOCKET_PORT),
  unix_socket_permissions: "0700",
  fsync: "on",
  timezone: "UTC",
  // Short statements only: compiling them costs more than it saves.
  jit: "off",
  log_checkpoints: "off",
  // A start after a crash repeats what was written since the last checkpoint: that must not take longer than people wait.
  checkpoint_timeout: "60s",
  max_wal_size: "256MB",
  ...(process.platform === "linux" && {
    // Before that, every file of the database is brought to the disk: as a whole, and not one by one.
    recovery_init_sync_method: "syncfs",
  }),
  // Failed statements are the caller's to log. Here they would bring their values, and with them secrets.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_timezone: "UTC",
};

/** Starts the database and waits until it takes connections, also through a recovery after a crash. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  await rotateLog(options.logFile);
  const log = await open(options.logFile, "a", 0o600);
  const logStart = (await log.stat()).size;
  let running: TiedProcess;
  try {
    running = spawnTied(join(options.binDir, "postgres"), postgresArguments(options), {
      account: options.account,
      outputFile: log.fd,
    });
  } finally {
    await log.close();
  }
  const exited = running.exited.then(({ output }) => endOfLog(options.logFile, logStart, output));
  const stop = async (): Promise<void> => {
    running.release();
    await exited;
  };
  await waitUntilReady(options.connection, exited);
  return { exited, stop };
}

function postgresArguments({ dataFolder, socketFolder, settings }: PostmasterOptions): string[] {
  const all = { ...SETTINGS, unix_socket_directories: quoteListItem(socketFolder), ...settings };
  return ["-D", dataFolder, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

/** The setting is a list: a comma or a space at the edge of an unquoted path would split or trim it. */
function quoteListItem(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}

async function waitUntilReady(connection: pg.ClientConfig, exited: Promise<string>): Promise<void> {
  let ending: string | undefined;
  void exited.then((endOfLog) => {
    ending = endOfLog;
  });
  while (!(await takesConnections(connection))) {
    if (ending !== undefined) throw new Error(`The database did not start: ${ending}`);
    await sleep(POLL_MS);
  }
}

async function takesConnections(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

async function rotateLog(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (entry) => entry.size,
    () => 0,
  );
  if (size > LOG_ROTATION_BYTES) await rename(logFile, `${logFile}.old`);
}

async function endOfLog(logFile: string, start: number, output: string): Promise<string> {
  const written = await readFile(logFile).then(
    (content) => content.subarray(start).toString(),
    () => "",
  );
  return `${output}${written}`.trim().split("\n").slice(-8).join("\n");
}
