import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort, freeUdpPort } from "./free-port.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** `E2E_BUNDLE` tries another build than the present one. */
const BUNDLE = process.env.E2E_BUNDLE ?? join(ROOT, "apps/server/dist/main.js");
const SOURCE = join(ROOT, "apps/server/src/main.ts");
const COMMAND = join(ROOT, "apps/server/dist/offhook.js");
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 20_000;

/** The real server with its embedded database and simulator, on a port and in a folder of its own. */
export class TestServer {
  readonly url: string;
  /** Where desk phones register. */
  readonly sipPorts: { readonly udp: number; readonly tcp: number };
  readonly #port: number;
  readonly #dataDir: string;
  readonly #env: Readonly<Record<string, string>>;
  #process: ChildProcess | undefined;
  #output = "";
  #isClockMoved = false;

  private constructor(
    port: number,
    sipPorts: { readonly udp: number; readonly tcp: number },
    env: Readonly<Record<string, string>>,
  ) {
    this.#port = port;
    this.sipPorts = sipPorts;
    this.#env = { SIP_UDP_PORT: String(sipPorts.udp), SIP_TCP_PORT: String(sipPorts.tcp), ...env };
    this.#dataDir = mkdtempSync(join(tmpdir(), "offhook-e2e-"));
    // Where root runs the tests, the database's own user has to get in.
    chmodSync(this.#dataDir, 0o755);
    this.url = `http://localhost:${port}`;
  }

  static async start(env: Readonly<Record<string, string>> = {}, attempts = 3): Promise<TestServer> {
    const sipPorts = { udp: await freeUdpPort(), tcp: await freePort() };
    const server = new TestServer(await freePort(), sipPorts, env);
    try {
      await server.boot();
      return server;
    } catch (failure) {
      // Between finding a free port and using it, somebody else may have taken it.
      if (attempts === 1 || !String(failure).includes("already in use")) throw failure;
      return TestServer.start(env, attempts - 1);
    }
  }

  /** Starts the process and waits until it says that it is ready. */
  async boot(): Promise<void> {
    // `npm run e2e` builds the bundle first; without one the sources do.
    const args = existsSync(BUNDLE) ? [BUNDLE] : ["--import", "tsx", SOURCE];
    this.#output = "";
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: {
        ...process.env,
        PORT: String(this.#port),
        OFFHOOK_DATA_DIR: this.#dataDir,
        // A journey has its agents to itself.
        OFFHOOK_DEMO_COLLEAGUES: "0",
        LOG_LEVEL: "warn",
        ...this.#env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = child;
    await new Promise<void>((resolve, reject) => {
      const fail = (why: string): void => reject(new Error(`The server ${why}:\n${this.#output}`));
      const timeout = setTimeout(() => fail("did not become ready"), START_TIMEOUT_MS);
      const read = (chunk: Buffer): void => {
        this.#output += chunk.toString();
        if (!this.#output.includes("is ready at")) return;
        clearTimeout(timeout);
        resolve();
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.once("exit", (code) => {
        clearTimeout(timeout);
        fail(`stopped with code ${code}`);
      });
    });
  }

  /** Applies a company file to the running server, as an administrator does. */
  async apply(company: object): Promise<void> {
    const file = join(this.#dataDir, "company.yaml");
    // JSON is YAML.
    writeFileSync(file, JSON.stringify(company));
    const env = { ...process.env, OFFHOOK_DATA_DIR: this.#dataDir };
    await promisify(execFile)(process.execPath, [COMMAND, "apply", file], { cwd: ROOT, env });
  }

  /** Ends it without a word, as a power cut would. */
  async kill9(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Ends one of its own processes so; false where none runs. */
  async kill9Part(program: string): Promise<boolean> {
    const pid = this.#process?.pid;
    if (pid === undefined) return false;
    const found = await promisify(execFile)("pgrep", ["-P", String(pid), "-f", program]).catch(
      () => undefined,
    );
    const pids = found?.stdout.trim().split("\n").filter(Boolean).map(Number) ?? [];
    for (const part of pids) process.kill(part, "SIGKILL");
    return pids.length > 0;
  }

  async stop(): Promise<void> {
    await this.#end("SIGTERM");
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.boot();
  }

  /** Moves the time of the server forward; that of the browsers stays. */
  async moveClock(byMs: number): Promise<void> {
    this.#isClockMoved = true;
    const { ok } = await fetch(`${this.url}/dev/clock?advance_ms=${byMs}`, { method: "POST" });
    if (!ok) throw new Error("The clock could not be moved");
  }

  /** A clock only moves forward: after a journey that moved it, the next one gets a server that begins anew. */
  async setClockRight(): Promise<void> {
    if (!this.#isClockMoved) return;
    this.#isClockMoved = false;
    await this.restart();
  }

  async dispose(): Promise<void> {
    await this.stop();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  async #end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise<void>((resolve) => {
      const giveUp = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
      child.once("exit", () => {
        clearTimeout(giveUp);
        resolve();
      });
      child.kill(signal);
    });
  }
}
