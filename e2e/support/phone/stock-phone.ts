import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { loudness, toneFile, toneLevel } from "./tone-file.ts";

export interface StockPhoneOptions {
  readonly username: string;
  readonly password: string;
  readonly domain: string;
  readonly transport: "udp" | "tcp";
  /** Where the server listens. */
  readonly port: number;
  /** The tone it speaks. */
  readonly hz: number;
}

/** Of full scale: far above what silence and coding noise leave. */
const AUDIBLE = 0.02;
/** More than a second at 8 kHz. */
const NEW_BYTES = 20_000;
const WAIT = { timeout: 20_000, intervals: [100] };

/** A program from Debian that is a phone: it speaks a tone and writes down what it hears. */
export abstract class StockPhone {
  readonly folder: string;
  readonly #process: ChildProcess;
  #output = "";

  protected constructor(folder: string, process: ChildProcess) {
    this.folder = folder;
    this.#process = process;
    const note = (bytes: Buffer): void => this.note(bytes.toString());
    process.stdout?.on("data", note);
    process.stderr?.on("data", note);
  }

  abstract call(number: string): Promise<void>;
  abstract answer(): Promise<void>;
  abstract hangUp(): Promise<void>;
  abstract press(keys: string): Promise<void>;
  /** What it does and sees, as lines that the patterns below look for. */
  protected abstract readonly signs: Readonly<Record<"registered" | "rings" | "talks" | "ended", RegExp>>;
  /** The file with what it hears, as far as it is written. */
  protected abstract heard(): Promise<Buffer>;

  protected get stdin() {
    return this.#process.stdin;
  }

  protected note(text: string): void {
    this.#output += text;
  }

  async registers(): Promise<void> {
    await this.says(this.signs.registered);
  }

  async rings(): Promise<void> {
    await this.says(this.signs.rings);
  }

  async talks(): Promise<void> {
    await this.says(this.signs.talks);
  }

  /** Also forgets what was: the next call begins anew. */
  async hasEnded(): Promise<void> {
    await this.says(this.signs.ended);
    this.#output = "";
  }

  async says(pattern: RegExp): Promise<string> {
    await expect.poll(() => this.#output, WAIT).toMatch(pattern);
    return pattern.exec(this.#output)?.[0] ?? "";
  }

  async hears(hz: number): Promise<void> {
    await expect
      .poll(async () => toneLevel(await this.heard(), hz), { message: `${hz} Hz`, ...WAIT })
      .toBeGreaterThan(AUDIBLE);
  }

  /** From now on, for more than a second: what was heard before does not count. */
  async hearsSound(): Promise<void> {
    const before = (await this.heard()).length;
    const newSound = async (): Promise<number> => {
      const file = await this.heard();
      return file.length - before > NEW_BYTES ? loudness(file) : 0;
    };
    await expect.poll(newSound, { message: "sound", ...WAIT }).toBeGreaterThan(AUDIBLE);
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      this.#process.kill("SIGKILL");
      await ended;
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A folder of its own with the voice in it. */
export async function phoneFolder(program: string, hz: number): Promise<{ folder: string; voice: string }> {
  if (!existsSync(program))
    throw new Error(`This test needs ${program} (see scripts/run/debian-programs.mjs)`);
  const folder = await mkdtemp(join(tmpdir(), "offhook-phone-"));
  const voice = join(folder, "voice.wav");
  await writeFile(voice, toneFile(hz));
  return { folder, voice };
}

export function startPhone(program: string, args: readonly string[], folder: string): ChildProcess {
  return spawn(program, args, {
    stdio: ["pipe", "pipe", "pipe"],
    cwd: folder,
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: undefined, XDG_CONFIG_HOME: undefined },
  });
}
