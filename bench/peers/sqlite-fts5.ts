import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("./sqlite-fts5.py", import.meta.url));

export interface Fts5Sizes {
  /** Bytes of the index of words and of their first two to four letters. */
  readonly words: number;
  /** Bytes of the index of parts of words (trigrams). */
  readonly parts: number;
  /** Bytes of the texts themselves. */
  readonly content: number;
}

interface Fts5Question {
  readonly table: "words" | "parts";
  readonly match: string;
  /** `newest`: the last that was loaded. */
  readonly by: "ranked" | "newest";
}

/** SQLite's full text search in a process of its own, through Python's module, with all texts in one table. */
export class SqliteFts5 {
  readonly #folder: string;
  readonly #child: ChildProcess;
  readonly #answers: AsyncIterator<string>;

  private constructor(folder: string) {
    this.#folder = folder;
    const child = spawn("python3", [PROGRAM, join(folder, "texts.db")], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#child = child;
    this.#answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  static async start(): Promise<SqliteFts5> {
    return new SqliteFts5(await mkdtemp(join(tmpdir(), "offhook-fts5-")));
  }

  /** Oldest first. */
  async load(texts: readonly string[]): Promise<void> {
    await this.#order({ kind: "load", texts });
  }

  build(): Promise<Fts5Sizes> {
    return this.#order({ kind: "build" }) as Promise<Fts5Sizes>;
  }

  /** The first twelve with the words around the hit; timed where they are looked up, without a way to anywhere. */
  async milliseconds(question: Fts5Question): Promise<number> {
    const { milliseconds } = (await this.#order({ kind: "ask", ...question })) as { milliseconds: number };
    return milliseconds;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.stdin?.end();
    await ended;
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #order(order: object): Promise<unknown> {
    this.#child.stdin?.write(`${JSON.stringify(order)}\n`);
    const { value, done } = await this.#answers.next();
    if (done) throw new Error("SQLite ended");
    return JSON.parse(value);
  }
}
