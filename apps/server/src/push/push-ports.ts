import type { PushChannel } from "@offhook/contract";
import type { LoggedEvent } from "../database/events/event-log.ts";
import type { Actor } from "../platform/actor.ts";

/** The connection to one client, whatever carries it. */
export interface PushSocket {
  /** What was handed over and has not yet left this process. */
  readonly bufferedBytes: number;
  /** `sent` is called once this text and all before it have left. */
  send(text: string, sent?: () => void): void;
  /** What `work` sends leaves in one piece: a system call for each frame would cost more than the frame. */
  gather(work: () => void): void;
  ping(): void;
  close(code: number, reason: string): void;
  /** Without asking the other side. */
  terminate(): void;
}

/** Says which channels a user may hear. */
export interface ChannelDirectory {
  channelsOf(actor: Actor): Promise<PushChannel[]>;
}

/** A company's numbered events. Numbers have no gaps, except before the oldest one that is still kept. */
export interface EventLog {
  read(customerId: number, afterId: number, limit: number): Promise<LoggedEvent[]>;
  lastId(customerId: number): Promise<number>;
}

/** Finds who a session belongs to, and throws a DomainError with code 433 when it is over. */
export interface SessionLookup {
  actorOf(sessionId: string): Promise<Actor>;
}
