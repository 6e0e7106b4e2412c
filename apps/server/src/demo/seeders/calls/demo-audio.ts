import { readFile } from "node:fs/promises";
import { HARBORLIGHT } from "../../demo-people.ts";
import type { SeedContext } from "../../seed-context.ts";

/** The bundle carries a copy of the folder beside itself, so this address holds there too. */
export const DEMO_AUDIO = new URL("./audio/", import.meta.url);
const MAX_BYTES = 1_000_000;

/** Resolves with the key of the stored file. */
export async function storeAudio({ tx, objects }: SeedContext, file: string): Promise<string> {
  const stored = await objects.put(await readFile(new URL(file, DEMO_AUDIO)), { maxBytes: MAX_BYTES });
  await tx.query
    .insertInto("files")
    .values({ ...stored, customer_id: HARBORLIGHT.id, name: file })
    .execute();
  return stored.key;
}
