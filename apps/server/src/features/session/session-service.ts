import type { Session } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database } from "../../database/database.ts";
import type { Actor } from "../../platform/actor.ts";
import { lockAccount } from "./accounts/account-repository.ts";
import { sessionNotFound } from "./session-errors.ts";
import type { SessionEndings } from "./sessions/session-endings.ts";
import { listSessions, type SessionRow } from "./sessions/session-repository.ts";

export interface SessionServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly endings: SessionEndings;
}

/** The signed-in devices of a user. */
export class SessionService {
  readonly #deps: SessionServiceDeps;

  constructor(deps: SessionServiceDeps) {
    this.#deps = deps;
  }

  async list(actor: Actor): Promise<Session[]> {
    const { clock, database } = this.#deps;
    const rows = await listSessions(database.query, actor.userId, new Date(clock.now()));
    return rows.map((row) => toSession(row, actor));
  }

  /** Signing out twice is no error: the second request may be the repeat of one whose reply was lost. */
  async signOut(actor: Actor): Promise<void> {
    const { database, endings } = this.#deps;
    await database.transaction((tx) => endings.end(tx, { ...actor, id: actor.sessionId }, "signedOut"));
  }

  async end(actor: Actor, id: string): Promise<number> {
    const { database, endings } = this.#deps;
    const reason = id === actor.sessionId ? "signedOut" : "endedByUser";
    const ended = await database.transaction((tx) => endings.end(tx, { ...actor, id }, reason));
    if (ended === 0) throw sessionNotFound();
    return ended;
  }

  endOthers(actor: Actor): Promise<number> {
    const { database, endings } = this.#deps;
    return database.transaction(async (tx) => {
      // Two that end several sessions of one user take them in any order: without the lock they could wait in a circle.
      await lockAccount(tx.query, actor.userId);
      return endings.end(tx, { ...actor, exceptId: actor.sessionId }, "endedByUser");
    });
  }
}

function toSession(row: SessionRow, actor: Actor): Session {
  return {
    id: row.id,
    device: row.device_name,
    address: row.address,
    created_at: Math.floor(row.created_at.getTime() / 1000),
    last_used_at: Math.floor(row.last_used_at.getTime() / 1000),
    current: row.id === actor.sessionId,
  };
}
