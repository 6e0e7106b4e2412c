import { SMS_PRESENCE_MS, type SmsPresence, type SmsPresenceUpdate, type SmsViewer } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database } from "../../../database/database.ts";
import { findUserName } from "../../../database/user-name-repository.ts";
import type { Actor } from "../../../platform/actor.ts";
import { findOwnConversation, publishToLine } from "./conversation-threads.ts";
import { listOwnSmsLines, type SmsLine } from "./sms-line-repository.ts";

export interface ConversationPresenceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "warn">;
}

interface Visit {
  readonly viewer: SmsViewer;
  until: number;
}

interface Room {
  readonly line: SmsLine;
  readonly number: string;
  readonly visits: Map<number, Visit>;
}

/**
 * The users who look at a conversation or write in it, so that two do not answer the same person. In memory: a user who
 * still looks says so every few seconds, and is forgotten otherwise.
 */
export class ConversationPresence {
  readonly #deps: ConversationPresenceDeps;
  readonly #rooms = new Map<number, Room>();
  #cancelSweep: CancelTimer | undefined;

  constructor(deps: ConversationPresenceDeps) {
    this.#deps = deps;
  }

  async update(actor: Actor, { state, ...address }: SmsPresenceUpdate): Promise<SmsPresence> {
    const { database, clock } = this.#deps;
    const { line, conversation } = await findOwnConversation(database.query, actor, address);
    const room = this.#rooms.get(conversation.id) ?? { line, number: conversation.number, visits: new Map() };
    const before = room.visits.get(actor.userId)?.viewer.state;
    if (state === "gone") room.visits.delete(actor.userId);
    else {
      const name = await findUserName(database.query, actor.userId);
      const viewer = { user_id: actor.userId, name, state };
      room.visits.set(actor.userId, { viewer, until: clock.now() + SMS_PRESENCE_MS });
    }
    if (room.visits.size > 0) this.#rooms.set(conversation.id, room);
    else this.#rooms.delete(conversation.id);
    this.#scheduleSweep();
    if (before !== (state === "gone" ? undefined : state)) await this.#tell(room);
    return this.#presenceOf(room);
  }

  async list(actor: Actor): Promise<SmsPresence[]> {
    const lines = new Set((await listOwnSmsLines(this.#deps.database.query, actor)).map(({ id }) => id));
    return [...this.#rooms.values()]
      .filter(({ line }) => lines.has(line.id))
      .map((room) => this.#presenceOf(room));
  }

  close(): void {
    this.#cancelSweep?.();
    this.#rooms.clear();
  }

  #scheduleSweep(): void {
    this.#cancelSweep?.();
    const ends = [...this.#rooms.values()].flatMap(({ visits }) =>
      [...visits.values()].map(({ until }) => until),
    );
    if (ends.length === 0) return;
    const delayMs = Math.max(0, Math.min(...ends) - this.#deps.clock.now());
    this.#cancelSweep = this.#deps.clock.schedule(delayMs, () => this.#sweep());
  }

  #sweep(): void {
    const now = this.#deps.clock.now();
    for (const [id, room] of this.#rooms) {
      const gone = [...room.visits].filter(([, { until }]) => until <= now);
      for (const [userId] of gone) room.visits.delete(userId);
      if (room.visits.size === 0) this.#rooms.delete(id);
      if (gone.length === 0) continue;
      this.#tell(room).catch((error: unknown) => {
        this.#deps.log.warn({ err: error }, "Who left a conversation could not be told");
      });
    }
    this.#scheduleSweep();
  }

  async #tell(room: Room): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      publishToLine(tx, room.line, { type: "SMS_PRESENCE", ...this.#presenceOf(room) });
    });
  }

  #presenceOf({ line, number, visits }: Room): SmsPresence {
    const people = [...visits.values()].map(({ viewer }) => viewer);
    return { smsLine: line.number, conversation: number, people, time: this.#deps.clock.now() };
  }
}
