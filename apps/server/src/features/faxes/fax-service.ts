import type {
  Fax,
  FaxDeletion,
  FaxDetails,
  FaxFile,
  FaxFileQuery,
  FaxListQuery,
  FaxQuery,
} from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { z } from "zod";
import type { Database } from "../../database/database.ts";
import type { Actor } from "../../platform/actor.ts";
import { UNDO_MS } from "../../platform/loops/forgetting-loop.ts";
import type { UnreadService } from "../unread/index.ts";
import { publishChanged, publishToLine, unreadLine } from "./fax-changes.ts";
import { faxNotFound, fileMissing, stillSending, tooLateToUndo } from "./fax-errors.ts";
import { fileNameOf } from "./fax-file-name.ts";
import { listOwnFaxLines, requireOwnFaxLine, requireOwnFaxLines } from "./fax-line-repository.ts";
import { listFaxIds } from "./fax-list-repository.ts";
import { faxItems, findFilePlace, lockFax } from "./fax-repository.ts";
import { readExtras, readFaxes } from "./fax-view-repository.ts";

export interface FaxServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly unread: Pick<UnreadService, "addWithin" | "removeWithin">;
  /** The address a browser loads a stored file from. */
  readonly fileUrl: (key: string, name?: string) => string;
  /** Something was deleted, and has to be forgotten later. */
  readonly onDeleted: () => void;
}

/** Faxes of the lines that a user works with. */
export class FaxService {
  readonly #deps: FaxServiceDeps;

  constructor(deps: FaxServiceDeps) {
    this.#deps = deps;
  }

  async list(actor: Actor, page: FaxListQuery): Promise<Fax[]> {
    const { query } = this.#deps.database;
    const lines =
      page.mailbox === undefined
        ? await listOwnFaxLines(query, actor)
        : await requireOwnFaxLines(query, actor, page.mailbox);
    const reader = { ...actor, lineIds: lines.map(({ id }) => id) };
    return readFaxes(query, actor.customerId, await listFaxIds(query, reader, page));
  }

  async read(actor: Actor, { mailbox, id }: FaxQuery): Promise<FaxDetails> {
    const { query } = this.#deps.database;
    const line = await requireOwnFaxLine(query, actor, mailbox);
    const [fax] = await readFaxes(query, actor.customerId, await faxItems.listIdsIn(query, line.id, [id]));
    if (!fax) throw faxNotFound();
    return { ...fax, ...(await readExtras(query, id)) };
  }

  async file(actor: Actor, { mailbox, id, download }: z.output<typeof FaxFileQuery>): Promise<FaxFile> {
    const { database, fileUrl } = this.#deps;
    const line = await requireOwnFaxLine(database.query, actor, mailbox);
    const place = await findFilePlace(database.query, actor.userId, line.id, id);
    if (!place) throw faxNotFound();
    if (place.pdfKey === null) throw fileMissing();
    const filename = fileNameOf(place);
    return { url: fileUrl(place.pdfKey, download ? filename : undefined), filename, pages: place.pages };
  }

  async delete(actor: Actor, { mailbox, id }: FaxQuery): Promise<FaxDeletion> {
    const { database, clock, unread, onDeleted } = this.#deps;
    return database.transaction(async (tx) => {
      const line = await requireOwnFaxLine(tx.query, actor, mailbox);
      const fax = await lockFax(tx.query, line.id, id);
      if (!fax) throw faxNotFound();
      if (fax.deletedAt) return { undoUntil: fax.deletedAt.getTime() + UNDO_MS };
      if (fax.state === "waiting" || fax.state === "sending") throw stillSending();
      const now = clock.now();
      await faxItems.saveDeletedAt(tx.query, id, new Date(now));
      publishToLine(tx, line, { type: "FAX_DELETED", mailbox: line.number, ids: [id] });
      if (fax.isNew) await unread.removeWithin(tx, [unreadLine(line)], [id]);
      tx.onCommit(onDeleted);
      return { undoUntil: now + UNDO_MS };
    });
  }

  async restore(actor: Actor, { mailbox, id }: FaxQuery): Promise<Fax> {
    const { database, clock, unread } = this.#deps;
    return database.transaction(async (tx) => {
      const line = await requireOwnFaxLine(tx.query, actor, mailbox);
      const fax = await lockFax(tx.query, line.id, id);
      if (!fax) throw faxNotFound();
      if (fax.deletedAt) {
        if (fax.deletedAt.getTime() + UNDO_MS < clock.now()) throw tooLateToUndo();
        await faxItems.saveDeletedAt(tx.query, id, null);
        await publishChanged(tx, line, [id]);
        if (fax.isNew) await unread.addWithin(tx, unreadLine(line), [id]);
      }
      const [restored] = await readFaxes(tx.query, actor.customerId, [id]);
      if (!restored) throw faxNotFound();
      return restored;
    });
  }
}
