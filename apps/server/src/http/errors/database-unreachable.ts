/** Codes of the operating system for a server that is not there or went away. */
const NETWORK = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENOTFOUND",
]);
/** PostgreSQL: shutting down, crashed, starting up, out of connections; class 08 is every connection failure. */
const POSTGRES = /^(08...|57P0[123]|53300)$/;
/** The driver has no codes for these. */
const DRIVER =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|driver has already been destroyed/i;

/** Whether a failure means that the database cannot be reached, as opposed to a mistake in a statement. */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnreachable)) return true;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (typeof code === "string" && POSTGRES.test(code)) return true;
  // A missing file has the code ENOENT too; only a failed connect is about the database's socket.
  if (typeof code === "string" && NETWORK.has(code)) return code !== "ENOENT" || syscall === "connect";
  return DRIVER.test(error.message);
}
