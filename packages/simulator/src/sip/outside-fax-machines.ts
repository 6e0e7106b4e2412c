import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FaxCall, FaxEngine } from "@offhook/fax";
import type { FaxManner } from "./fax-behavior.ts";
import { OutsideFax } from "./outside-fax.ts";

const ADDRESS = "127.0.0.1";

/** Fax machines outside: a fax engine of their own, started with the first call. */
export class OutsideFaxMachines {
  readonly #engine = new FaxEngine();
  #folder: Promise<string> | undefined;
  #nextId = 1;

  /** Without the library everybody outside is a person. */
  get areThere(): boolean {
    return FaxEngine.probe().found;
  }

  /** Waits for pages, in a file of its own. */
  async receiving(from: string, to: string, manner: FaxManner): Promise<OutsideFax> {
    this.#folder ??= mkdtemp(join(tmpdir(), "offhook-outside-faxes-"));
    const file = join(await this.#folder, `received-${this.#nextId}.tif`);
    const role = "receive";
    const machine = await this.#open(role, from, file, manner.rowMs);
    return new OutsideFax({ from, to, file, role, machine, manner });
  }

  async sending(from: string, to: string, file: string, manner: FaxManner): Promise<OutsideFax> {
    const role = "send";
    const machine = await this.#open(role, from, file);
    return new OutsideFax({ from, to, file, role, machine, manner });
  }

  async close(): Promise<void> {
    await this.#engine.close();
    if (this.#folder) await rm(await this.#folder, { recursive: true, force: true });
  }

  #open(
    role: "send" | "receive",
    stationId: string,
    file: string,
    rowMs?: FaxManner["rowMs"],
  ): Promise<FaxCall> {
    // Error correction knows no rows, and so no machine that waits for them.
    const speed = rowMs === undefined ? { ecm: true } : { ecm: false, rowMs };
    const callId = `outside-fax-${this.#nextId}`;
    this.#nextId += 1;
    return this.#engine.openCall({ callId, role, file, stationId, ...speed, port: 0, address: ADDRESS });
  }
}
