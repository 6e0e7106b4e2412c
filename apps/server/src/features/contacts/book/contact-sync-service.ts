import { type Contact, type ContactSync, type ContactSyncQuery, tagsOf } from "@offhook/contract";
import type { Database } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { findBook, listContacts, listTagLists } from "./contact-repository.ts";
import { listChanges, listSpeedDial, type SyncPosition } from "./contact-sync-repository.ts";
import { contactView } from "./contact-view.ts";

export interface ContactSyncDeps {
  readonly database: Database;
  readonly photoUrl: (key: string) => string;
}

const LAST_ID = 2_147_483_647;

/** Gives a client the whole book once, and from then on only what has changed. */
export class ContactSyncService {
  readonly #deps: ContactSyncDeps;

  constructor(deps: ContactSyncDeps) {
    this.#deps = deps;
  }

  async sync(actor: Actor, { cursor, limit }: ContactSyncQuery): Promise<ContactSync> {
    const { query } = this.#deps.database;
    // Before the rows: whatever is committed in between is then sent once more rather than never.
    const book = await findBook(query, actor.customerId);
    const asked = cursor === undefined ? undefined : parseCursor(cursor);
    const isTooOld =
      asked !== undefined && (asked.knows < book.forgotten_version || asked.knows > book.version);
    const from = isTooOld ? undefined : asked;
    const rows = await listChanges(query, actor, from, limit);
    const speedDial = await listSpeedDial(query, actor.userId);
    const dialed = new Set(speedDial);
    const more = rows.length === limit;
    const last = rows.at(-1);
    return {
      contacts: rows
        .filter((row) => row.is_visible)
        .map((row) => contactView(row, actor, dialed, this.#deps)),
      deleted: rows.filter((row) => !row.is_visible).map((row) => String(row.id)),
      cursor:
        more && last
          ? `${last.version}.${last.id}.${from?.knows ?? book.version}`
          : endOf(book.version, last),
      more,
      reset: isTooOld,
      speeddial: speedDial,
    };
  }

  async list(actor: Actor): Promise<Contact[]> {
    const { query } = this.#deps.database;
    const dialed = new Set(await listSpeedDial(query, actor.userId));
    const rows = await listContacts(query, actor);
    return rows.map((row) => contactView(row, actor, dialed, this.#deps));
  }

  /** For completion while somebody types one. */
  async tags(actor: Actor): Promise<string[]> {
    const lists = await listTagLists(this.#deps.database.query, actor);
    return tagsOf(lists.join(",")).toSorted((a, b) => a.localeCompare(b, "en"));
  }

  /** Addresses of pictures that work now; those in a client's copy of the book have expired. */
  async photos(actor: Actor, ids: readonly string[]): Promise<{ id: string; photo: string | null }[]> {
    const rows = await listContacts(this.#deps.database.query, actor, { ids: ids.map(Number) });
    return rows.map(({ id, photo_key }) => ({
      id: String(id),
      photo: photo_key === null ? null : this.#deps.photoUrl(photo_key),
    }));
  }
}

interface Cursor extends SyncPosition {
  /** The version up to which nothing that has gone since can still be with the client. */
  readonly knows: number;
}

function parseCursor(text: string): Cursor {
  const [version = 0, id = 0, begun] = text.split(".").map(Number);
  return { version, id: Math.min(id, LAST_ID), knows: begun ?? version };
}

function endOf(version: number, last: { readonly version: number } | undefined): string {
  return `${Math.max(version, last?.version ?? 0)}.${LAST_ID}`;
}
