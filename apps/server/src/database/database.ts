import type { PushEvent } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "./database-schema.ts";

/** A change others may hear of. It becomes visible exactly when the transaction that made it commits. */
export interface NewEvent {
  readonly customerId: number;
  readonly channel: string;
  readonly event: PushEvent;
}

export interface Transaction {
  readonly query: Kysely<DB>;
  /** Writes the event into the log as the last step of this transaction, with the company's next sequence number. */
  publish(event: NewEvent): void;
  /** Runs after the commit, never after a rollback. */
  onCommit(task: () => void): void;
  /**
   * Part of this transaction that may fail alone: when `work` throws, its changes, events and commit tasks are
   * undone, the error is passed on, and a caller who catches it can go on with the rest. One at a time.
   */
  nested<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
}

export interface Database {
  /** For reads that need no transaction. */
  readonly query: Kysely<DB>;
  /** Independent of any other transaction, also when called inside one: hand `tx` on, or use `tx.nested`. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** For events that tell of no stored change: a transaction of theirs alone, in one step. */
  publish(events: readonly NewEvent[]): Promise<void>;
  close(): Promise<void>;
}
