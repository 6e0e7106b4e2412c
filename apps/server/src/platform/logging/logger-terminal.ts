import type { DestinationStream } from "pino";

const COLORS: Readonly<Record<string, number>> = {
  debug: 90,
  trace: 90,
  info: 36,
  warn: 33,
  error: 31,
  fatal: 31,
};

/** Turns log lines into text for people: time, level, sentence, then what else the line carries. */
export function createTerminalStream(output: { write(text: string): unknown }): DestinationStream {
  return {
    write(line) {
      output.write(`${readable(line)}\n`);
    },
  };
}

function readable(line: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(line) as {
    level: string;
    time: string;
    msg?: string;
    err?: { stack?: string; message?: string };
  };
  const label = `\u001b[${COLORS[level] ?? 0}m${level.padEnd(5)}\u001b[0m`;
  const details = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const first = [time.slice(11, 19), label, msg ?? "", ...details].join(" ").trimEnd();
  return err ? `${first}\n${err.stack ?? err.message ?? JSON.stringify(err)}` : first;
}
