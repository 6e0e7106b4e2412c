import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { access, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { isObjectKey, type ObjectStore, type StoredObject } from "./object-store.ts";

/** An hour of stereo WAV has half of it. */
const MAX_BYTES = 512 * 1024 * 1024;

/** The media process reads and writes plain files; what is kept lives in the object store. */
export class AudioFiles {
  readonly #objects: ObjectStore;
  readonly #folder: string;

  constructor(objects: ObjectStore, folder: string) {
    this.#objects = objects;
    this.#folder = folder;
  }

  /** Path without extension for something that is being recorded. */
  draftPath(name: string): string {
    return join(this.#folder, "drafts", name.replace(/[^\w-]/g, "_"));
  }

  async put(path: string): Promise<StoredObject> {
    return this.#objects.put(createReadStream(path), { maxBytes: MAX_BYTES });
  }

  /** A file the media process can play, fetched where it is not here yet. */
  async playable(key: string): Promise<string | undefined> {
    if (!isObjectKey(key)) return undefined;
    const path = join(this.#folder, "cache", key);
    if (await isThere(path)) return path;
    const content = await this.#objects.get(key);
    if (!content) return undefined;
    await mkdir(join(this.#folder, "cache"), { recursive: true });
    // Under another name first: half a file must never be played.
    const partial = `${path}.${randomBytes(6).toString("hex")}`;
    await pipeline(content.stream, createWriteStream(partial));
    await rename(partial, path);
    return path;
  }

  async forget(key: string): Promise<void> {
    await this.#objects.delete(key);
    await rm(join(this.#folder, "cache", key), { force: true });
  }

  async remove(paths: Iterable<string | undefined>): Promise<void> {
    for (const path of paths) if (path !== undefined) await rm(path, { force: true });
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
