import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { syncFolder } from "./durable-files.ts";
import {
  type ByteRange,
  fileTooLarge,
  isObjectKey,
  newObjectKey,
  type ObjectContent,
  type ObjectStore,
  type PutOptions,
  type StoredObject,
} from "./object-store.ts";
import { SNIFF_BYTES, sniffType } from "./object-store-types.ts";

/** Uploads in progress. A file gets its final name only when all of it is on the disk. */
const INCOMING = "incoming";
const ABANDONED_AFTER_MS = 86_400_000;

/** Keeps objects as files below `folder`. */
export async function createDiskObjectStore(folder: string): Promise<ObjectStore> {
  await mkdir(join(folder, INCOMING), { recursive: true, mode: 0o700 });
  await removeAbandoned(join(folder, INCOMING));
  return new DiskObjectStore(folder);
}

class DiskObjectStore implements ObjectStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(content: Readable | Uint8Array, { maxBytes }: PutOptions): Promise<StoredObject> {
    const key = newObjectKey();
    const incoming = join(this.#folder, INCOMING, key);
    try {
      const { size, type } = await writeAndSync(incoming, content, maxBytes);
      await this.#moveInPlace(incoming, key);
      return { key, type, size };
    } catch (error) {
      await rm(incoming, { force: true });
      throw error;
    }
  }

  async head(key: string): Promise<StoredObject | undefined> {
    const handle = await this.#open(key);
    if (!handle) return undefined;
    try {
      return await describe(key, handle);
    } finally {
      await handle.close();
    }
  }

  async get(key: string, range?: ByteRange): Promise<ObjectContent | undefined> {
    const handle = await this.#open(key);
    if (!handle) return undefined;
    try {
      const object = await describe(key, handle);
      // From the open file, so that deleting the object does not cut off whoever is reading it.
      return { ...object, stream: handle.createReadStream({ start: 0, ...range }) };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    if (isObjectKey(key)) await rm(this.#pathOf(key), { force: true });
  }

  /** A key is the only thing that ever becomes part of a path, and only if it looks like one of ours. */
  async #open(key: string): Promise<FileHandle | undefined> {
    if (!isObjectKey(key)) return undefined;
    return open(this.#pathOf(key), "r").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
  }

  async #moveInPlace(incoming: string, key: string): Promise<void> {
    const shelf = this.#shelfOf(key);
    if (await mkdir(shelf, { recursive: true, mode: 0o700 })) await syncFolder(this.#folder);
    await rename(incoming, this.#pathOf(key));
    await syncFolder(shelf);
  }

  /** Folders of a million files are slow to list and to back up. */
  #shelfOf(key: string): string {
    return join(this.#folder, key.slice(0, 2));
  }

  #pathOf(key: string): string {
    return join(this.#shelfOf(key), key);
  }
}

async function writeAndSync(
  path: string,
  content: Readable | Uint8Array,
  maxBytes: number,
): Promise<Pick<StoredObject, "size" | "type">> {
  const handle = await open(path, "wx+", 0o600);
  try {
    let size = 0;
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      const bytes: Uint8Array = chunk;
      size += bytes.byteLength;
      // Leaving the loop also destroys the stream, so that no more of it is read.
      if (size > maxBytes) throw fileTooLarge(maxBytes);
      await handle.writeFile(bytes);
    }
    await handle.sync();
    return { size, type: await sniff(handle) };
  } finally {
    await handle.close();
  }
}

async function describe(key: string, handle: FileHandle): Promise<StoredObject> {
  const { size } = await handle.stat();
  return { key, type: await sniff(handle), size };
}

async function sniff(handle: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
  return sniffType(buffer.subarray(0, bytesRead));
}

/** Uploads that were cut off by a crash. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    const path = join(folder, entry);
    const modifiedAt = await stat(path).then(
      (file) => file.mtimeMs,
      // Another server on the same folder has just finished it.
      () => Date.now(),
    );
    if (Date.now() - modifiedAt > ABANDONED_AFTER_MS) await rm(path, { force: true });
  }
}
