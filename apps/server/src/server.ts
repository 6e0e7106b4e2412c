import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type App, createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { startCluster } from "./database/cluster/start-cluster.ts";
import { createDatabase } from "./database/create-database.ts";
import type { Database } from "./database/database.ts";
import { migrate } from "./database/migrate.ts";
import type { Demo } from "./demo/index.ts";
import { isDatabaseUnreachable } from "./http/errors/database-unreachable.ts";
import { createDiskObjectStore } from "./platform/files/object-store-disk.ts";
import type { Logger } from "./platform/logging/logger.ts";
import { createSmtpMailer } from "./platform/mail/mail-smtp.ts";
import { isLoopback } from "./platform/network.ts";
import { loadSecrets } from "./platform/secrets/secrets-file.ts";
import { createSealer } from "./platform/secrets/secrets-sealing.ts";
import { createTranscriber } from "./platform/speech/create-transcriber.ts";
import { systemClock } from "./platform/system-clock.ts";
import { createProvisioner, openAdminSocket } from "./provisioning/index.ts";

export interface ServerOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** The built console. */
  readonly consoleDir: string;
  /** Ends the waiting for a database. */
  readonly signal?: AbortSignal;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

export interface RunningServer {
  /** Where it can be reached from this machine. */
  readonly url: string;
  close(): Promise<void>;
}

/** The address to listen on is somebody else's. */
export class PortTakenError extends Error {
  constructor(host: string, port: number, options: ErrorOptions) {
    super(
      `Port ${port} of ${host} is already in use. Stop the program that uses it, or choose another PORT.`,
      options,
    );
    this.name = "PortTakenError";
  }
}

/**
 * Starts everything a server needs, in order; what was started is stopped again when a later step fails. A database
 * that is not there yet, or goes away while the server starts, is waited for.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  for (let attempt = 0; ; attempt += 1) {
    const stack = new CloseStack(options.logger);
    try {
      const url = await startAll(options, stack);
      return { url, close: () => stack.close() };
    } catch (error) {
      await stack.close();
      if (!isDatabaseUnreachable(error) || options.signal?.aborted) throw error;
      const delayMs = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS);
      options.logger.warn(
        { err: error, delayMs },
        "The database cannot be reached; the start is tried again",
      );
      await sleep(delayMs, undefined, { signal: options.signal });
    }
  }
}

async function startAll(options: ServerOptions, stack: CloseStack): Promise<string> {
  const { logger, consoleDir } = options;
  const demo = options.config.demo === "off" ? undefined : await loadDemo(options.config);
  if (demo) stack.add(demo.stop);
  const config = demo?.config ?? options.config;
  const clock = demo?.clock ?? systemClock;
  const connection = await connectionOf(config, logger, stack);
  await migrate({ connection, log: logger });

  let app: App | undefined;
  const database: Database = createDatabase({
    connection,
    log: logger,
    onEvents: (...written) => app?.wake(...written),
  });
  stack.add(() => database.close());

  const secrets = await loadSecrets({ dataDir: config.dataDir, secret: config.secretKey });
  const objects = await createDiskObjectStore(join(config.dataDir, "files"));
  const transcriber = createTranscriber({ config: config.transcription, clock, logger });
  if (transcriber) stack.add(async () => transcriber.close());
  app = await createApp({
    config,
    database,
    objects,
    secrets,
    clock,
    logger,
    consoleDir,
    outside: {
      mailer: config.smtpUrl ? createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom }) : undefined,
      sms: demo?.sms,
      google: config.google,
      microsoft: config.microsoft,
    },
    transcriber,
    demo: demo?.parts,
  });
  stack.add(app.close);
  await demo?.seed({
    database,
    clock,
    objects,
    secrets,
    session: app.session,
    evictChats: app.evictChats,
  });
  await demo?.placeDevices({
    database,
    sealer: createSealer(secrets.key("phone-system")),
    domain: config.telephony.domain,
    port: () => app?.sipTcpPort,
    log: logger,
  });
  await listen(app, config);
  await app.start();
  if (demo) stack.add(await demo.open(app));
  const provisioner = createProvisioner({ database, secrets, session: app.session, alerts: app.alerts });
  stack.add(await openAdminSocket(config.dataDir, provisioner, logger));
  if (config.demo !== "off" && !isLoopback(config.host))
    logger.warn(
      "Demo accounts with a known password can be reached from the network. Set OFFHOOK_DEMO=0 for real use.",
    );
  const { port } = app.fastify.server.address() as AddressInfo;
  return config.port === 0 ? `http://localhost:${port}` : config.publicUrl;
}

/** In real use not even its code is there. */
async function loadDemo(config: Config): Promise<Demo> {
  const { startDemo } = await import("./demo/index.ts");
  return startDemo(config);
}

async function connectionOf(config: Config, logger: Logger, stack: CloseStack): Promise<pg.ClientConfig> {
  if (config.databaseUrl) return { connectionString: config.databaseUrl };
  const cluster = await startCluster({ dataDir: config.dataDir, log: logger });
  stack.add(cluster.stop);
  return cluster.connection;
}

async function listen({ fastify }: App, { host, port }: Config): Promise<void> {
  try {
    await fastify.listen({ host, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE")
      throw new PortTakenError(host, port, { cause: error });
    throw error;
  }
}

/** What was started last is stopped first. */
class CloseStack {
  readonly #logger: Logger;
  #closers: (() => Promise<void>)[] = [];

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  add(close: () => Promise<void>): void {
    this.#closers.unshift(close);
  }

  async close(): Promise<void> {
    const closers = this.#closers;
    this.#closers = [];
    for (const close of closers) {
      try {
        await close();
      } catch (error) {
        // The others are stopped all the same.
        this.#logger.error({ err: error }, "A part of the server did not stop well");
      }
    }
  }
}
