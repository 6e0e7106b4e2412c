import { MAX_SMS_FILE_BYTES, type SmsUpload } from "@offhook/contract";
import type { BaseLogger } from "pino";
import type { ObjectStore } from "../../../platform/files/object-store.ts";
import type { StoredMedia } from "../conversations/message-media.ts";
import { mediaTooLarge, mediaTypeRefused, noMediaCarrier } from "../message-errors.ts";
import type { Carriers } from "./carriers.ts";

export interface MediaFilesDeps {
  readonly objects: ObjectStore;
  readonly carriers: Carriers;
  readonly log: Pick<BaseLogger, "warn">;
}

/** Files of texts, as the carrier takes them. */
export class MediaFiles {
  readonly #deps: MediaFilesDeps;

  constructor(deps: MediaFilesDeps) {
    this.#deps = deps;
  }

  /** Stores them; a row must come to speak of each, or `forget` must be called. */
  async store(uploads: readonly SmsUpload[]): Promise<StoredMedia[]> {
    if (uploads.length === 0) return [];
    const { maxMediaBytes, mediaTypes } = this.#deps.carriers.limits();
    if (maxMediaBytes === 0) throw noMediaCarrier();
    const contents = uploads.map(({ value }) => Buffer.from(value, "base64"));
    if (contents.some(({ length }) => length > maxMediaBytes)) throw mediaTooLarge();
    const stored: StoredMedia[] = [];
    try {
      for (const [index, content] of contents.entries()) {
        const { key, size, type } = await this.#deps.objects.put(content, { maxBytes: MAX_SMS_FILE_BYTES });
        stored.push({ key, size, type, name: uploads[index]?.name ?? "file" });
        if (!isTaken(type, mediaTypes)) throw mediaTypeRefused();
      }
      return stored;
    } catch (error) {
      this.forget(stored.map(({ key }) => key));
      throw error;
    }
  }

  /** Stores them for a piece of work, and forgets them when it fails or says that it did not use them. */
  async with<Result>(
    uploads: readonly SmsUpload[],
    work: (media: StoredMedia[]) => Promise<{ readonly isUsed: boolean; readonly result: Result }>,
  ): Promise<Result> {
    const media = await this.store(uploads);
    let isUsed = false;
    try {
      const done = await work(media);
      isUsed = done.isUsed;
      return done.result;
    } finally {
      if (!isUsed) this.forget(media.map(({ key }) => key));
    }
  }

  /** What no row speaks of any more may go; if that fails, it costs only room on the disk. */
  forget(keys: readonly string[]): void {
    for (const key of keys) {
      this.#deps.objects.delete(key).catch((error: unknown) => {
        this.#deps.log.warn({ err: error, key }, "The file of a text could not be deleted");
      });
    }
  }
}

/** A list may hold whole kinds: `image/*`. */
function isTaken(type: string, taken: readonly string[]): boolean {
  return taken.some((each) => each === type || (each.endsWith("/*") && type.startsWith(each.slice(0, -1))));
}
