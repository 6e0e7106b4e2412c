import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { demoPerson, HARBORLIGHT } from "../../demo/demo-people.ts";
import { PhoneWorld } from "../testing/phone-world.ts";

const SOON_MS = 4_000;
const LASTS_MS = 10_000;
let world: PhoneWorld;

beforeAll(async () => {
  world = await PhoneWorld.start({ devices: ["maya", "dev", "lena", "marcus", "grace"] });
});
afterEach(async () => {
  await world.stopPhones();
  await world.isAtRest();
});
afterAll(() => world.close());

test("[E2E-HUNT3] a shift that begins changes who rings without a request, and cuts off no ringing call", async () => {
  const startsAt = Date.now() + SOON_MS;
  await world.change((query) =>
    query
      .insertInto("on_call_shifts")
      .values({
        customer_id: HARBORLIGHT.id,
        hunt_group_id: 2,
        user_id: demoPerson("grace").id,
        phone_id: demoPerson("grace").id,
        uuid: randomUUID(),
        week: 0,
        starts_at: new Date(startsAt),
        ends_at: new Date(startsAt + LASTS_MS),
      })
      .execute(),
  );
  const [maya, dev] = [await world.phone("maya", 700), await world.phone("dev", 750)];
  const [lena, marcus] = [await world.phone("lena", 800), await world.phone("marcus", 900)];
  const grace = await world.phone("grace", 1_100);

  const before = await maya.dial("402");
  await Promise.all([lena.rings(), marcus.rings()]);
  expect(Date.now()).toBeLessThan(startsAt);
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(startsAt + 300), { timeout: SOON_MS + 2_000 });
  expect(lena.call.state).toBe("ringing");

  const during = await dev.dial("402");
  const onCall = await grace.rings();
  onCall.answer();
  await Promise.all([during.hears(1_100), onCall.hears(750)]);
  expect(lena.calls).toHaveLength(1);
  lena.call.answer();
  await before.hears(800);
  for (const call of [before, during]) call.hangUp();
  await lena.call.hasEnded("remoteBye");
  await onCall.hasEnded("remoteBye");

  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(startsAt + LASTS_MS), { timeout: LASTS_MS });
  const after = await dev.dial("402");
  await vi.waitFor(() => expect(marcus.calls).toHaveLength(2), { timeout: 10_000 });
  expect(grace.calls).toHaveLength(1);
  after.hangUp();
});
