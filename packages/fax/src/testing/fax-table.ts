import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "vitest";
import type { FaxCall } from "../client/fax-call.ts";
import { FaxEngine } from "../client/fax-engine.ts";
import type { FaxOrder } from "../protocol/fax-order.ts";
import { compileFaxPeer, FaxPeer, type PeerOrder } from "./fax-peer.ts";
import { aTestPage, faxTiff } from "./fax-tiff.ts";

export const HOST = "127.0.0.1";
export const T38 = { maxDatagram: 400, redundancy: 3, version: 0 };

/** Our fax machine and the program of the other one, for all tests of a file: their calls run beside each other. */
export class FaxMachines {
  readonly engine = new FaxEngine();
  readonly peerProgram = compileFaxPeer();

  async close(): Promise<void> {
    await this.engine.close();
    this.peerProgram.remove();
  }

  /** For one test, and cleared after it. */
  table({ onTestFinished }: Pick<TestContext, "onTestFinished">): FaxTable {
    const table = new FaxTable(this);
    onTestFinished(() => table.clear());
    return table;
  }
}

/** Two fax machines, ours and another, and a folder for what they send each other. */
export class FaxTable {
  readonly engine: FaxEngine;
  readonly #peerProgram: string;
  readonly #folder = mkdtempSync(join(tmpdir(), "fax-"));
  #ends: (() => unknown)[] = [];

  constructor({ engine, peerProgram }: FaxMachines) {
    this.engine = engine;
    this.#peerProgram = peerProgram.program;
  }

  get sent(): string {
    return join(this.#folder, "sent.tif");
  }

  get received(): string {
    return join(this.#folder, "received.tif");
  }

  async clear(): Promise<void> {
    for (const end of this.#ends.reverse()) await end();
    this.#ends = [];
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Ends with the test. */
  add(end: () => unknown): void {
    this.#ends.push(end);
  }

  writePages(count: number, height = 150): void {
    const pages = Array.from({ length: count }, (_, index) => aTestPage(index + 1, height));
    writeFileSync(this.sent, faxTiff(pages));
  }

  async call(role: FaxOrder["role"], more: Partial<FaxOrder> = {}): Promise<FaxCall> {
    const call = await this.engine.openCall({
      callId: randomUUID(),
      role,
      file: role === "send" ? this.sent : this.received,
      stationId: "+1 212 555 0100",
      ecm: true,
      port: 0,
      address: HOST,
      ...more,
    });
    this.add(() => call.hangUp());
    return call;
  }

  peer(order: Omit<PeerOrder, "file">): FaxPeer {
    const file = order.role === "send" ? this.sent : this.received;
    const peer = new FaxPeer(this.#peerProgram, { ...order, file });
    this.add(() => peer.stop());
    return peer;
  }
}
