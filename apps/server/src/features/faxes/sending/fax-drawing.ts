import { buffer } from "node:stream/consumers";
import type { FaxPart, RenderedPages } from "@offhook/fax-pages";
import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database } from "../../../database/database.ts";
import { insertFile } from "../../../database/file-repository.ts";
import type { ObjectStore, StoredObject } from "../../../platform/files/object-store.ts";
import { BackgroundLoop } from "../../../platform/loops/background-loop.ts";
import { findCoverSender } from "../documents/cover-repository.ts";
import { coverContent, type FaxCovers } from "../documents/fax-covers.ts";
import { lookAtDocuments } from "../documents/fax-document-repository.ts";
import { publishFax } from "../fax-changes.ts";
import type { FaxPages } from "../fax-pages.ts";
import { findUndrawn, saveDrawn, type UndrawnFax, type UndrawnFaxes } from "./drawing-repository.ts";
import type { FaxSettling } from "./fax-settling.ts";
import { saveFaxTexts } from "./fax-text-repository.ts";

export interface FaxDrawingDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "warn" | "error">;
  readonly objects: Pick<ObjectStore, "get" | "put" | "delete">;
  readonly pages: Pick<FaxPages, "renderFaxes" | "renderPages">;
  readonly covers: FaxCovers;
  readonly settling: FaxSettling;
  /** A fax can be sent. */
  readonly onDrawn: () => void;
}

const SWEEP_MS = 60_000;
const MAX_FILE_BYTES = 256 * 1024 * 1024;
/** Its documents could be read when they were handed in: what is wrong now may pass. */
const MAX_FAILURES = 3;
/** Of all faxes that one process draws. */
const MAX_PAGES_AT_ONCE = 400;

/** Draws the pages of faxes that were handed in, also of those for later: their documents need not wait. */
export class FaxDrawing {
  readonly #deps: FaxDrawingDeps;
  readonly #loop: BackgroundLoop;
  /** By the fax that is drawn first. */
  readonly #failures = new Map<string, number>();
  #isClosing = false;

  constructor(deps: FaxDrawingDeps) {
    this.#deps = deps;
    const { clock, log } = deps;
    this.#loop = new BackgroundLoop({
      name: "drawing fax pages",
      clock,
      log,
      work: () => this.#drawNext(),
    });
  }

  start(): void {
    this.#loop.start();
  }

  wake(): void {
    this.#loop.wake();
  }

  close(): Promise<void> {
    this.#isClosing = true;
    return this.#loop.close();
  }

  async #drawNext(): Promise<number> {
    const order = await findUndrawn(this.#deps.database.query);
    const [first] = order?.faxes ?? [];
    if (!order || !first) return SWEEP_MS;
    const failures = this.#failures.get(first.id) ?? 0;
    // Where one of many cannot be drawn, the others shall not fail with it.
    const batch = { ...order, faxes: failures > 0 ? [first] : batchOf(order) };
    try {
      await this.#draw(batch);
      this.#failures.delete(first.id);
    } catch (error) {
      this.#failures.set(first.id, failures + 1);
      // The end of the server ends what draws, too.
      if (failures + 1 < MAX_FAILURES || this.#isClosing) throw error;
      this.#deps.log.warn({ err: error, faxId: first.id }, "The pages of a fax could not be drawn");
      this.#failures.delete(first.id);
      await this.#giveUp(batch);
    }
    return 0;
  }

  async #draw(order: UndrawnFaxes): Promise<void> {
    const { clock, pages } = this.#deps;
    const parts = await this.#parts(order, new Date(clock.now()));
    if (!parts) return this.#giveUp(order);
    const covers = await this.#covers(order);
    const ids = order.faxes.map(({ id }) => id);
    if (covers.length === 0) {
      await this.#keep(order, ids, await pages.renderPages(parts, order.resolution));
      return;
    }
    const wanted = covers.map((cover) => [cover, ...parts]);
    const drawn = await pages.renderFaxes(wanted, order.resolution);
    for (const [index, each] of drawn.entries()) await this.#keep(order, ids.slice(index, index + 1), each);
  }

  /** These faxes have the same pages, and share their files. */
  async #keep({ line }: UndrawnFaxes, ids: readonly string[], drawn: RenderedPages): Promise<void> {
    const { database, objects, onDrawn } = this.#deps;
    const files = await this.#store(drawn);
    let isKept = false;
    try {
      isKept = await database.transaction(async (tx) => {
        const [tiff, pdf, picture] = files;
        if (!tiff || !pdf || !picture) return false;
        const keys = { tiff_key: tiff.key, pdf_key: pdf.key, pdf_bytes: pdf.size, picture_key: picture.key };
        const [first, ...others] = await saveDrawn(tx.query, ids, keys);
        if (first === undefined) return false;
        await saveFaxTexts(tx.query, [first, ...others], drawn.words);
        for (const file of files) await insertFile(tx.query, line.customerId, `Fax ${first}`, file);
        for (const id of [first, ...others]) await publishFax(tx, line, "FAX_DLR", id);
        tx.onCommit(onDrawn);
        return true;
      });
    } finally {
      if (!isKept) for (const { key } of files) await objects.delete(key);
    }
  }

  /** Undefined where a document is gone. */
  async #parts({ content, userId }: UndrawnFaxes, now: Date): Promise<FaxPart[] | undefined> {
    const { database, objects } = this.#deps;
    const parts: FaxPart[] = [];
    const ids = [...new Set(content.pages.map(({ document }) => document))];
    const documents = new Map<string, { readonly bytes: Uint8Array; readonly name: string }>();
    for (const { id, name, objectKey } of await lookAtDocuments(database.query, userId ?? 0, ids, now)) {
      const object = await objects.get(objectKey);
      if (object) documents.set(id, { name, bytes: await buffer(object.stream) });
    }
    for (const { document, page, rotate } of content.pages) {
      const source = documents.get(document);
      if (!source) return undefined;
      parts.push({ ...source, page, rotate });
    }
    return parts;
  }

  /** One for each of the faxes; none where they have none. */
  async #covers({ line, userId, content, faxes, ...order }: UndrawnFaxes): Promise<FaxPart[]> {
    const { database, covers } = this.#deps;
    const { cover: text } = content;
    if (!text) return [];
    const { query } = database;
    const cover = await covers.find(query, line.customerId, text.cover);
    const sender = await findCoverSender(query, line.id, userId);
    return faxes.map(({ to }) => ({ cover: coverContent(cover, text, sender, { ...order, to }) }));
  }

  async #store({ tiff, pdf, firstPagePng }: RenderedPages): Promise<StoredObject[]> {
    const files: StoredObject[] = [];
    for (const bytes of [tiff, pdf, firstPagePng])
      files.push(await this.#deps.objects.put(bytes, { maxBytes: MAX_FILE_BYTES }));
    return files;
  }

  async #giveUp({ faxes }: UndrawnFaxes): Promise<void> {
    const { database, settling } = this.#deps;
    for (const { id } of faxes)
      await database.transaction((tx) => settling.giveUpWithin(tx, id, "badDocument"));
  }
}

/** As many as one process has time and memory for. Without covers they are all the same. */
function batchOf({ content, pages, faxes }: UndrawnFaxes): readonly UndrawnFax[] {
  return content.cover ? faxes.slice(0, Math.max(1, Math.floor(MAX_PAGES_AT_ONCE / pages))) : faxes;
}
