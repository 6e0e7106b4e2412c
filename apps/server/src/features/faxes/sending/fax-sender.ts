import { randomUUID } from "node:crypto";
import {
  type Fax,
  type FaxAgain,
  type FaxPage,
  type FaxQuery,
  type FaxRecipient,
  type FaxSend,
  MAX_FAX_PAGES,
} from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { z } from "zod";
import type { Database, Transaction } from "../../../database/database.ts";
import { deleteFile } from "../../../database/file-repository.ts";
import { findRegion } from "../../../database/region-repository.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { ObjectStore } from "../../../platform/files/object-store.ts";
import type { FaxCovers } from "../documents/fax-covers.ts";
import { lookAtDocuments } from "../documents/fax-document-repository.ts";
import { publishFax } from "../fax-changes.ts";
import * as errors from "../fax-errors.ts";
import { type FaxLine, findFaxLine, requireOwnFaxLine } from "../fax-line-repository.ts";
import { lockFax } from "../fax-repository.ts";
import { readFaxes } from "../fax-view-repository.ts";
import type { FaxWays } from "../ways/fax-transport.ts";
import { faxNumber } from "./fax-number.ts";
import type { FaxSettling } from "./fax-settling.ts";
import { copyFaxTexts } from "./fax-text-repository.ts";
import {
  bringForward,
  findSource,
  insertOrder,
  listOrder,
  lockOrders,
  markCanceled,
  type NewFax,
  planAnew,
} from "./order-repository.ts";

export interface FaxSenderDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly objects: Pick<ObjectStore, "delete">;
  readonly ways: FaxWays;
  readonly covers: FaxCovers;
  readonly settling: FaxSettling;
  /** There are pages to draw, or faxes to send. */
  readonly onOrdered: () => void;
  /** A fax that is on its way shall be stopped. */
  readonly onCanceled: (faxId: string) => void;
}

type Order = Pick<NewFax, "pages" | "resolution" | "subject" | "dueAt" | "content" | "drawn"> & {
  /** The fax whose pages these are. */
  readonly textsOf?: string;
};

/** A clock that is a little behind is no mistake of the user's. */
const PAST_MS = 60_000;
const YEAR_MS = 366 * 24 * 3_600_000;

/** Takes orders to send faxes. Whatever is wrong with one is said before anything is stored. */
export class FaxSender {
  readonly #deps: FaxSenderDeps;

  constructor(deps: FaxSenderDeps) {
    this.#deps = deps;
  }

  /** The same client id twice sends once, and answers the same. */
  async send(actor: Actor, request: z.output<typeof FaxSend>): Promise<Fax[]> {
    return this.#once(actor, request.uuid, async (tx) => {
      const line = await requireOwnFaxLine(tx.query, actor, request.mailbox);
      const { pages, cover, resolution } = request;
      const count = pages.length + (cover ? 1 : 0);
      if (count === 0) throw errors.emptyFax();
      if (count > MAX_FAX_PAGES) throw errors.tooManyPages();
      await this.#requirePages(tx, actor, pages);
      if (cover) await this.#deps.covers.find(tx.query, actor.customerId, cover.cover);
      return this.#order(tx, actor, line, request, {
        pages: count,
        resolution,
        subject: cover?.subject ?? "",
        dueAt: this.#dueAt(request.send_at),
        content: { pages, cover },
        drawn: null,
      });
    });
  }

  /** The pages of any fax once more. */
  async sendAgain(actor: Actor, request: z.output<typeof FaxAgain>): Promise<Fax[]> {
    return this.#once(actor, request.uuid, async (tx) => {
      const from = await requireOwnFaxLine(tx.query, actor, request.from);
      const origin = await requireOwnFaxLine(tx.query, actor, request.mailbox);
      const source = await findSource(tx.query, origin.id, request.id);
      if (!source) throw errors.faxNotFound();
      // Its cover names somebody else; what is drawn goes as it is.
      if (!source.drawn) throw errors.fileMissing();
      const { pages, resolution, subject, drawn } = source;
      const dueAt = new Date(this.#deps.clock.now());
      return this.#order(tx, actor, from, request, {
        ...{ pages, resolution, subject, drawn, dueAt },
        content: null,
        textsOf: request.id,
      });
    });
  }

  /** A failed one from its beginning, or the next try of one that waits. */
  async retry(actor: Actor, query: FaxQuery): Promise<Fax> {
    return this.#change(actor, query, async (tx, line, state) => {
      const now = new Date(this.#deps.clock.now());
      if (state === "waiting") await bringForward(tx.query, query.id, now);
      else if (state === "failed") await this.#retryFailed(tx, query.id, now);
      else throw errors.notFailed();
      await publishFax(tx, line, "FAX_DLR", query.id);
      tx.onCommit(this.#deps.onOrdered);
    });
  }

  async cancel(actor: Actor, query: FaxQuery): Promise<Fax> {
    const { settling, clock, onCanceled } = this.#deps;
    return this.#change(actor, query, async (tx, _line, state) => {
      if (state === "sending") {
        await markCanceled(tx.query, query.id, new Date(clock.now()));
        tx.onCommit(() => onCanceled(query.id));
      } else if (state !== "waiting" || !(await settling.giveUpWithin(tx, query.id, "canceled")))
        throw errors.notOnItsWay();
    });
  }

  async #retryFailed(tx: Transaction, id: string, now: Date): Promise<void> {
    const receipt = await planAnew(tx.query, id, now);
    if (receipt === null) return;
    await deleteFile(tx.query, receipt);
    // What no row speaks of any more costs room on the disk, if this fails.
    tx.onCommit(() => void this.#deps.objects.delete(receipt).catch(() => undefined));
  }

  async #change(
    actor: Actor,
    { mailbox, id }: FaxQuery,
    work: (tx: Transaction, line: FaxLine, state: string) => Promise<void>,
  ): Promise<Fax> {
    return this.#deps.database.transaction(async (tx) => {
      const line = await requireOwnFaxLine(tx.query, actor, mailbox);
      const found = await lockFax(tx.query, line.id, id);
      if (!found || found.deletedAt) throw errors.faxNotFound();
      await work(tx, line, found.state);
      const [fax] = await readFaxes(tx.query, actor.customerId, [id]);
      if (!fax) throw errors.faxNotFound();
      return fax;
    });
  }

  async #order(
    tx: Transaction,
    actor: Actor,
    line: FaxLine,
    { uuid, to }: { readonly uuid: string; readonly to: readonly FaxRecipient[] },
    { textsOf, ...order }: Order,
  ): Promise<Fax[]> {
    const recipients = await this.#recipients(tx, line, to);
    const at = new Date(this.#deps.clock.now());
    const { customerId, userId } = actor;
    const ids: string[] = [];
    for (const [position, recipient] of recipients.entries()) {
      const id = randomUUID();
      const fax = { ...order, id, customerId, lineId: line.id, userId, uuid, position, to: recipient, at };
      await insertOrder(tx.query, fax);
      if (textsOf !== undefined) await copyFaxTexts(tx.query, textsOf, id);
      await publishFax(tx, line, "FAX_DLR", id);
      ids.push(id);
    }
    tx.onCommit(this.#deps.onOrdered);
    return readFaxes(tx.query, customerId, ids);
  }

  /** Of two requests at the same time one waits for the other, and then finds its faxes. */
  #once(
    { userId, customerId }: Actor,
    uuid: string,
    work: (tx: Transaction) => Promise<Fax[]>,
  ): Promise<Fax[]> {
    return this.#deps.database.transaction(async (tx) => {
      await lockOrders(tx.query, userId);
      const ids = await listOrder(tx.query, userId, uuid);
      return ids.length === 0 ? work(tx) : readFaxes(tx.query, customerId, ids);
    });
  }

  /** As they are called; a number given twice is called once. */
  async #recipients(
    { query }: Transaction,
    line: FaxLine,
    to: readonly FaxRecipient[],
  ): Promise<FaxRecipient[]> {
    const region = await findRegion(query, line.customerId);
    const byNumber = new Map<string, FaxRecipient>();
    const { ways } = this.#deps;
    for (const { number: raw, name } of to) {
      // As it was written: an emergency number is none that can be called from outside.
      if (ways.isClosed(line.customerId, raw)) throw errors.numberClosed(raw);
      const number = faxNumber(raw, region);
      if (number === line.number) throw errors.ownNumber();
      if (!byNumber.has(number)) byNumber.set(number, { number, name });
    }
    const isConnected = ways.find({ companyId: line.customerId, from: line.number }) !== undefined;
    for (const number of byNumber.keys()) {
      const isClosed = ways.isClosed(line.customerId, `+${number}`);
      if ((isConnected && !isClosed) || (await findFaxLine(query, number))) continue;
      throw isClosed ? errors.numberClosed(number) : errors.noWay("noEngine");
    }
    return [...byNumber.values()];
  }

  async #requirePages({ query }: Transaction, { userId }: Actor, pages: readonly FaxPage[]): Promise<void> {
    const ids = [...new Set(pages.map(({ document }) => document))];
    const found = await lookAtDocuments(query, userId, ids, new Date(this.#deps.clock.now()));
    const byId = new Map(found.map((document) => [document.id, document]));
    for (const { document, page } of pages) {
      const known = byId.get(document);
      if (!known) throw errors.noDocument();
      if (page > known.thumbnailKeys.length) throw errors.noSuchPage();
    }
  }

  #dueAt(sendAt: number | null): Date {
    const now = this.#deps.clock.now();
    if (sendAt === null) return new Date(now);
    const at = sendAt * 1000;
    if (at < now - PAST_MS) throw errors.sendInPast();
    if (at > now + YEAR_MS) throw errors.sendTooFar();
    return new Date(Math.max(at, now));
  }
}
