import type { VoicemailBox, VoicemailBoxUpdate } from "@offhook/contract";
import type { Database } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { publishToMailbox } from "../voicemail-changes.ts";
import { noMailbox } from "../voicemail-errors.ts";
import { readBoxes, saveBox } from "./box-repository.ts";
import { readBox, requireManagedMailbox } from "./managed-box.ts";

export interface BoxServiceDeps {
  readonly database: Database;
  /** Messages may have been kept long enough now. */
  readonly onChanged: () => void;
}

/** Boxes as their readers see them, and the switches of those they manage. */
export class BoxService {
  readonly #deps: BoxServiceDeps;

  constructor(deps: BoxServiceDeps) {
    this.#deps = deps;
  }

  list(actor: Actor): Promise<VoicemailBox[]> {
    return readBoxes(this.#deps.database.query, actor);
  }

  async update(actor: Actor, { mailbox, ...switches }: VoicemailBoxUpdate): Promise<VoicemailBox> {
    return this.#deps.database.transaction(async (tx) => {
      const box = await requireManagedMailbox(tx.query, actor, mailbox);
      if (await saveBox(tx.query, box.id, switches)) {
        publishToMailbox(tx, box, { type: "VOICEMAIL_BOX", mailbox: box.name });
        tx.onCommit(this.#deps.onChanged);
      }
      const updated = await readBox(tx.query, actor, mailbox);
      if (!updated) throw noMailbox();
      return updated;
    });
  }
}
