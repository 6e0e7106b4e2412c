import { randomUUID } from "node:crypto";
import {
  type Greeting,
  type GreetingChoice,
  type GreetingChoiceUpdate,
  MAX_GREETINGS,
} from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Kysely } from "kysely";
import type { Transaction } from "../../../database/database.ts";
import { deleteFile, insertFile } from "../../../database/file-repository.ts";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { AudioFiles } from "../../../platform/files/audio-files.ts";
import type { StoredObject } from "../../../platform/files/object-store.ts";
import type { Mailbox } from "../mailbox-access-repository.ts";
import { publishToMailbox } from "../voicemail-changes.ts";
import { alreadyOver, greetingNotFound, tooManyGreetings } from "./greeting-errors.ts";
import {
  deleteGreeting,
  findGreetingId,
  insertGreeting,
  listChoices,
  listGreetings,
  lockGreetings,
  type Occasion,
  type StoredGreeting,
  saveChoice,
} from "./greeting-repository.ts";

export interface GreetingShelfDeps {
  readonly clock: Clock;
  readonly files: Pick<AudioFiles, "forget">;
}

export interface NewGreeting {
  readonly uuid: string;
  readonly name: string;
  readonly durationMs: number;
  readonly stored: StoredObject;
}

const NOTHING_CHOSEN: GreetingChoice = {
  no_answer: null,
  busy: null,
  closed: null,
  temporary: null,
  name: null,
};

export const toGreeting = ({ objectKey: _, ...greeting }: StoredGreeting): Greeting => greeting;

/** What both the console and the telephone do to the greetings of a box, within a transaction. */
export class GreetingShelf {
  readonly #deps: GreetingShelfDeps;

  constructor(deps: GreetingShelfDeps) {
    this.#deps = deps;
  }

  async chosen(query: Kysely<DB>, boxId: number): Promise<GreetingChoice> {
    const now = this.#deps.clock.now();
    const chosen = { ...NOTHING_CHOSEN };
    for (const { occasion, greetingId, until } of await listChoices(query, boxId)) {
      if (occasion !== "temporary") chosen[occasion] = greetingId;
      else if (until && until.getTime() > now)
        chosen.temporary = { greeting: greetingId, until: Math.floor(until.getTime() / 1000) };
    }
    return chosen;
  }

  /** The same upload again is the greeting it made the first time, and its new file is not needed. */
  async add(
    tx: Transaction,
    box: Mailbox,
    { uuid, name, durationMs, stored }: NewGreeting,
  ): Promise<{ readonly id: string; readonly isNew: boolean }> {
    await lockGreetings(tx.query, box.id);
    const known = await findGreetingId(tx.query, box.id, uuid);
    if (known !== undefined) return { id: known, isNew: false };
    if ((await listGreetings(tx.query, box.id)).length >= MAX_GREETINGS) throw tooManyGreetings();
    const id = randomUUID();
    await insertGreeting(tx.query, {
      id,
      customer_id: box.customerId,
      voicemail_box_id: box.id,
      uuid,
      name,
      object_key: stored.key,
      duration_ms: durationMs,
      created_at: new Date(this.#deps.clock.now()),
    });
    await insertFile(tx.query, box.customerId, "greeting", stored);
    this.#tell(tx, box);
    return { id, isNew: true };
  }

  async find(query: Kysely<DB>, box: Mailbox, id: string): Promise<StoredGreeting> {
    const found = (await listGreetings(query, box.id)).find((greeting) => greeting.id === id);
    if (!found) throw greetingNotFound();
    return found;
  }

  /** Null: the spoken default. */
  async choose(tx: Transaction, box: Mailbox, choice: Omit<GreetingChoiceUpdate, "mailbox">): Promise<void> {
    await lockGreetings(tx.query, box.id);
    for (const [occasion, chosen] of Object.entries(choice) as [Occasion, Chosen][]) {
      if (chosen === undefined) continue;
      const until = typeof chosen === "object" && chosen ? new Date(chosen.until * 1000) : null;
      const greetingId = typeof chosen === "object" ? chosen?.greeting : chosen;
      if (until && until.getTime() <= this.#deps.clock.now()) throw alreadyOver();
      if (greetingId !== undefined) await this.find(tx.query, box, greetingId);
      await saveChoice(
        tx.query,
        box.id,
        occasion,
        greetingId === undefined ? undefined : { greetingId, until },
      );
    }
    this.#tell(tx, box);
  }

  async remove(tx: Transaction, box: Mailbox, id: string): Promise<void> {
    await lockGreetings(tx.query, box.id);
    const { objectKey } = await this.find(tx.query, box, id);
    // First the file: a server that is killed here leaves a greeting that can be deleted again, and no file without one.
    await this.#deps.files.forget(objectKey);
    await deleteGreeting(tx.query, id);
    await deleteFile(tx.query, objectKey);
    this.#tell(tx, box);
  }

  #tell(tx: Transaction, box: Mailbox): void {
    publishToMailbox(tx, box, { type: "VOICEMAIL_BOX", mailbox: box.name });
  }
}

type Chosen = GreetingChoice[Occasion] | undefined;
