import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** How to start a chat server as a program of its own. */
export interface ServerProgram {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

const READY_MS = 180_000;

/** A server that is killed without a word, again and again, and comes back on what it has stored. */
export class MortalServer {
  readonly #program: ServerProgram;
  #child: ChildProcess | undefined;
  #origin = "";
  kills = 0;

  constructor(program: ServerProgram) {
    this.#program = program;
  }

  /** Where it listens; another place after each start. */
  get origin(): string {
    return this.#origin;
  }

  async start(): Promise<void> {
    const { args, cwd, env } = this.#program;
    const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
    this.#child = child;
    let output = "";
    this.#origin = await new Promise<string>((resolve, reject) => {
      const giveUp = setTimeout(() => reject(new Error(`It was not ready in time:\n${output}`)), READY_MS);
      child.once("exit", (code) => reject(new Error(`It ended with ${code}:\n${output}`)));
      child.stdout.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        const origin = /is ready at (\S+) \(after/.exec(output)?.[1];
        if (origin === undefined) return;
        clearTimeout(giveUp);
        resolve(origin);
      });
    });
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    this.kills += 1;
  }
}
