import { MAX_CONTACT_PHOTO_BYTES } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { BaseLogger } from "pino";
import { insertFile } from "../../../database/file-repository.ts";
import type { DB } from "../../../database/schema/database-schema.ts";
import { fileTooLarge, type ObjectStore, type StoredObject } from "../../../platform/files/object-store.ts";
import { bytesOf, toPhoto } from "../../settings/index.ts";

export interface ContactPhotosDeps {
  readonly objects: ObjectStore;
  readonly log: Pick<BaseLogger, "warn">;
}

/** The pictures of contacts, as files of the object store. */
export class ContactPhotos {
  readonly #deps: ContactPhotosDeps;

  constructor(deps: ContactPhotosDeps) {
    this.#deps = deps;
  }

  /** Painted anew and stored; a row must come to speak of it, or `forget` must be called. */
  async store(image: string): Promise<StoredObject> {
    const bytes = bytesOf(image);
    if (bytes.length > MAX_CONTACT_PHOTO_BYTES) throw fileTooLarge(MAX_CONTACT_PHOTO_BYTES);
    return this.#deps.objects.put(await toPhoto(bytes), { maxBytes: MAX_CONTACT_PHOTO_BYTES });
  }

  /** What no row speaks of any more may go; if that fails, it costs only room on the disk. */
  forget(keys: readonly string[]): void {
    for (const key of keys) {
      this.#deps.objects.delete(key).catch((error: unknown) => {
        this.#deps.log.warn({ err: error, key }, "An old photo could not be deleted");
      });
    }
  }
}

/** Before a row can name it, the file has to be known as the company's. */
export async function insertPhotoFile(
  query: Kysely<DB>,
  customerId: number,
  photo: StoredObject,
): Promise<void> {
  await insertFile(query, customerId, "photo", photo);
}
