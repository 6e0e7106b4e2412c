import { buffer } from "node:stream/consumers";
import type { FaxFile, FaxFileQuery } from "@offhook/contract";
import type { z } from "zod";
import type { Database } from "../../../database/database.ts";
import { insertFile } from "../../../database/file-repository.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { ObjectStore } from "../../../platform/files/object-store.ts";
import { findSender } from "../../../platform/mail/forward-repository.ts";
import { faxNotFound, noReceipt } from "../fax-errors.ts";
import { fileNameOf } from "../fax-file-name.ts";
import { requireOwnFaxLine } from "../fax-line-repository.ts";
import type { FaxPages } from "../fax-pages.ts";
import { faxItems } from "../fax-repository.ts";
import { findToldFax, saveReceiptKey, type ToldFax } from "../mail/fax-mail-repository.ts";
import { receiptContent } from "./receipt-content.ts";

export interface FaxReceiptsDeps {
  readonly database: Database;
  readonly objects: Pick<ObjectStore, "get" | "put" | "delete">;
  readonly pages: Pick<FaxPages, "renderReceipt">;
  readonly fileUrl: (key: string, name?: string) => string;
}

const MAX_RECEIPT_BYTES = 16 * 1024 * 1024;

/** What became of a fax, on a page. It is drawn when somebody wants it, once. */
export class FaxReceipts {
  readonly #deps: FaxReceiptsDeps;

  constructor(deps: FaxReceiptsDeps) {
    this.#deps = deps;
  }

  async file(actor: Actor, { mailbox, id, download }: z.output<typeof FaxFileQuery>): Promise<FaxFile> {
    const { query } = this.#deps.database;
    const line = await requireOwnFaxLine(query, actor, mailbox);
    const [own] = await faxItems.listIdsIn(query, line.id, [id]);
    const fax = own === undefined ? undefined : await findToldFax(query, own);
    if (!fax) throw faxNotFound();
    const { timezone } = await findSender(query, actor.userId);
    const key = await this.keyOf(fax, timezone);
    if (key === undefined) throw noReceipt();
    const filename = fileNameOf({ ...fax, timezone }, "Receipt of fax");
    return { url: this.#deps.fileUrl(key, download ? filename : undefined), filename, pages: 1 };
  }

  /** Undefined where nothing is known of its delivery yet. */
  async keyOf(fax: ToldFax, timezone: string): Promise<string | undefined> {
    const { database, objects, pages } = this.#deps;
    if (fax.state !== "done" && fax.state !== "failed") return undefined;
    if (fax.receiptKey !== null) return fax.receiptKey;
    const picture = fax.pictureKey === null ? undefined : await objects.get(fax.pictureKey);
    const content = receiptContent(fax, timezone, picture && (await buffer(picture.stream)));
    const stored = await objects.put(await pages.renderReceipt(content), { maxBytes: MAX_RECEIPT_BYTES });
    const isSaved = await database.transaction(async (tx) => {
      if (!(await saveReceiptKey(tx.query, fax.id, stored.key))) return false;
      await insertFile(tx.query, fax.customerId, `Receipt of fax ${fax.id}`, stored);
      return true;
    });
    if (isSaved) return stored.key;
    await objects.delete(stored.key);
    return (await findToldFax(database.query, fax.id))?.receiptKey ?? undefined;
  }
}
