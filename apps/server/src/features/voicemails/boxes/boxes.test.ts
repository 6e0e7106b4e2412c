import { FEATURES } from "@offhook/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aUser, eventsOf } from "../../testing/company.ts";
import type { Mailbox } from "../mailbox-access-repository.ts";
import { VoicemailsWorld } from "../testing/voicemails-world.ts";

let world: VoicemailsWorld;
let maya: Actor;
let dev: Actor;
let stranger: Actor;
let own: Mailbox;

beforeAll(async () => {
  world = await VoicemailsWorld.create();
});
afterAll(() => world.close());
beforeEach(async () => {
  const company = await aCompany(world.database);
  maya = await aUser(world.database, company);
  dev = await aUser(world.database, company);
  stranger = await aUser(world.database, await aCompany(world.database));
  own = await world.mailbox([maya], "101", "Maya Okafor");
  await world.mailbox([dev, maya], "301");
});

const boxes = (actor: Actor) => world.ask("getVoicemailBoxes", actor, {});
const change = (actor: Actor, body: { mailbox: string; keep_days?: number | null; mail?: boolean }) =>
  world.ask("updateVoicemailBox", actor, { body });
const told = async () =>
  (await eventsOf(world.database, maya.customerId)).filter(({ event }) => event.type === "VOICEMAIL_BOX");

test("[VML15] a user sees the boxes they read, with their messages and limits", async () => {
  await world.arrives(own);
  await world.arrives(own, { deleted_at: new Date() });
  expect(await boxes(maya)).toEqual([
    {
      ...{ mailbox: "101", label: "Maya Okafor", owned: true, manageable: true, agents: [] },
      ...{ messages: 1, max_messages: 200, max_seconds: 180, keep_days: null, mail: false, live: true },
    },
    expect.objectContaining({
      ...{ mailbox: "301", label: "301", owned: false, manageable: false, agents: [maya.userId] },
      messages: 0,
    }),
  ]);
  expect(await boxes(stranger)).toEqual([]);
});

test("[VML16] the owner changes the switches, and every reader is told once", async () => {
  expect(await change(dev, { mailbox: "301", keep_days: 30 })).toMatchObject({ keep_days: 30, mail: false });
  expect(await change(dev, { mailbox: "301", mail: true })).toMatchObject({ keep_days: 30, mail: true });
  await change(dev, { mailbox: "301", mail: true });
  expect(await change(dev, { mailbox: "301", keep_days: null })).toMatchObject({ keep_days: null });
  expect(await told()).toEqual(
    Array(3).fill({
      channel: `vox.${maya.customerId}.301`,
      event: { type: "VOICEMAIL_BOX", mailbox: "301" },
    }),
  );
  const [, shared] = await boxes(maya);
  expect(shared).toMatchObject({ mail: true, keep_days: null });
});

test("[VML16] a reader is refused, unless they manage the box or the company", async () => {
  const refusal = { kind: "forbidden", code: "voicemails.notManager" };
  await expect(change(maya, { mailbox: "301", mail: true })).rejects.toMatchObject(refusal);
  expect(await told()).toEqual([]);
  const administrator: Actor = { ...maya, features: new Set([...FEATURES, "administration"]) };
  expect(await change(administrator, { mailbox: "301", mail: true })).toMatchObject({ manageable: true });
  await world.database.query
    .updateTable("voicemail_box_users")
    .set({ is_manager: true })
    .where("user_id", "=", maya.userId)
    .execute();
  expect(await change(maya, { mailbox: "301", keep_days: 7 })).toMatchObject({ mail: true, keep_days: 7 });
});

test("[VML17] a wrong box and wrong values change nothing", async () => {
  const missing = { kind: "notFound", code: "voicemails.noMailbox" };
  await expect(change(maya, { mailbox: "999", mail: true })).rejects.toMatchObject(missing);
  await expect(change(stranger, { mailbox: "101", mail: true })).rejects.toMatchObject(missing);
  for (const keep_days of [0, -1, 1.5, 3651])
    await expect(change(maya, { mailbox: "101", keep_days })).rejects.toThrow();
  expect((await boxes(maya))[0]).toMatchObject({ mail: false, keep_days: null });
  expect(await told()).toEqual([]);
});
