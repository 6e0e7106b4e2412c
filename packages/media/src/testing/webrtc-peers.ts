import { type ChildProcess, fork } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { PeerCommands } from "./webrtc-peer-process.ts";

type Arguments<Name extends keyof PeerCommands> = Parameters<PeerCommands[Name]>;
type Result<Name extends keyof PeerCommands> = Awaited<ReturnType<PeerCommands[Name]>>;

/** Browser-like peers in a process of their own: the transport library must not live in that of the test runner. */
export class WebRtcPeers {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  #nextId = 1;

  constructor() {
    const tsx = createRequire(import.meta.url).resolve("tsx");
    this.#child = fork(fileURLToPath(new URL("./webrtc-peer-process.ts", import.meta.url)), {
      execArgv: ["--import", tsx],
      serialization: "advanced",
    });
    this.#child.on("message", ({ id, result, error }: { id: number; result: unknown; error?: string }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(result);
      else waiting?.reject(new Error(error));
    });
  }

  ask<Name extends keyof PeerCommands>(name: Name, ...args: Arguments<Name>): Promise<Result<Name>> {
    return new Promise((resolve, reject) => {
      const id = this.#nextId;
      this.#nextId += 1;
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.#child.send({ id, name, args });
    });
  }

  /** As when a browser crashes: no goodbye of any kind. */
  kill(): void {
    this.#child.kill("SIGKILL");
  }
}
