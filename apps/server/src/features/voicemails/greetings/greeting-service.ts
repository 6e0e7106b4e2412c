import type {
  Greeting,
  GreetingChoiceUpdate,
  GreetingQuery,
  GreetingRename,
  Greetings,
  GreetingUpload,
} from "@offhook/contract";
import type { Kysely } from "kysely";
import type { Database, Transaction } from "../../../database/database.ts";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { ObjectStore } from "../../../platform/files/object-store.ts";
import { requireManagedMailbox } from "../boxes/managed-box.ts";
import { type Mailbox, requireOwnMailbox } from "../mailbox-access-repository.ts";
import { publishToMailbox } from "../voicemail-changes.ts";
import { fileMissing } from "../voicemail-errors.ts";
import type { GreetingDecoder } from "./greeting-decoder.ts";
import { findGreetingId, listGreetings, readHours, saveGreetingName } from "./greeting-repository.ts";
import { type GreetingShelf, toGreeting } from "./greeting-shelf.ts";

export interface GreetingServiceDeps {
  readonly database: Database;
  readonly objects: Pick<ObjectStore, "put" | "head" | "delete">;
  readonly decoder: GreetingDecoder;
  readonly shelf: GreetingShelf;
  readonly fileUrl: (key: string) => string;
}

/** Two minutes of what the decoder makes. */
const MAX_STORED_BYTES = 8 * 1024 * 1024;

/** Greetings as the console knows them: everyone who reads a box hears them, those who manage it change them. */
export class GreetingService {
  readonly #deps: GreetingServiceDeps;

  constructor(deps: GreetingServiceDeps) {
    this.#deps = deps;
  }

  async list(actor: Actor, mailbox: string): Promise<Greetings> {
    const { query } = this.#deps.database;
    return this.#read(query, await requireOwnMailbox(query, actor, mailbox));
  }

  async add(actor: Actor, { mailbox, uuid, name, file }: GreetingUpload): Promise<Greeting> {
    const { database, objects, decoder, shelf } = this.#deps;
    const box = await requireManagedMailbox(database.query, actor, mailbox);
    const known = await findGreetingId(database.query, box.id, uuid);
    if (known !== undefined) return toGreeting(await shelf.find(database.query, box, known));
    const { wav, durationMs } = await decoder.decode(file);
    const stored = await objects.put(wav, { maxBytes: MAX_STORED_BYTES });
    let isKept = false;
    try {
      return await database.transaction(async (tx) => {
        const { id, isNew } = await shelf.add(tx, box, { uuid, name, durationMs, stored });
        isKept = isNew;
        return toGreeting(await shelf.find(tx.query, box, id));
      });
    } catch (error) {
      isKept = false;
      throw error;
    } finally {
      if (!isKept) await objects.delete(stored.key);
    }
  }

  async rename(actor: Actor, { mailbox, id, name }: GreetingRename): Promise<Greeting> {
    return this.#change(actor, mailbox, async (tx, box) => {
      const greeting = await this.#deps.shelf.find(tx.query, box, id);
      await saveGreetingName(tx.query, id, name);
      publishToMailbox(tx, box, { type: "VOICEMAIL_BOX", mailbox: box.name });
      return { ...toGreeting(greeting), name };
    });
  }

  async delete(actor: Actor, { mailbox, id }: GreetingQuery): Promise<Greetings> {
    return this.#change(actor, mailbox, async (tx, box) => {
      await this.#deps.shelf.remove(tx, box, id);
      return this.#read(tx.query, box);
    });
  }

  async choose(actor: Actor, { mailbox, ...choice }: GreetingChoiceUpdate): Promise<Greetings> {
    return this.#change(actor, mailbox, async (tx, box) => {
      await this.#deps.shelf.choose(tx, box, choice);
      return this.#read(tx.query, box);
    });
  }

  async file(actor: Actor, { mailbox, id }: GreetingQuery): Promise<{ url: string }> {
    const { database, objects, shelf, fileUrl } = this.#deps;
    const box = await requireOwnMailbox(database.query, actor, mailbox);
    const { objectKey } = await shelf.find(database.query, box, id);
    if (!(await objects.head(objectKey))) throw fileMissing();
    return { url: fileUrl(objectKey) };
  }

  #change<Result>(
    actor: Actor,
    mailbox: string,
    work: (tx: Transaction, box: Mailbox) => Promise<Result>,
  ): Promise<Result> {
    return this.#deps.database.transaction(async (tx) =>
      work(tx, await requireManagedMailbox(tx.query, actor, mailbox)),
    );
  }

  async #read(query: Kysely<DB>, box: Mailbox): Promise<Greetings> {
    return {
      greetings: (await listGreetings(query, box.id)).map(toGreeting),
      chosen: await this.#deps.shelf.chosen(query, box.id),
      hours: await readHours(query, box.customerId),
    };
  }
}
