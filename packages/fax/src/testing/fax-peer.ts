import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { findSpandsp } from "../spandsp/find-spandsp.ts";

export interface PeerOrder {
  readonly role: "send" | "receive";
  readonly way: "audio" | "t38";
  readonly file: string;
  readonly farPort: number;
  readonly payloadType?: 0 | 8;
  readonly ecm?: boolean;
  /** It goes without a word once this page is confirmed. */
  readonly breakOffAfter?: number;
}

export interface PeerEnd {
  readonly code: number;
  readonly pages: number;
  readonly station: string;
}

/** Compiles the other fax machine; without a compiler nothing is tried against it, and the tests say so by failing. */
export function compileFaxPeer(): { readonly program: string; remove(): void } {
  const library = findSpandsp();
  if (!library.found) throw new Error(`The tests of faxing cannot run. ${library.why}`);
  const folder = mkdtempSync(join(tmpdir(), "fax-peer-"));
  const program = join(folder, "fax-peer");
  const source = fileURLToPath(new URL("./fax-peer.c", import.meta.url));
  try {
    execFileSync("gcc", ["-O2", "-o", program, source, library.path]);
  } catch (error) {
    throw new Error(
      "The tests of faxing cannot run: the other fax machine cannot be compiled (gcc, libc6-dev)",
      {
        cause: error,
      },
    );
  }
  return { program, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A fax machine that shares nothing with ours but the library. */
export class FaxPeer {
  readonly port: Promise<number>;
  /** Undefined where it broke off. */
  readonly end: Promise<PeerEnd | undefined>;
  /** Resolves when it is gone. */
  readonly gone: Promise<void>;
  readonly #child: ChildProcess;

  constructor(program: string, order: PeerOrder) {
    const { role, way, file, farPort, payloadType = 0, ecm = true, breakOffAfter = 0 } = order;
    const numbers = [farPort, payloadType, Number(ecm), breakOffAfter];
    const child = spawn(program, [role, way, file, ...numbers.map(String)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#child = child;
    const lines = createInterface({ input: child.stdout });
    this.port = new Promise((resolve) => {
      lines.on("line", (line) => line.startsWith("port ") && resolve(Number(line.slice(5))));
    });
    this.gone = new Promise((resolve) => child.once("exit", () => resolve()));
    this.end = new Promise((resolve) => {
      lines.on("line", (line) => {
        const [, code, pages, station = ""] = /^end (-?\d+) (\d+) (.*)$/.exec(line) ?? [];
        if (code !== undefined) resolve({ code: Number(code), pages: Number(pages), station });
      });
      lines.once("close", () => resolve(undefined));
    });
  }

  async stop(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.gone;
  }
}
