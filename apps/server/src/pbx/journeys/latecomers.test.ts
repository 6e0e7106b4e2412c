import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { PhoneWorld } from "../testing/phone-world.ts";

let world: PhoneWorld;

beforeAll(async () => {
  world = await PhoneWorld.start({ devices: ["maya", "dev"] });
});
afterEach(async () => {
  await world.stopPhones();
  await world.isAtRest();
});
afterAll(() => world.close());

test("[CALL18] a phone that registers while the mailbox greets takes the call back, and no message is left", async () => {
  const since = Date.now();
  const dev = await world.phone("dev", 800);
  const call = await dev.dial("101");
  await call.talks();
  await call.hearsSpeech();
  const maya = await world.phone("maya", 700);
  const ringing = await maya.takeCall();
  await Promise.all([call.hears(700), ringing.hears(800)]);
  call.hangUp();
  await ringing.hasEnded("remoteBye");
  await world.isAtRest();
  expect(await world.records("maya", since)).toMatchObject([{ status: "answer" }]);
  const messages = await world.server.database.query
    .selectFrom("voicemail_messages")
    .select("id")
    .where("received_at", ">=", new Date(since))
    .execute();
  expect(messages).toEqual([]);
});

test("[CALL17] whoever calls while the console is being opened hears it ring, and the phone that registers rings", async () => {
  const since = Date.now();
  const dev = await world.phone("dev", 800);
  const client = await world.client("maya");
  await client("GET", "/myProfile");
  const call = await dev.dial("101");
  await vi.waitFor(() => expect(call.news).toBe("180"), { timeout: 10_000 });
  const maya = await world.phone("maya", 700);
  const ringing = await maya.takeCall();
  await Promise.all([call.hears(700), ringing.hears(800)]);
  call.hangUp();
  await ringing.hasEnded("remoteBye");
  await world.isAtRest();
  expect(await world.records("maya", since)).toMatchObject([{ status: "answer" }]);
});
