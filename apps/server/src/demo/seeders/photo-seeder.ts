import { DEMO_PEOPLE } from "../demo-people.ts";
import { drawPortrait } from "../demo-portrait.ts";
import type { Seeder } from "../seed-context.ts";

const MAX_BYTES = 1_000_000;

/** Not everyone has a photo: initials must be seen too. */
export const seedPhotos: Seeder = async ({ tx, objects }) => {
  for (const { id, customerId, portrait } of DEMO_PEOPLE) {
    if (!portrait) continue;
    const stored = await objects.put(await drawPortrait(portrait), { maxBytes: MAX_BYTES });
    await tx.query
      .insertInto("files")
      .values({ ...stored, customer_id: customerId, name: "photo" })
      .execute();
    await tx.query.updateTable("users").set({ photo_key: stored.key }).where("id", "=", id).execute();
  }
};
