import { type ChildProcess, spawn } from "node:child_process";

const STOP_MS = 5_000;
const READY_MS = 20_000;
const MAX_OUTPUT = 20_000;

export interface PeerCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A program we measure ourselves against, in the foreground for as long as a benchmark needs it. */
export class PeerProcess {
  readonly #program: string;
  readonly #child: ChildProcess;
  #output = "";

  constructor({ program, args, env = {} }: PeerCommand) {
    this.#program = program;
    this.#child = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child.on("error", (error) => this.#note(String(error)));
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on("data", (chunk: Buffer) => this.#note(chunk.toString()));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Asks again and again until it answers. */
  async ready(isReady: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + READY_MS;
    while (Date.now() < deadline) {
      if (this.#child.exitCode !== null) throw new Error(`${this.#program} ended:\n${this.#output}`);
      if (await isReady()) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${this.#program} was not ready in time:\n${this.#output}`);
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    const force = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
    await ended;
    clearTimeout(force);
  }

  #note(text: string): void {
    this.#output = (this.#output + text).slice(-MAX_OUTPUT);
  }
}
