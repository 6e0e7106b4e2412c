import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PROGRAM = "/usr/bin/sipp";
const SCENARIOS = fileURLToPath(new URL("./sipp/", import.meta.url));
const TRANSPORTS = { udp: "u1", tcp: "t1" } as const;

export interface SippRun {
  /** A file in `sipp/`, without its ending. */
  readonly scenario: string;
  readonly transport: "udp" | "tcp";
  /** Where the server listens, and where sipp does. */
  readonly port: number;
  readonly ownPort: number;
  readonly username: string;
  readonly password: string;
  readonly domain: string;
  /** Whom it calls. */
  readonly to?: string;
  readonly transferTo?: string;
}

export interface SippResult {
  /** Messages it received, each with its first line first. */
  readonly received: readonly string[];
}

const optional = (path: string): Promise<string> => readFile(path, "utf8").catch(() => "");

/** Plays a scenario once. Rejects, with everything that was said, when the server did not keep to it. */
export async function runSipp(run: SippRun): Promise<SippResult> {
  if (!existsSync(PROGRAM)) throw new Error("This test needs sipp: apt-get install sip-tester");
  const folder = await mkdtemp(join(tmpdir(), "offhook-sipp-"));
  const file = (name: string): string => join(folder, name);
  try {
    const { username, password } = run;
    const signature = `[authentication username=${username} password=${password}]`;
    await writeFile(file("people.csv"), `SEQUENTIAL\n${username};${signature}\n`);
    const code = await play(run, folder);
    const messages = await optional(file("messages.log"));
    if (code !== 0) {
      const errors = await optional(file("errors.log"));
      throw new Error(
        `sipp ${run.scenario} over ${run.transport} ended with ${code}\n${errors}\n${messages}`,
      );
    }
    return { received: receivedIn(messages) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function play(run: SippRun, folder: string): Promise<number | null> {
  const child = spawn(
    PROGRAM,
    [
      `127.0.0.1:${run.port}`,
      ...["-sf", join(SCENARIOS, `${run.scenario}.xml`)],
      ...["-inf", join(folder, "people.csv")],
      ...["-t", TRANSPORTS[run.transport]],
      ...["-i", "127.0.0.1", "-p", String(run.ownPort), "-mi", "127.0.0.1"],
      ...["-s", run.to ?? run.username],
      ...["-key", "domain", run.domain, "-key", "transfer_to", run.transferTo ?? ""],
      ...["-m", "1", "-l", "1", "-timeout", "50s", "-timeout_error", "-recv_timeout", "45000"],
      ...["-trace_msg", "-message_file", join(folder, "messages.log")],
      ...["-trace_err", "-error_file", join(folder, "errors.log")],
      "-nostdin",
    ],
    { cwd: folder, stdio: "ignore" },
  );
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code));
  });
}

/** In the log each message has a line with its time and one with its size before it. */
function receivedIn(log: string): string[] {
  return log.split(/^-{20,}.*\n/m).flatMap((part) => {
    const [title = "", ...lines] = part.split("\n");
    return title.includes("message received") ? lines.join("\n").trimStart() : [];
  });
}
