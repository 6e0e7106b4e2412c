import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aUser, eventsOf } from "../../testing/company.ts";
import type { Mailbox } from "../mailbox-access-repository.ts";
import { VoicemailsWorld } from "../testing/voicemails-world.ts";

const DAY_MS = 24 * 3_600_000;
let world: VoicemailsWorld;
let maya: Actor;
let dev: Actor;
let box: Mailbox;

beforeAll(async () => {
  world = await VoicemailsWorld.create();
  world.feature.start();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.mails.length = 0;
  const company = await aCompany(world.database);
  maya = await aUser(world.database, company);
  dev = await aUser(world.database, company);
  box = await world.mailbox([maya, dev], "101", "Maya Okafor");
});

const listed = async () =>
  (await world.ask("getVoicemails", maya, { query: {} })).map(({ id }) => id).toSorted();
const keep = (keep_days: number | null) =>
  world.ask("updateVoicemailBox", maya, { body: { mailbox: "101", keep_days } });
const received = (daysAgo: number) => ({
  received_at: new Date(world.clock.now() - daysAgo * DAY_MS),
});
const limitTo = (max_messages: number) =>
  world.database.query
    .updateTable("voicemail_boxes")
    .set({ max_messages })
    .where("id", "=", box.id)
    .execute();
const toldAddresses = () => world.mails.map(({ to }) => to);
const addressOf = async ({ userId }: Actor): Promise<string> => {
  const user = world.database.query.selectFrom("users").select("email").where("id", "=", userId);
  return (await user.executeTakeFirstOrThrow()).email;
};

test("[VMK1] messages go after the box's days, new ones too, and saved ones never", async () => {
  const saved = await world.arrives(box, { ...received(40), folder: "SAVED" });
  const old = await world.arrives(box, received(8));
  const fresh = await world.arrives(box, received(6));
  const { object_key } = await world.database.query
    .selectFrom("voicemail_messages")
    .select("object_key")
    .where("id", "=", old)
    .executeTakeFirstOrThrow();
  expect(await listed()).toEqual([saved, old, fresh].toSorted());
  await keep(7);
  await world.until(async () => expect(await listed()).toEqual([saved, fresh].toSorted()));
  const events = await eventsOf(world.database, maya.customerId);
  expect(events.map(({ event }) => event)).toContainEqual({
    type: "VOICEMAIL_DELETED",
    mailbox: "101",
    ids: [old],
  });
  // Row and file follow when nobody can undo it any more.
  await world.until(async () => expect(await world.objects.head(object_key)).toBeUndefined(), 10_000);
  // The next one goes in its turn, without anybody asking.
  await world.until(async () => expect(await listed()).toEqual([saved]), DAY_MS / 4);
});

test("[VMK2] without days everything stays", async () => {
  const id = await world.arrives(box, received(3_000));
  await keep(3_650);
  await keep(null);
  await world.restart();
  const other = await world.mailbox([maya], "102");
  const gone = await world.arrives(other, received(2));
  await world.ask("updateVoicemailBox", maya, { body: { mailbox: "102", keep_days: 1 } });
  await world.until(async () => expect(await listed()).not.toContain(gone));
  expect(await listed()).toEqual([id]);
});

test("[VMK3] the owner learns by mail that a box is full, once until there is room again", async () => {
  await limitTo(2);
  await world.arrives(box);
  expect(world.mails).toEqual([]);
  const second = await world.arrives(box);
  await world.arrives(box);
  expect(toldAddresses()).toEqual([await addressOf(maya)]);
  expect(world.mails[0]).toMatchObject({ subject: "The voicemail box Maya Okafor is full" });
  expect(world.mails[0]?.text).toContain("https://offhook.example/voicemails");
  const [, ...rest] = await listed();
  for (const id of rest) await world.ask("deleteVoicemail", maya, { query: { mailbox: "101", id } });
  expect(rest).toContain(second);
  await world.arrives(box);
  expect(world.mails).toHaveLength(2);
});

test("[VMK3] of a box that nobody owns, all its readers learn it", async () => {
  await world.database.query
    .updateTable("voicemail_boxes")
    .set({ owner_id: null, max_messages: 1 })
    .where("id", "=", box.id)
    .execute();
  await world.arrives(box);
  expect(toldAddresses().toSorted()).toEqual([await addressOf(maya), await addressOf(dev)].toSorted());
});
