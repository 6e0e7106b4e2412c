/** The console's last words, for a report the user chooses to send. */
export interface LogEntry {
  readonly at: number;
  readonly level: "log" | "info" | "warn" | "error";
  readonly text: string;
}

export const MAX_LOG_ENTRIES = 100;
export const MAX_LOG_TEXT = 500;

const SECRET_NAMES = "passhash|password|token|refreshToken|authorization|secret|code|apikey";
const REDACTIONS: readonly (readonly [RegExp, string])[] = [
  // A token of ours, wherever it stands.
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, "[token]"],
  [/\bBearer\s+[\w.~+/=-]+/gi, "Bearer [token]"],
  [
    new RegExp(`(["']?(?:${SECRET_NAMES})["']?\\s*[:=]\\s*)("[^"]*"|'[^']*'|[^\\s,;&})]+)`, "gi"),
    "$1[redacted]",
  ],
];

/** Takes out whatever could be used to sign in. */
export function redact(text: string): string {
  return REDACTIONS.reduce((kept, [pattern, replacement]) => kept.replace(pattern, replacement), text);
}

function textOf(part: unknown): string {
  if (typeof part === "string") return part;
  if (part instanceof Error) return `${part.name}: ${part.message}`;
  try {
    return JSON.stringify(part) ?? String(part);
  } catch {
    return String(part);
  }
}

export class LogBuffer {
  #entries: readonly LogEntry[] = [];

  get entries(): readonly LogEntry[] {
    return this.#entries;
  }

  add(at: number, level: LogEntry["level"], parts: readonly unknown[]): void {
    // Redacted before it is cut: half a token would no longer look like one.
    const text = redact(parts.map(textOf).join(" ")).slice(0, MAX_LOG_TEXT);
    this.#entries = [...this.#entries, { at, level, text }].slice(-MAX_LOG_ENTRIES);
  }

  toText(): string {
    return this.#entries
      .map(({ at, level, text }) => `${new Date(at).toISOString()} ${level.toUpperCase()} ${text}`)
      .join("\n");
  }
}

type ConsoleLike = Record<LogEntry["level"], (...parts: unknown[]) => void>;
const LEVELS: readonly LogEntry["level"][] = ["log", "info", "warn", "error"];

/** From now on what goes to the browser's console is kept as well. */
export function recordConsole(buffer: LogBuffer, target: ConsoleLike, now: () => number): () => void {
  const originals = LEVELS.map((level) => [level, target[level]] as const);
  for (const [level, original] of originals) {
    target[level] = (...parts) => {
      buffer.add(now(), level, parts);
      original.apply(target, parts);
    };
  }
  return () => {
    for (const [level, original] of originals) target[level] = original;
  };
}

/** What nobody caught never reaches the page's console functions: the browser writes it there by itself. */
export function recordFailures(
  buffer: LogBuffer,
  target: Pick<EventTarget, "addEventListener" | "removeEventListener">,
  now: () => number,
): () => void {
  const failed = (event: Event): void =>
    buffer.add(now(), "error", [(event as ErrorEvent).error ?? "An error"]);
  const rejected = (event: Event): void =>
    buffer.add(now(), "error", ["Unhandled:", (event as PromiseRejectionEvent).reason]);
  target.addEventListener("error", failed);
  target.addEventListener("unhandledrejection", rejected);
  return () => {
    target.removeEventListener("error", failed);
    target.removeEventListener("unhandledrejection", rejected);
  };
}
