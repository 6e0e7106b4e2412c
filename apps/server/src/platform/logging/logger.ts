import { type DestinationStream, type Logger, pino } from "pino";
import { LoggerBrake } from "./logger-brake.ts";
import { createTerminalStream } from "./logger-terminal.ts";

export type { Logger } from "pino";

export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

const SECRET_FIELDS = [
  "authorization",
  "token",
  "refreshToken",
  "refresh_token",
  "access_token",
  "id_token",
  "tfa_token",
  "passhash",
  "password",
  "password_hash",
  "secret",
  "code_verifier",
  "cookie",
];
// A field named `code` is a one-time code where it belongs to a request, and harmless (an error's) elsewhere.
const REDACTED = [
  ...SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`, `*.*.*.${field}`]),
  ...["body.code", "query.code", "*.body.code", "*.query.code"],
  ...["headers['set-cookie']", "*.headers['set-cookie']", "*.*.headers['set-cookie']"],
];

// The last net: secrets inside texts (addresses with a query, messages of libraries) that no field name gives away.
const SECRETS_IN_TEXT: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+/g, "[token]"],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, "$1 [removed]"],
  [
    /([?&](?:token|access_token|refresh_token|refreshToken|code|password|passhash|secret|signature)=)[^&\s"\\]+/gi,
    "$1[removed]",
  ],
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@"]*:)[^\s@/"]+@/gi, "$1[removed]@"],
];

export function withoutSecrets(text: string): string {
  return SECRETS_IN_TEXT.reduce((scrubbed, [pattern, by]) => scrubbed.replace(pattern, by), text);
}

export interface LoggerOptions {
  readonly level: LogLevel;
  /** Where lines go; left out: standard output, readable on a terminal and one JSON object a line elsewhere. */
  readonly destination?: DestinationStream;
  readonly now?: () => number;
}

/** Pino's numbers: of warnings and errors a crowd can come, and the last word of a dying server is always written. */
const [WARN, FATAL] = [40, 60];

export function createLogger({ level, destination, now = Date.now }: LoggerOptions): Logger {
  const brake = new LoggerBrake(now);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: REDACTED, censor: "[removed]" },
      hooks: {
        streamWrite: withoutSecrets,
        logMethod(args, method, number) {
          const [context, message] = typeof args[0] === "object" ? args : [{}, args[0]];
          const isBraked = number >= WARN && number < FATAL && typeof message === "string";
          const heldBack = isBraked ? brake.pass(message) : 0;
          if (heldBack === undefined) return;
          if (heldBack === 0) method.apply(this, args);
          else method.apply(this, [{ ...(context as object), heldBack }, message as string]);
        },
      },
    },
    destination ?? standardOutput(),
  );
}

function standardOutput(): DestinationStream {
  // Written at once: what a crashing server had to say must not be lost in a buffer.
  return process.stdout.isTTY
    ? createTerminalStream(process.stdout)
    : pino.destination({ dest: 1, sync: true });
}
