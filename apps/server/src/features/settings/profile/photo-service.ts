import { MAX_PHOTO_BYTES, type Photo } from "@offhook/contract";
import type { BaseLogger } from "pino";
import type { Database, Transaction } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { fileTooLarge, type ObjectStore, type StoredObject } from "../../../platform/files/object-store.ts";
import { bytesOf, toPhoto } from "./photo-image.ts";
import {
  deleteFile,
  findColleaguePhotoKey,
  insertFile,
  lockPhotoKey,
  savePhotoKey,
} from "./profile-repository.ts";

export interface PhotoServiceDeps {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly photoUrl: (key: string) => string;
  readonly log: Pick<BaseLogger, "warn">;
  readonly publishChange: (tx: Transaction, actor: Actor) => Promise<void>;
}

export class PhotoService {
  readonly #deps: PhotoServiceDeps;

  constructor(deps: PhotoServiceDeps) {
    this.#deps = deps;
  }

  /** An address that works now; those in lists and events expire. */
  async find(actor: Actor, userId: number): Promise<Photo> {
    const { database, photoUrl } = this.#deps;
    const key = await findColleaguePhotoKey(database.query, actor.customerId, userId);
    return { photo: key === null ? null : photoUrl(key) };
  }

  async replace(actor: Actor, image: string): Promise<Photo> {
    const bytes = bytesOf(image);
    if (bytes.length > MAX_PHOTO_BYTES) throw fileTooLarge(MAX_PHOTO_BYTES);
    const photo = await toPhoto(bytes);
    const stored = await this.#deps.objects.put(photo, { maxBytes: MAX_PHOTO_BYTES });
    try {
      await this.#swap(actor, stored);
    } catch (error) {
      this.#forget(stored.key);
      throw error;
    }
    return { photo: this.#deps.photoUrl(stored.key) };
  }

  async remove(actor: Actor): Promise<Photo> {
    await this.#swap(actor, undefined);
    return { photo: null };
  }

  async #swap(actor: Actor, photo: StoredObject | undefined): Promise<void> {
    const { database, publishChange } = this.#deps;
    await database.transaction(async (tx) => {
      const previous = await lockPhotoKey(tx.query, actor.userId);
      if (!photo && previous === null) return;
      if (photo) await insertFile(tx.query, { ...photo, customer_id: actor.customerId, name: "photo" });
      await savePhotoKey(tx.query, actor.userId, photo?.key ?? null);
      if (previous !== null) {
        await deleteFile(tx.query, previous);
        tx.onCommit(() => this.#forget(previous));
      }
      await publishChange(tx, actor);
    });
  }

  /** What no row speaks of any more may go; if that fails, it costs only room on the disk. */
  #forget(key: string): void {
    this.#deps.objects.delete(key).catch((error: unknown) => {
      this.#deps.log.warn({ err: error, key }, "An old photo could not be deleted");
    });
  }
}
