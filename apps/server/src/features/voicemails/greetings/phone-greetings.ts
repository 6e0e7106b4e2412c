import { randomUUID } from "node:crypto";
import { MAX_GREETINGS } from "@offhook/contract";
import type { Database } from "../../../database/database.ts";
import type { AudioFiles } from "../../../platform/files/audio-files.ts";
import type { Mailbox } from "../mailbox-access-repository.ts";
import { listChoices, listGreetings, type Occasion } from "./greeting-repository.ts";
import type { GreetingShelf } from "./greeting-shelf.ts";

export interface PhoneGreetingsDeps {
  readonly database: Database;
  readonly files: AudioFiles;
  readonly shelf: GreetingShelf;
}

/** For all others it is chosen until it is changed. */
type Until = { readonly untilMs?: number | undefined };

/** Greetings as the telephone knows them: files to play, and recordings that are chosen at once. */
export class PhoneGreetings {
  readonly #deps: PhoneGreetingsDeps;

  constructor(deps: PhoneGreetingsDeps) {
    this.#deps = deps;
  }

  /** What is heard on the occasion at this moment; undefined for the spoken default, also where a file is gone. */
  async heard(boxId: number, occasion: Occasion, now: number): Promise<string | undefined> {
    const choices = await listChoices(this.#deps.database.query, boxId);
    const chosen = choices.find((choice) => choice.occasion === occasion);
    if (!chosen || (chosen.until && chosen.until.getTime() <= now)) return undefined;
    return this.#deps.files.playable(chosen.objectKey);
  }

  /** Newest first. */
  async list(boxId: number): Promise<{ readonly id: string; readonly path: string }[]> {
    const all = await listGreetings(this.#deps.database.query, boxId);
    const playable = all.map(async ({ id, objectKey }) => ({
      id,
      path: await this.#deps.files.playable(objectKey),
    }));
    return (await Promise.all(playable)).flatMap(({ id, path }) =>
      path === undefined ? [] : [{ id, path }],
    );
  }

  /** Undefined: the spoken default. */
  async choose(box: Mailbox, occasion: Occasion, id: string | undefined, until: Until = {}): Promise<void> {
    const { database, shelf } = this.#deps;
    await database.transaction((tx) => shelf.choose(tx, box, { [occasion]: chosenAs(occasion, id, until) }));
  }

  async record(
    box: Mailbox,
    occasion: Occasion,
    recorded: { readonly path: string; readonly durationMs: number },
    until: Until = {},
  ): Promise<void> {
    const { database, files, shelf } = this.#deps;
    const stored = await files.put(recorded.path);
    const greeting = {
      uuid: randomUUID(),
      name: occasion === "name" ? "Name, recorded by phone" : "Recorded by phone",
      durationMs: recorded.durationMs,
      stored,
    };
    try {
      await database.transaction(async (tx) => {
        await this.#makeRoom(box, tx);
        const { id } = await shelf.add(tx, box, greeting);
        await shelf.choose(tx, box, { [occasion]: chosenAs(occasion, id, until) });
      });
    } catch (error) {
      await files.forget(stored.key);
      throw error;
    }
  }

  /** Nobody can tidy up by telephone: the oldest that no caller hears makes room. */
  async #makeRoom(box: Mailbox, tx: Parameters<GreetingShelf["remove"]>[0]): Promise<void> {
    const all = await listGreetings(tx.query, box.id);
    if (all.length < MAX_GREETINGS) return;
    const chosen = new Set((await listChoices(tx.query, box.id)).map(({ greetingId }) => greetingId));
    const oldest = all.findLast(({ id }) => !chosen.has(id));
    if (oldest) await this.#deps.shelf.remove(tx, box, oldest.id);
  }
}

const chosenAs = (occasion: Occasion, id: string | undefined, { untilMs = 0 }: Until) => {
  if (id === undefined) return null;
  return occasion === "temporary" ? { greeting: id, until: Math.floor(untilMs / 1000) } : id;
};
