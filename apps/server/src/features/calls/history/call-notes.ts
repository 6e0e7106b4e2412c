import { type CallHistoryEvent, type CallNote, type CallNoteUpdate, channelName } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { callRecordNotFound } from "../call-errors.ts";
import { deleteNote, findNote, listLinesInCall, saveNote } from "./call-note-repository.ts";

export interface CallNotesDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** What people write down about a call: shared by the readers of the line, and by nobody else. */
export class CallNotes {
  readonly #deps: CallNotesDeps;

  constructor(deps: CallNotesDeps) {
    this.#deps = deps;
  }

  /** A call that has only just begun may have no record yet, and so no line: nothing is noted about it either. */
  async read(actor: Actor, callId: string): Promise<CallNote | null> {
    const { query } = this.#deps.database;
    const lines = await listLinesInCall(query, actor, callId);
    return findNote(
      query,
      callId,
      lines.map(({ id }) => id),
    );
  }

  async write(actor: Actor, { callid, note }: CallNoteUpdate): Promise<CallNote | null> {
    const { database, clock } = this.#deps;
    const { customerId, userId } = actor;
    const text = note.trim();
    return database.transaction(async (tx) => {
      const lines = await listLinesInCall(tx.query, actor, callid);
      if (lines.length === 0) throw callRecordNotFound();
      for (const { id } of lines) {
        if (text === "") await deleteNote(tx.query, callid, id);
        else {
          const at = new Date(clock.now());
          await saveNote(tx.query, { customerId, userId, callId: callid, phoneId: id, text, at });
        }
      }
      const saved = await findNote(
        tx.query,
        callid,
        lines.map(({ id }) => id),
      );
      for (const { id, name } of lines) {
        const event: CallHistoryEvent = { type: "HISTORY_NOTE", phone: name, callid, note: saved };
        tx.publish({ customerId, channel: channelName("phone", id), event });
      }
      return saved;
    });
  }
}
