import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { HARBORLIGHT } from "../../demo-people.ts";
import type { SeedContext } from "../../seed-context.ts";
import { GARDEN, HARBOR, ROUTE_MAP } from "../chat/drawn-pictures.ts";

const MAX_BYTES = 1_000_000;
const PICTURES: readonly { readonly name: string; readonly svg: string }[] = [
  { name: "garden.jpg", svg: GARDEN },
  { name: "way-to-the-door.jpg", svg: ROUTE_MAP },
  { name: "view.jpg", svg: HARBOR },
];

/** Which message of a conversation gets which pictures: `back` counts from its newest in that direction. */
const WITH_PICTURES: readonly {
  readonly place: string;
  readonly direction: "in" | "out";
  readonly back: number;
  readonly pictures: readonly number[];
}[] = [
  { place: "2 12125550171", direction: "in", back: 1, pictures: [0] },
  { place: "2 12125550171", direction: "out", back: 2, pictures: [1] },
  { place: "2 12125550164", direction: "in", back: 3, pictures: [2] },
  { place: "2 12125550190", direction: "in", back: 0, pictures: [0, 1, 2] },
  { place: "1 12125550173", direction: "in", back: 0, pictures: [1] },
  { place: "3 12125550176", direction: "in", back: 1, pictures: [2] },
];

/** Pictures people have sent. Each is stored once per message: a file belongs to one. */
export async function seedPictures(
  { tx, objects }: Pick<SeedContext, "tx" | "objects">,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const drawn = await Promise.all(
    PICTURES.map(({ svg }) => sharp(Buffer.from(svg)).resize(720, 480).jpeg({ quality: 80 }).toBuffer()),
  );
  for (const { place, direction, back, pictures } of WITH_PICTURES) {
    const { rows } = await sql<{ id: number }>`
      update sms_messages set has_media = true, uuid = ${direction === "out" ? randomUUID() : null}
      where id = (
        select id from sms_messages
        where conversation_id = ${ids.get(place) ?? 0} and direction = ${direction} and kind = 'text'
        order by id desc offset ${back} limit 1
      )
      returning id`.execute(tx.query);
    const message = rows[0];
    if (!message) throw new Error(`The demo has no message for its picture in ${place}`);
    for (const [position, index] of pictures.entries()) {
      const stored = await objects.put(drawn[index] ?? Buffer.alloc(0), { maxBytes: MAX_BYTES });
      const file = { ...stored, customer_id: HARBORLIGHT.id, name: PICTURES[index]?.name ?? "" };
      await tx.query.insertInto("files").values(file).execute();
      await tx.query
        .insertInto("sms_media")
        .values({ ...file, message_id: message.id, position })
        .execute();
    }
  }
}
