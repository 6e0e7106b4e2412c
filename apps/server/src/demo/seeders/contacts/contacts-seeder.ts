import { corporateContactId } from "@offhook/contract";
import { writeContacts } from "../../../features/contacts/index.ts";
import { demoPerson, HARBORLIGHT, JUNIPER } from "../../demo-people.ts";
import { drawPortrait } from "../../demo-portrait.ts";
import type { SeedContext, Seeder } from "../../seed-context.ts";
import { seedContactAccounts } from "./demo-contact-accounts.ts";
import { type DemoContact, HARBORLIGHT_CONTACTS, JUNIPER_CONTACTS, KNOWN_COUNT } from "./demo-contacts.ts";
import { manyContacts } from "./many-contacts.ts";

const PORTRAIT_BYTES = 1_000_000;
/** Whose they are, in turn, and whether everybody sees them. */
const OWNERS = [
  ["maya", true],
  ["maya", false],
  ["dev", true],
  ["ines", true],
  ["maya", true],
  ["lena", false],
] as const;
const WITH_PHOTO = [0, 2, 5, 9, 20] as const;
const SPEED_DIAL = [0, 1, 5] as const;

/** The address books of both companies. */
export const seedContacts: Seeder = async (context) => {
  const photoKeys = await seedPhotos(context);
  const groups = new Map<string, { handle: string; isPublic: boolean; contacts: Given[] }>();
  HARBORLIGHT_CONTACTS.forEach((contact, index) => {
    // Callers and unusual ones are Maya's and public, so that everybody's screens have a name for them.
    const [handle, isPublic] = (index < KNOWN_COUNT ? OWNERS[0] : OWNERS[index % OWNERS.length]) ?? OWNERS[0];
    const key = `${handle} ${isPublic}`;
    const group = groups.get(key) ?? { handle, isPublic, contacts: [] };
    group.contacts.push({ ...contact, photo_key: photoKeys.get(index) ?? null });
    groups.set(key, group);
  });
  await openBooks(context);
  let firstIds: readonly number[] = [];
  for (const { handle, isPublic, contacts } of groups.values()) {
    const ids = await write(context, handle, isPublic, contacts);
    if (firstIds.length === 0) firstIds = ids;
  }
  await write(context, "sam", true, JUNIPER_CONTACTS);
  await seedSpeedDial(context, firstIds);
  await seedContactAccounts(context);
  if (context.isBig) await write(context, "maya", true, manyContacts(HARBORLIGHT_CONTACTS.length));
};

type Given = DemoContact & { readonly photo_key?: string | null };

/** A moment that no earlier life of the demo has seen: clients who hold a copy of it begin anew. */
function versionOf({ now }: SeedContext): number {
  return Math.floor(now / 1000);
}

async function openBooks(context: SeedContext): Promise<void> {
  const version = versionOf(context);
  await context.tx.query
    .insertInto("contact_books")
    .values(
      [HARBORLIGHT, JUNIPER].map(({ id }) => ({ customer_id: id, version, forgotten_version: version })),
    )
    .execute();
}

function write(
  context: SeedContext,
  handle: string,
  isPublic: boolean,
  contacts: readonly Given[],
): Promise<number[]> {
  const { id, customerId } = demoPerson(handle);
  const owner = { customerId, userId: id, isPublic, version: versionOf(context), at: new Date(context.now) };
  return writeContacts(context.tx.query, owner, contacts, "US");
}

/** A few have a picture: initials must be seen too. */
async function seedPhotos({ tx, objects }: SeedContext): Promise<Map<number, string>> {
  const keys = new Map<number, string>();
  const cuts = ["bob", "short", "bun", "headscarf", "bald"] as const;
  for (const [position, index] of WITH_PHOTO.entries()) {
    const portrait = {
      backdrop: ["#cde7e5", "#f6d7c3", "#d9d2e9", "#fce5cd", "#d0e0e3"][position] ?? "#cde7e5",
      skin: ["#e8b894", "#8d5a3c", "#c68863"][position % 3] ?? "#c68863",
      hair: ["#3b2a20", "#1c1512", "#8a8a8a"][position % 3] ?? "#3b2a20",
      clothes: ["#356c5c", "#7a3b52", "#2d4f7c"][position % 3] ?? "#356c5c",
      cut: cuts[position] ?? "short",
      glasses: position % 2 === 1,
    };
    const stored = await objects.put(await drawPortrait(portrait), { maxBytes: PORTRAIT_BYTES });
    await tx.query
      .insertInto("files")
      .values({ ...stored, customer_id: HARBORLIGHT.id, name: "photo" })
      .execute();
    keys.set(index, stored.key);
  }
  return keys;
}

async function seedSpeedDial({ tx }: SeedContext, ids: readonly number[]): Promise<void> {
  const maya = demoPerson("maya");
  const refs = [
    corporateContactId(demoPerson("dev").id),
    ...SPEED_DIAL.flatMap((index) => (ids[index] === undefined ? [] : [String(ids[index])])),
  ];
  await tx.query
    .insertInto("contact_speed_dials")
    .values(refs.map((contact_ref) => ({ user_id: maya.id, customer_id: maya.customerId, contact_ref })))
    .execute();
}
