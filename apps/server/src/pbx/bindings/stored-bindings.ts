import type { CancelTimer, Clock } from "@offhook/kernel";
import type { BindingStore, SavedBinding } from "@offhook/pbx";
import type { BaseLogger } from "pino";
import type { Database } from "../../database/database.ts";
import { isRefusedData } from "../../database/postgres/postgres-errors.ts";
import { type BindingKey, deleteBindings, loadBindings, saveBindings } from "./binding-repository.ts";

export interface StoredBindingsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
}

type Change =
  | { readonly kind: "save"; readonly binding: SavedBinding }
  | { readonly kind: "remove"; readonly key: BindingKey };

/** Times of registrations are not urgent: a restart asks every phone anyway. */
const REFRESH_EVERY_MS = 30_000;
const RETRY_MS = 2_000;
/** A database that is away is no reason to leave a phone without an answer. */
const PATIENCE_MS = 1_000;
const MAX_BATCH = 500;

/** Writes registrations behind the phones: new ones at once, many at a time; refreshed ones now and then. */
export class StoredBindings implements BindingStore {
  readonly #deps: StoredBindingsDeps;
  readonly #changes = new Map<string, Change>();
  readonly #refreshed = new Map<string, () => SavedBinding | undefined>();
  #largestBatch = MAX_BATCH;
  #running: Promise<void> | undefined;
  #cancelRefresh: CancelTimer | undefined;
  #isClosing = false;

  constructor(deps: StoredBindingsDeps) {
    this.#deps = deps;
  }

  load(): Promise<SavedBinding[]> {
    const { database, clock } = this.#deps;
    return loadBindings(database.query, new Date(clock.now()));
  }

  async save(binding: SavedBinding): Promise<void> {
    const id = idOf(binding.endpointId, binding.key);
    this.#refreshed.delete(id);
    this.#changes.set(id, { kind: "save", binding });
    let cancel: CancelTimer = () => {};
    const patience = new Promise<void>((resolve) => {
      cancel = this.#deps.clock.schedule(PATIENCE_MS, resolve);
    });
    await Promise.race([patience, this.#flushUntil(id)]);
    cancel();
  }

  refresh(endpointId: string, key: string, describe: () => SavedBinding | undefined): void {
    this.#refreshed.set(idOf(endpointId, key), describe);
    this.#cancelRefresh ??= this.#deps.clock.schedule(REFRESH_EVERY_MS, () => this.#writeRefreshed());
  }

  remove(endpointId: string, key: string): void {
    const id = idOf(endpointId, key);
    this.#refreshed.delete(id);
    this.#changes.set(id, { kind: "remove", key: { endpointId, key } });
    this.#flushSoon();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#writeRefreshed();
    await this.#running;
  }

  #writeRefreshed(): void {
    this.#cancelRefresh?.();
    this.#cancelRefresh = undefined;
    for (const [id, describe] of this.#refreshed) {
      const binding = describe();
      if (binding && !this.#changes.has(id)) this.#changes.set(id, { kind: "save", binding });
    }
    this.#refreshed.clear();
    this.#flushSoon();
  }

  /** Until this change, or a later one of the same binding, is written. */
  async #flushUntil(id: string): Promise<void> {
    while (this.#changes.has(id) && !this.#isClosing) await this.#flush();
  }

  /** For those who do not wait for it. */
  #flushSoon(): void {
    this.#flush().catch((error: unknown) =>
      this.#deps.log.error({ err: error }, "Registrations of phones could not be stored"),
    );
  }

  #flush(): Promise<void> {
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #work(): Promise<void> {
    const batch = [...this.#changes].slice(0, this.#largestBatch);
    if (batch.length === 0) return;
    try {
      await this.#write(batch.map(([, change]) => change));
      for (const [id, change] of batch) if (this.#changes.get(id) === change) this.#changes.delete(id);
      this.#largestBatch = MAX_BATCH;
    } catch (error) {
      this.#deps.log.error({ err: error }, "Registrations of phones could not be stored");
      if (this.#isClosing) return;
      const isAlone = batch.length === 1;
      // One that the database refuses must not hold up the others: it is found by writing each alone, and left out.
      this.#largestBatch = 1;
      if (!isRefusedData(error))
        await new Promise<void>((resolve) => this.#deps.clock.schedule(RETRY_MS, resolve));
      else if (isAlone) for (const [id] of batch) this.#changes.delete(id);
    }
    if (this.#changes.size > 0) await this.#work();
  }

  async #write(batch: readonly Change[]): Promise<void> {
    const { query } = this.#deps.database;
    await saveBindings(
      query,
      batch.flatMap((change) => (change.kind === "save" ? change.binding : [])),
    );
    await deleteBindings(
      query,
      batch.flatMap((change) => (change.kind === "remove" ? change.key : [])),
    );
  }
}

const idOf = (endpointId: string, key: string): string => `${endpointId} ${key}`;
