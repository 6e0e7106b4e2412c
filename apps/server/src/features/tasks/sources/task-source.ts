import type { TaskPreview, TaskSourceType } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { Actor } from "../../../platform/actor.ts";

/** What a task is about, as a request names it. */
export interface TaskSourceRef {
  readonly sourceId: string;
  /** Of a text only. */
  readonly smsLine: string | undefined;
}

/** The thing itself, found and seen. */
export interface TaskSubject {
  readonly sourceId: string;
  /** The number of the SMS or fax line, the name of the phone, voicemail box or chat. */
  readonly line: string;
  /** Users who may hear it see the task, and nobody else. Changes are told there, or to the source's `audience`. */
  readonly channel: string;
  /** The key of the other party's number; empty where it is hidden. */
  readonly number: string;
}

/** A task's source, in a list of tasks of one company. */
export interface ListedSource {
  readonly sourceId: string;
  readonly line: string;
  readonly sourceDetailId: string | null;
}

/** What a feature tells of its own things, so that they can have tasks. */
export interface TaskSource {
  readonly type: TaskSourceType;
  /** Undefined where it does not exist, or the actor may not see it. */
  find(query: Kysely<DB>, actor: Actor, ref: TaskSourceRef): Promise<TaskSubject | undefined>;
  /** Everyone who can see it: users of its line for whom the feature is on. */
  readers(query: Kysely<DB>, customerId: number, subject: Pick<TaskSubject, "line">): Promise<number[]>;
  /** In the order given; undefined for what is gone. The actor sees them all. */
  preview(
    query: Kysely<DB>,
    actor: Actor,
    sources: readonly ListedSource[],
  ): Promise<(TaskPreview | undefined)[]>;
  /** Channels of what the actor sees, where push has none for it. */
  channelsOf?(query: Kysely<DB>, actor: Actor): Promise<string[]>;
  /** Where changes are told instead of the subject's own channel, where push has none for it. */
  audience?(query: Kysely<DB>, customerId: number, subject: Pick<TaskSubject, "line">): Promise<string[]>;
}
