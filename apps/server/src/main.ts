import { fileURLToPath } from "node:url";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { version } from "./http/system/version.ts";
import { createLogger, type Logger } from "./platform/logging/logger.ts";
import { PortTakenError, type RunningServer, startServer } from "./server.ts";

/** Codes of sysexits.h, so that whatever supervises the server can tell a mistake from a crash. */
const EXIT = { failed: 1, unavailable: 69, config: 78 } as const;
const SHUTDOWN_MS = 15_000;

await main();

async function main(): Promise<void> {
  const config = configOrExit();
  const logger = createLogger({ level: config.logLevel });
  for (const event of ["uncaughtException", "unhandledRejection"] as const)
    process.on(event, (error) => {
      logger.fatal({ err: error }, "The server stops because of a failure nobody handled");
      process.exit(EXIT.failed);
    });
  try {
    const consoleDir = fileURLToPath(new URL("../../console/dist", import.meta.url));
    const stopping = new AbortController();
    const starting = startServer({ config, logger, consoleDir, signal: stopping.signal });
    stopOnSignal(starting, stopping, logger);
    const server = await starting;
    if (stopping.signal.aborted) return;
    console.log(`Offhook ${version} is ready at ${server.url} (after ${process.uptime().toFixed(1)} s)`);
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") return;
    fail(error);
  }
}

function configOrExit(): Config {
  try {
    // From the sources everything is checked; the bundle is what people use.
    const isDevelopment = import.meta.url.endsWith(".ts");
    return readConfig(process.env, { cwd: process.cwd(), isDevelopment });
  } catch (error) {
    return fail(error);
  }
}

function fail(error: unknown): never {
  if (error instanceof ConfigError) exitWith(EXIT.config, `${error.message}\nSee docs/configuration.md.`);
  if (error instanceof PortTakenError) exitWith(EXIT.unavailable, error.message);
  exitWith(EXIT.failed, error instanceof Error ? (error.stack ?? error.message) : String(error));
}

function exitWith(code: number, message: string): never {
  console.error(`Offhook cannot start. ${message}`);
  process.exit(code);
}

/** From the first moment on: a server that is still starting is stopped as soon as it has started. */
function stopOnSignal(starting: Promise<RunningServer>, stopping: AbortController, logger: Logger): void {
  const stop = async (signal: string): Promise<void> => {
    // Whoever asks twice means it.
    if (stopping.signal.aborted) process.exit(EXIT.failed);
    stopping.abort();
    logger.info({ signal }, "Stopping");
    setTimeout(() => {
      logger.error("Stopping takes too long, giving up on what is still running");
      process.exit(EXIT.failed);
    }, SHUTDOWN_MS).unref();
    try {
      await (await starting).close();
      process.exit(0);
    } catch (error) {
      // Waiting for a database that was not there has come to nothing, as it should.
      if (error instanceof Error && error.name === "AbortError") process.exit(0);
      logger.error({ err: error }, "Stopping failed");
      process.exit(EXIT.failed);
    }
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
}
