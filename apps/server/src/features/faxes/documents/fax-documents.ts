import {
  type FaxDocument,
  type FaxDocumentUpload,
  FaxDraft,
  type FaxDraftState,
  MAX_FAX_DOCUMENT_BYTES,
} from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database } from "../../../database/database.ts";
import { insertFile } from "../../../database/file-repository.ts";
import type { Actor } from "../../../platform/actor.ts";
import { fileTooLarge, type ObjectStore, type StoredObject } from "../../../platform/files/object-store.ts";
import { badDocument, noDocument } from "../fax-errors.ts";
import { type FaxPages, isDocumentError } from "../fax-pages.ts";
import {
  findDraft,
  insertDocument,
  lookAtDocuments,
  type StoredFaxDocument,
  saveDraft,
} from "./fax-document-repository.ts";

export interface FaxDocumentsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly objects: Pick<ObjectStore, "put" | "delete">;
  readonly pages: Pick<FaxPages, "readDocument">;
  readonly fileUrl: (key: string) => string;
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Files that users hand in to be sent, and what they have not sent yet. */
export class FaxDocuments {
  readonly #deps: FaxDocumentsDeps;

  constructor(deps: FaxDocumentsDeps) {
    this.#deps = deps;
  }

  async add(actor: Actor, { uuid, name, file }: FaxDocumentUpload): Promise<FaxDocument> {
    const [known] = await this.#lookAt(actor, [uuid]);
    if (known) return this.#toDocument(known);
    const bytes = bytesOf(file);
    const { pages } = await this.#deps.pages.readDocument({ bytes, name }).catch((error: unknown) => {
      throw isDocumentError(error) ? badDocument(error.message) : error;
    });
    const stored: StoredObject[] = [];
    let isKept = false;
    try {
      for (const content of [bytes, ...pages.map(({ thumbnail }) => thumbnail)])
        stored.push(await this.#deps.objects.put(content, { maxBytes: MAX_FAX_DOCUMENT_BYTES }));
      isKept = await this.#insert(actor, { uuid, name }, stored);
    } finally {
      if (!isKept) for (const { key } of stored) await this.#deps.objects.delete(key);
    }
    return this.read(actor, uuid);
  }

  async read(actor: Actor, id: string): Promise<FaxDocument> {
    const [found] = await this.#lookAt(actor, [id]);
    if (!found) throw noDocument();
    return this.#toDocument(found);
  }

  async draft(actor: Actor): Promise<FaxDraftState> {
    const stored = FaxDraft.safeParse(await findDraft(this.#deps.database.query, actor.userId));
    if (!stored.success) return { draft: null, documents: [] };
    const draft = stored.data;
    const found = await this.#lookAt(
      actor,
      draft.pages.map(({ document }) => document),
    );
    const isThere = new Set(found.map(({ id }) => id));
    return {
      draft: { ...draft, pages: draft.pages.filter(({ document }) => isThere.has(document)) },
      documents: found.map((document) => this.#toDocument(document)),
    };
  }

  async keepDraft({ userId }: Actor, draft: FaxDraft | null): Promise<null> {
    const { database, clock } = this.#deps;
    await saveDraft(database.query, userId, draft, new Date(clock.now()));
    return null;
  }

  /** Whether it is the first of its name. */
  async #insert(
    actor: Actor,
    { uuid, name }: { readonly uuid: string; readonly name: string },
    [original, ...thumbnails]: readonly StoredObject[],
  ): Promise<boolean> {
    const { database, clock } = this.#deps;
    if (!original) return false;
    return database.transaction(async (tx) => {
      const document = {
        id: uuid,
        name,
        objectKey: original.key,
        bytes: original.size,
        thumbnailKeys: thumbnails.map(({ key }) => key),
      };
      if (!(await insertDocument(tx.query, actor, document, new Date(clock.now())))) return false;
      for (const each of [original, ...thumbnails]) await insertFile(tx.query, actor.customerId, name, each);
      return true;
    });
  }

  #lookAt({ userId }: Actor, ids: readonly string[]): Promise<StoredFaxDocument[]> {
    const { database, clock } = this.#deps;
    return lookAtDocuments(database.query, userId, ids, new Date(clock.now()));
  }

  #toDocument({ id, name, bytes, thumbnailKeys }: StoredFaxDocument): FaxDocument {
    const pages = thumbnailKeys.map((key) => ({ thumbnail: this.#deps.fileUrl(key) }));
    return { id, name, bytes, pages };
  }
}

function bytesOf(file: string): Uint8Array {
  if (!BASE64.test(file)) throw badDocument("The file did not arrive whole. Attach it again.");
  const bytes = Buffer.from(file, "base64");
  if (bytes.length > MAX_FAX_DOCUMENT_BYTES) throw fileTooLarge(MAX_FAX_DOCUMENT_BYTES);
  if (bytes.length === 0) throw badDocument("The file is empty");
  return bytes;
}
