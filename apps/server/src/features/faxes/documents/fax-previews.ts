import { buffer } from "node:stream/consumers";
import type { FaxPagePreview, FaxPicture } from "@offhook/contract";
import type { FaxPart } from "@offhook/fax-pages";
import type { Clock } from "@offhook/kernel";
import type { z } from "zod";
import type { Database } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { ObjectStore } from "../../../platform/files/object-store.ts";
import { badDocument, noDocument, noSuchPage } from "../fax-errors.ts";
import { requireOwnFaxLine } from "../fax-line-repository.ts";
import { type FaxPages, isDocumentError } from "../fax-pages.ts";
import { findCoverSender } from "./cover-repository.ts";
import { coverContent, type FaxCovers } from "./fax-covers.ts";
import { lookAtDocuments } from "./fax-document-repository.ts";

export interface FaxPreviewsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly objects: Pick<ObjectStore, "get">;
  readonly pages: Pick<FaxPages, "previewPage">;
  readonly covers: FaxCovers;
}

type Preview = z.output<typeof FaxPagePreview>;

/** Pages as the other side will get them. */
export class FaxPreviews {
  readonly #deps: FaxPreviewsDeps;

  constructor(deps: FaxPreviewsDeps) {
    this.#deps = deps;
  }

  async preview(actor: Actor, request: Preview): Promise<FaxPicture> {
    const part =
      request.kind === "page" ? await this.#page(actor, request) : await this.#cover(actor, request);
    const picture = await this.#deps.pages.previewPage(part, request.resolution).catch((error: unknown) => {
      throw isDocumentError(error) ? badDocument(error.message) : error;
    });
    // Nothing is stored for a look: the picture is the answer.
    const url = `data:image/png;base64,${Buffer.from(picture.png).toString("base64")}`;
    return { url, width: picture.width, height: picture.height };
  }

  async #page({ userId }: Actor, { page }: Preview & { kind: "page" }): Promise<FaxPart> {
    const { database, clock, objects } = this.#deps;
    const now = new Date(clock.now());
    const [document] = await lookAtDocuments(database.query, userId, [page.document], now);
    const content = document && (await objects.get(document.objectKey));
    if (!document || !content) throw noDocument();
    if (page.page > document.thumbnailKeys.length) {
      content.stream.destroy();
      throw noSuchPage();
    }
    const { name } = document;
    return { bytes: await buffer(content.stream), name, page: page.page, rotate: page.rotate };
  }

  async #cover(actor: Actor, request: Preview & { kind: "cover" }): Promise<FaxPart> {
    const { database, clock, covers } = this.#deps;
    const { query } = database;
    const line = await requireOwnFaxLine(query, actor, request.mailbox);
    const cover = await covers.find(query, line.customerId, request.cover.cover);
    const sender = await findCoverSender(query, line.id, actor.userId);
    const { to, pages } = request;
    return { cover: coverContent(cover, request.cover, sender, { to, pages, at: new Date(clock.now()) }) };
  }
}
