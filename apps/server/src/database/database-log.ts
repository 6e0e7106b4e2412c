import type { BaseLogger } from "pino";

/** What the storage layer needs of the server's logger. */
export type DatabaseLog = Pick<BaseLogger, "info" | "warn" | "error">;
