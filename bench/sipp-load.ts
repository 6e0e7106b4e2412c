import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freeUdpPort } from "./free-ports.ts";
import { CALLEES, CALLERS, PASSWORD, type SipServer } from "./sip-server.ts";

/** Each kind of phone has a source address of its own: budgets of messages count by address. */
export const CALLER_ADDRESS = "127.0.0.2";
const CALLEE_ADDRESS = "127.0.0.3";
/** On a machine that others use too, a call in a hundred may time out; more than that and nothing was measured. */
const MAX_FAILED_SHARE = 0.02;
const scenario = (name: string): string => fileURLToPath(new URL(`./sipp/${name}.xml`, import.meta.url));

interface SippRun {
  readonly server: SipServer;
  readonly scenario: "register" | "caller" | "callee";
  readonly address: string;
  readonly port: number;
  readonly lines: readonly string[];
  readonly args: readonly string[];
}

interface RunningSipp {
  /** Resolves when all its calls are over; fails when one of them did. */
  readonly done: Promise<void>;
  stop(): Promise<void>;
}

async function startSipp(run: SippRun): Promise<RunningSipp> {
  const folder = await mkdtemp(join(tmpdir(), "offhook-sipp-"));
  const users = join(folder, "users.csv");
  await writeFile(users, ["SEQUENTIAL", ...run.lines, ""].join("\n"));
  const child = spawn(
    "sipp",
    [
      `127.0.0.1:${run.server.port}`,
      ...["-sf", scenario(run.scenario), "-inf", users],
      ...["-i", run.address, "-p", String(run.port)],
      ...["-mi", run.address, "-mp", String(await freeUdpPort())],
      ...["-nostdin", "-trace_err", "-trace_stat", "-fd", "1", "-recv_timeout", "20000"],
      ...run.args,
    ],
    { cwd: folder, stdio: ["ignore", "ignore", "ignore"] },
  );
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const done = ended.then(async (code) => {
    if (code === 0 || child.killed || (await failedShare(folder)) <= MAX_FAILED_SHARE) return;
    throw new Error(
      `sipp ${run.scenario} against ${run.server.name} ended with ${code}\n${await errorsIn(folder)}`,
    );
  });
  // Whoever waits for it hears of it; until then it is nobody's unhandled failure.
  done.catch(() => {});
  const stop = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  return { done, stop };
}

/** From the last line of sipp's statistics. */
async function failedShare(folder: string): Promise<number> {
  const file = (await readdir(folder)).find((name) => name.endsWith("_.csv"));
  if (!file) return 1;
  const lines = (await readFile(join(folder, file), "utf8")).trim().split("\n");
  const names = lines[0]?.split(";") ?? [];
  const values = lines.at(-1)?.split(";") ?? [];
  const count = (name: string): number => Number(values[names.indexOf(name)]);
  return count("FailedCall(C)") / count("TotalCallCreated");
}

async function errorsIn(folder: string): Promise<string> {
  const files = (await readdir(folder)).filter((name) => name.endsWith("_errors.log"));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  // Repeated answers of calls that are over belong to the noise of a busy machine.
  const events = texts.join("\n").split(/(?=\d{4}-\d\d-\d\d\t)/);
  return events
    .filter((event) => !event.includes("Dead call"))
    .join("")
    .slice(0, 2_000);
}

const userLine = (user: string): string => `${user};[authentication username=${user} password=${PASSWORD}]`;

const MAX_ATTEMPTS = 3;

/** Does it again where sipp got no answer in time: on a machine that others use too, that says nothing of the server. */
export async function untilDone<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
      console.log(`  once more, after: ${String(error).split("\n", 1)[0]}`);
    }
  }
}

interface Registrations {
  readonly users: readonly string[];
  readonly address: string;
  readonly port: number;
  readonly perSecond: number;
  readonly count: number;
}

/** Registers the users in turn, so many times in all. */
async function register(server: SipServer, load: Registrations): Promise<void> {
  const sipp = await startSipp({
    server,
    scenario: "register",
    address: load.address,
    port: load.port,
    lines: load.users.map(userLine),
    args: ["-r", String(load.perSecond), "-m", String(load.count)],
  });
  try {
    await sipp.done;
  } finally {
    await sipp.stop();
  }
}

/** Where registrations come from: one address alone would use up its budget of messages. */
const REGISTERING = ["127.0.0.4", "127.0.0.5", "127.0.0.6", "127.0.0.7"];
const PER_ADDRESS_AND_SECOND = 200;

/** So many registrations in all, from several addresses at once and as many as their budgets allow. */
export async function registerFromMany(server: SipServer, count: number): Promise<void> {
  const share = CALLERS.length / REGISTERING.length;
  await Promise.all(
    REGISTERING.map(async (address, index) =>
      register(server, {
        users: CALLERS.slice(index * share, (index + 1) * share),
        address,
        // Another port each time: a server remembers the requests of a peer for half a minute, and not endlessly many.
        port: await freeUdpPort(),
        perSecond: PER_ADDRESS_AND_SECOND,
        count: count / REGISTERING.length,
      }),
    ),
  );
}

/** Callers and callees that are registered; the callees answer for as long as this is not stopped. */
export class RegisteredPhones {
  readonly #server: SipServer;
  readonly #callerPort: number;
  readonly #callee: RunningSipp;

  private constructor(server: SipServer, callerPort: number, callee: RunningSipp) {
    this.#server = server;
    this.#callerPort = callerPort;
    this.#callee = callee;
  }

  static async start(server: SipServer): Promise<RegisteredPhones> {
    const [callerPort, calleePort] = [await freeUdpPort(), await freeUdpPort()];
    const perSecond = 100;
    const callers = { users: CALLERS, address: CALLER_ADDRESS, port: callerPort };
    const callees = { users: CALLEES, address: CALLEE_ADDRESS, port: calleePort };
    for (const each of [callers, callees])
      await untilDone(() => register(server, { ...each, perSecond, count: each.users.length }));
    const callee = await startSipp({
      server,
      scenario: "callee",
      address: CALLEE_ADDRESS,
      port: calleePort,
      lines: CALLEES.map(userLine),
      // Phones are asked now and then whether they are still there.
      args: ["-aa"],
    });
    return new RegisteredPhones(server, callerPort, callee);
  }

  get callerPort(): number {
    return this.#callerPort;
  }

  async call(perSecond: number, count: number): Promise<void> {
    const lines = CALLERS.map((caller, index) => `${userLine(caller)};${CALLEES[index] ?? ""}`);
    const sipp = await startSipp({
      server: this.#server,
      scenario: "caller",
      address: CALLER_ADDRESS,
      port: this.#callerPort,
      lines,
      args: ["-r", String(perSecond), "-m", String(count)],
    });
    try {
      await sipp.done;
    } finally {
      await sipp.stop();
    }
  }

  async stop(): Promise<void> {
    await this.#callee.stop();
  }
}
