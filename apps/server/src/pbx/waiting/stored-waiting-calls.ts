import type { QueueRecord, SavedWaitingCall, WaitingCallStore } from "@offhook/pbx";
import type { Transaction } from "../../database/database.ts";
import { BatchWriter, type BatchWriterDeps } from "../records/batch-writer.ts";
import {
  deleteWaitingCalls,
  loadWaitingCalls,
  noteWaitingLife,
  saveWaitingCalls,
} from "./waiting-call-repository.ts";

type Change =
  | { readonly kind: "save"; readonly call: SavedWaitingCall }
  | { readonly kind: "remove"; readonly callId: string }
  | { readonly kind: "alive" };

export interface StoredWaitingCallsDeps extends Pick<BatchWriterDeps<Change>, "database" | "clock" | "log"> {
  /** Of a caller who cannot be there any more. */
  readonly onRecord: (record: QueueRecord) => void;
}

/** Nobody listens to silence for longer. */
const MAX_AWAY_MS = 600_000;

/** Writes who waits behind the calls, and knows after a restart who did. */
export class StoredWaitingCalls implements WaitingCallStore {
  readonly #deps: StoredWaitingCallsDeps;
  readonly #changes: BatchWriter<Change>;

  constructor(deps: StoredWaitingCallsDeps) {
    this.#deps = deps;
    this.#changes = new BatchWriter({
      ...deps,
      name: "Who waits in queues",
      write: (tx, batch) => this.#write(tx, batch),
    });
  }

  /** Those who can be gone on with. Whoever was left alone for too long has left the queue at that time. */
  async load(): Promise<SavedWaitingCall[]> {
    const { database, clock, onRecord } = this.#deps;
    const calls: SavedWaitingCall[] = [];
    for (const { saved, seenAt, enteredAt, callId, companyId, queueId } of await loadWaitingCalls(
      database.query,
    )) {
      const at = seenAt.getTime();
      if (saved && clock.now() - at <= MAX_AWAY_MS) {
        calls.push(saved);
        continue;
      }
      onRecord({ type: "abandoned", at, companyId, queueId, callId, waitMs: at - enteredAt.getTime() });
      this.remove(callId);
    }
    return calls;
  }

  save(call: SavedWaitingCall): void {
    this.#changes.add({ kind: "save", call });
  }

  remove(callId: string): void {
    this.#changes.add({ kind: "remove", callId });
  }

  noteLife(): void {
    this.#changes.add({ kind: "alive" });
  }

  /** Resolves when everything is written that was told so far. */
  settled(): Promise<void> {
    return this.#changes.settled();
  }

  close(): Promise<void> {
    return this.#changes.close();
  }

  /** The last word on each call counts. */
  async #write({ query }: Transaction, batch: readonly Change[]): Promise<void> {
    const now = new Date(this.#deps.clock.now());
    const last = new Map<string, SavedWaitingCall | undefined>();
    for (const change of batch) {
      if (change.kind === "save") last.set(change.call.core.id, change.call);
      else if (change.kind === "remove") last.set(change.callId, undefined);
    }
    const saved = [...last.values()].flatMap((call) => call ?? []);
    const removed = [...last].flatMap(([callId, call]) => (call ? [] : [callId]));
    if (batch.some(({ kind }) => kind === "alive")) await noteWaitingLife(query, now);
    await saveWaitingCalls(query, saved, now);
    await deleteWaitingCalls(query, removed);
  }
}
