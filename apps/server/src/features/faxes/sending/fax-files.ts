import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ObjectStore } from "../../../platform/files/object-store.ts";
import type { OutgoingFax } from "./outbox-repository.ts";

type Try = Pick<OutgoingFax, "id" | "tries" | "tiffKey">;

/** Pages as plain files, for the machines that send them. */
export class FaxFiles {
  readonly #objects: Pick<ObjectStore, "get">;
  readonly #folder: string;

  constructor(objects: Pick<ObjectStore, "get">, folder: string) {
    this.#objects = objects;
    this.#folder = folder;
  }

  /** The same after a restart, so that what was noted beside it is found again. */
  pathOf({ id, tries }: Try): string {
    return join(this.#folder, `${id.replace(/[^\w-]/g, "_")}.${tries}.tif`);
  }

  async fetch(fax: Try): Promise<string | undefined> {
    const content = await this.#objects.get(fax.tiffKey);
    if (!content) return undefined;
    const path = this.pathOf(fax);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // Under another name first: half a file must never be sent.
    const partial = `${path}.partial`;
    await pipeline(content.stream, createWriteStream(partial, { mode: 0o600 }));
    await rename(partial, path);
    return path;
  }

  /** With what was noted beside it. */
  async remove(fax: Try): Promise<void> {
    const path = this.pathOf(fax);
    const files = await readdir(dirname(path)).catch(() => []);
    const own = files.filter((name) => name.startsWith(basename(path)));
    for (const name of own) await rm(join(this.#folder, name), { force: true });
  }
}
