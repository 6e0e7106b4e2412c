import { type ChildProcess, spawn } from "node:child_process";
import { type Account, identityOf } from "./account.ts";

/**
 * Runs a program and reads its own standard input, whose other end this server holds open. When that closes,
 * because we asked or because we were killed, the program is told to stop; if it does not, it is made to.
 *
 * The signals a terminal or a service manager sends to everybody are ignored: the database must outlive the
 * requests that the server still answers while it shuts down. The program inherits that, so it must be one that
 * sets its own handlers, as those of PostgreSQL do.
 */
const WATCHDOG = `
trap '' HUP INT TERM
exec 3<&0
"$@" </dev/null 3<&- &
program=$!
{
  read -r _ <&3
  for signal in INT QUIT KILL; do
    kill -$signal "$program"
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do sleep 1; done
  done
} >/dev/null 2>&1 &
watcher=$!
wait "$program"
status=$?
kill -KILL "$watcher" 2>/dev/null
exit "$status"
`;

export interface TiedProcess {
  readonly exited: Promise<ProcessExit>;
  /** Asks it to stop; `exited` tells when it has. */
  release(): void;
}

interface ProcessExit {
  readonly code: number | null;
  readonly output: string;
}

export interface TiedProcessOptions {
  readonly account: Account | undefined;
  /** An open file that takes what the program says. Left out: it is collected and given with the exit. */
  readonly outputFile?: number;
}

/** Starts a program whose life ends with ours, even if we are killed. */
export function spawnTied(file: string, args: readonly string[], options: TiedProcessOptions): TiedProcess {
  const output = options.outputFile ?? "pipe";
  const child = spawn("/bin/sh", ["-c", WATCHDOG, "offhook-watchdog", file, ...args], {
    cwd: "/",
    env: cleanEnvironment(),
    // Its own process group, so that Ctrl-C at the terminal does not reach it.
    detached: true,
    stdio: ["pipe", output, output],
    ...identityOf(options.account),
  });
  // The watchdog may be gone before we close our end.
  child.stdin?.on("error", () => undefined);
  return { exited: exitOf(child), release: () => child.stdin?.destroy() };
}

function exitOf(child: ChildProcess): Promise<ProcessExit> {
  let output = "";
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: null, output: error.message }));
    child.once("close", (code) => resolve({ code, output }));
  });
}

/** None of the PG* and LC_* settings of whoever started the server may change what the database does. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", LC_ALL: "C", TZ: "UTC" };
}
