import type { PushEvent } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "./schema/database-schema.ts";

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
  /**
   * For reads of which a crowd can come at once, as when every client comes back: a few connections of their own, so
   * that such readers never take those of requests and writes.
   */
  readonly crowdQuery: Kysely<DB>;
  /** For the search index alone: its connections are few, and its statements end after a while. */
  readonly searchQuery: Kysely<DB>;
  /** Independent of any other transaction, also when called inside one: hand `tx` on, or use `tx.nested`. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * A number such that every event of the company up to it is contained in whatever is read from now on. It may be
   * behind the log, where another process writes too, and never ahead of it.
   */
  readonly eventNumber: (customerId: number) => number | Promise<number>;
  /** For events that tell of no stored change: a transaction of theirs alone, in one step. */
  publish(events: readonly NewEvent[]): Promise<void>;
  close(): Promise<void>;
}
