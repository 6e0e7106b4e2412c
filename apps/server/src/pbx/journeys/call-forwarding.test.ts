import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { demoPerson } from "../../demo/demo-people.ts";
import { PhoneWorld } from "../testing/phone-world.ts";
import type { RobotCall } from "../testing/robot-call.ts";

let world: PhoneWorld;
const GRACE = "108";

/** The tests run side by side, so everybody is in one of them only. */
beforeAll(async () => {
  world = await PhoneWorld.start({
    devices: ["maya", "dev", "ines", "tom", "lena", "aisha", "marcus", "grace", "hannah", "rosa", "samuel"],
    async prepare({ database: { query } }) {
      const set = (handle: string, values: Record<string, string | number>) =>
        query.updateTable("phones").set(values).where("id", "=", demoPerson(handle).id).execute();
      await set("marcus", { forwarding: GRACE });
      await set("hannah", { btype: "phone", bnumber: GRACE, totalmaximum: 1 });
      await set("joseph", { utype: "phone", unumber: GRACE });
      await set("rosa", { utype: "phone", unumber: GRACE });
    },
  });
  // Grace takes whatever comes to her, and tells callers apart by what they say.
  await world.phone("grace", 1_900, { onCall: (call) => call.answer() });
});
afterAll(() => world.close());

async function reachesGrace(call: RobotCall): Promise<void> {
  await call.talks();
  await call.hears(1_900);
  call.hangUp();
  await call.hasEnded();
}

test.concurrent("[E2E-FWD1] all calls go where the line forwards them, and its own phone stays quiet", async () => {
  const maya = await world.phone("maya", 500);
  const marcus = await world.phone("marcus", 600);
  await reachesGrace(await maya.dial("107"));
  expect(marcus.calls).toEqual([]);
});

test.concurrent("[E2E-FWD2] a busy line, and one that says it is busy, forwards", async () => {
  const dev = await world.phone("dev", 520);
  const ines = await world.phone("ines", 540);
  const hannah = await world.phone("hannah", 620);
  const refused = await dev.dial("112");
  (await hannah.rings()).refuse(486);
  await reachesGrace(refused);
  const first = await ines.dial("112");
  await hannah.takeCall();
  await first.hears(620);
  // She takes one call at a time.
  await reachesGrace(await dev.dial("112"));
  first.hangUp();
  await hannah.call.hasEnded();
});

test.concurrent("[E2E-FWD3] a line without a phone forwards at once", async () => {
  const tom = await world.phone("tom", 560);
  await reachesGrace(await tom.dial("113"));
});

test.concurrent("[E2E-FWD4] a line that rings for 45 seconds in vain forwards", async () => {
  const lena = await world.phone("lena", 580);
  const rosa = await world.phone("rosa", 640);
  const since = Date.now();
  const call = await lena.dial("114");
  const ringing = await rosa.rings();
  await ringing.hasEnded("cancelled", 60_000);
  expect(Date.now() - since).toBeGreaterThan(40_000);
  await reachesGrace(call);
  await vi.waitFor(
    async () => expect(await world.records("rosa", since)).toMatchObject([{ dir: "in", status: "missed" }]),
    { timeout: 10_000 },
  );
}, 80_000);

test.concurrent("[E2E-DND1] do not disturb sends callers to voicemail, from the next call on", async () => {
  const aisha = await world.phone("aisha", 660);
  const samuel = await world.phone("samuel", 680);
  const client = await world.client("samuel");
  const before = await aisha.dial("111");
  (await samuel.rings()).refuse(486);
  await before.talks();
  before.hangUp();
  await client("PUT", "/phone", { phone: "samuel", dnd: "1" });
  const call = await aisha.dial("111");
  await call.talks();
  const rung = samuel.calls.length;
  await call.hearsSomething();
  expect(samuel.calls).toHaveLength(rung);
  call.hangUp();
  await call.hasEnded();
});

test("[E2E-FWD5] and nothing is left of all of it", async () => {
  await world.isAtRest();
});
