import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { FaxResolution } from "@offhook/contract";
import type { ReceivedPages } from "@offhook/fax-pages";
import type { BaseLogger } from "pino";
import type { Database, Transaction } from "../../../database/database.ts";
import { insertFile } from "../../../database/file-repository.ts";
import type { ObjectStore, StoredObject } from "../../../platform/files/object-store.ts";
import type { UnreadService } from "../../unread/index.ts";
import { publishFax, unreadLine } from "../fax-changes.ts";
import { type FaxLine, findFaxLine } from "../fax-line-repository.ts";
import type { FaxPages } from "../fax-pages.ts";
import type { FaxMails } from "../mail/fax-mails.ts";
import { findArrival, insertArrival, isBlocked } from "./arrival-repository.ts";

export interface FaxArrivalsDeps {
  readonly database: Database;
  readonly objects: Pick<ObjectStore, "put" | "delete">;
  readonly unread: Pick<UnreadService, "addWithin">;
  readonly pages: Pick<FaxPages, "receivedPages">;
  readonly mails: Pick<FaxMails, "addWithin">;
  readonly log: Pick<BaseLogger, "warn">;
}

/** A fax as a machine or a provider has received it. */
export interface IncomingFax {
  /** The fax line that was called. */
  readonly lineNumber: string;
  /** Digits with the country code; empty where it is hidden. */
  readonly callerNumber: string;
  readonly callerName: string;
  /** How the other machine names itself. */
  readonly station: string;
  /** A local file with the pages; whoever took it removes it when `take` has resolved. */
  readonly tiffFile: string;
  /** As the machine counted them, the damaged ones too. */
  readonly pages: number;
  /** From 1. */
  readonly damaged: readonly number[];
  readonly at: Date;
  /** Of the call or of the provider's message: a repeat is no second fax. */
  readonly sourceId: string;
}

/** What is stored of a fax that has come in. */
export interface ArrivedFiles {
  readonly tiff: StoredObject;
  readonly pdf: StoredObject | undefined;
  readonly picture: StoredObject | undefined;
}

/** More than 200 pages of the finest pictures have. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;
const LONGEST_NAME = 200;
/** A process that reads pages may be killed for want of memory. */
const READ_ATTEMPTS = 2;

/** Faxes that come in. */
export class FaxArrivals {
  readonly #deps: FaxArrivalsDeps;

  constructor(deps: FaxArrivalsDeps) {
    this.#deps = deps;
  }

  /** The id of the fax; undefined where nobody has this line, or its company blocks the sender. Resolves when it would survive a power cut. */
  async take(incoming: IncomingFax): Promise<string | undefined> {
    const { database } = this.#deps;
    const line = await findFaxLine(database.query, incoming.lineNumber);
    if (!line) return undefined;
    if (await isBlocked(database.query, line, incoming.callerNumber)) return undefined;
    const known = await findArrival(database.query, line.id, incoming.sourceId);
    if (known !== undefined) return known;
    const bytes = await readFile(incoming.tiffFile);
    const read = await this.#read(bytes, incoming);
    const files = await this.store({ tiff: bytes, pdf: read?.pdf, picture: read?.firstPagePng });
    const pages = Math.max(1, incoming.pages, read?.pages ?? 0);
    // Pages that cannot be read at all are kept too, and said to be damaged.
    const damaged = read
      ? [...new Set([...incoming.damaged, ...read.damaged])].toSorted((one, other) => one - other)
      : Array.from({ length: pages }, (_, index) => index + 1);
    return this.arrive(line, files, { ...incoming, pages, damaged, resolution: "fine", subject: "" });
  }

  /** Stores what a row is going to speak of. */
  async store(content: {
    readonly tiff: Uint8Array;
    readonly pdf: Uint8Array | undefined;
    readonly picture: Uint8Array | undefined;
  }): Promise<ArrivedFiles> {
    const put = (bytes: Uint8Array) => this.#deps.objects.put(bytes, { maxBytes: MAX_FILE_BYTES });
    return {
      tiff: await put(content.tiff),
      pdf: content.pdf && (await put(content.pdf)),
      picture: content.picture && (await put(content.picture)),
    };
  }

  /** In one transaction with `alongside`. A repeat stores nothing anew. */
  async arrive(
    line: FaxLine,
    files: ArrivedFiles,
    fax: Omit<IncomingFax, "tiffFile" | "lineNumber"> & {
      readonly resolution: FaxResolution;
      readonly subject: string;
    },
    alongside?: (tx: Transaction) => Promise<void>,
  ): Promise<string> {
    const id = randomUUID();
    let isKept = false;
    try {
      const kept = await this.#deps.database.transaction(async (tx) => {
        const isNew = await this.#insertWithin(tx, line, files, { ...fax, id });
        await alongside?.(tx);
        return isNew ? id : await findArrival(tx.query, line.id, fax.sourceId);
      });
      isKept = kept === id;
      return kept ?? id;
    } finally {
      if (!isKept)
        for (const file of [files.tiff, files.pdf, files.picture])
          if (file) await this.#deps.objects.delete(file.key);
    }
  }

  async #insertWithin(
    tx: Transaction,
    line: FaxLine,
    { tiff, pdf, picture }: ArrivedFiles,
    fax: Parameters<FaxArrivals["arrive"]>[2] & { readonly id: string },
  ): Promise<boolean> {
    const { unread, mails } = this.#deps;
    const isNew = await insertArrival(tx.query, line, {
      ...fax,
      callerNumber: fax.callerNumber.replace(/\D/g, "").slice(0, 20),
      callerName: storable(fax.callerName),
      station: storable(fax.station),
      tiffKey: tiff.key,
      pdfKey: pdf?.key ?? null,
      pdfBytes: pdf?.size ?? null,
      pictureKey: picture?.key ?? null,
    });
    if (!isNew) return false;
    for (const file of [tiff, pdf, picture])
      if (file) await insertFile(tx.query, line.customerId, `Fax ${fax.id}`, file);
    await mails.addWithin(tx, fax.id);
    await publishFax(tx, line, "FAX_NEW", fax.id);
    await unread.addWithin(tx, unreadLine(line), [fax.id]);
    return true;
  }

  async #read(bytes: Uint8Array, { sourceId }: IncomingFax): Promise<ReceivedPages | undefined> {
    const { pages, log } = this.#deps;
    for (let attempt = 1; attempt <= READ_ATTEMPTS; attempt += 1)
      try {
        return await pages.receivedPages(bytes);
      } catch (error) {
        log.warn({ err: error, sourceId, attempt }, "The pages of a fax that came in could not be read");
      }
    return undefined;
  }
}

/** Other machines send anything as their name. */
const storable = (text: string): string =>
  text
    .replace(/\p{Cc}|\p{Surrogate}/gu, "")
    .trim()
    .slice(0, LONGEST_NAME);
