import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { demoPerson } from "../../demo/demo-people.ts";
import { PREMIUM_RATE, TollWorld } from "../testing/toll-world.ts";

/** Whichever way somebody calls outside, it counts for a line, is charged and has that line's limits. */
const DEV = demoPerson("dev").id;
const MAYA = demoPerson("maya").id;
let world: TollWorld;
let spentBefore = 0;

beforeAll(async () => {
  world = await TollWorld.start(["maya", "dev"]);
});
beforeEach(async () => {
  await world.phones.server.database.query.deleteFrom("toll_calls").execute();
  await world.plan({ premium: true, line_calls_at_once: 4 });
  spentBefore = await world.spent();
});
afterEach(async () => {
  await world.rest();
  await world.line("dev", { forwarding: "" });
  const maya = await world.phones.client("maya");
  for (const line of ["maya", "dev"]) await maya("PUT", "/admin/lines/release", { line });
});
afterAll(() => world.phones.close());

async function expectCharged(premiumCalls: number): Promise<void> {
  await world.rest();
  expect((await world.spent()) - spentBefore).toBe(premiumCalls * PREMIUM_RATE);
}

test("[TOLL24] a browser's call", async () => {
  await world.plan({ line_calls_at_once: 1 });
  const browser = await world.phones.browser(await world.phones.server.signIn(DEV));
  const call = await browser.dial("19005550101");
  await call.talks();
  await (await browser.dial("19005550102")).hasEnded("608");
  expect(await world.booked()).toEqual([{ phone_id: DEV, number: "+19005550101" }]);
  call.hangUp();
  await call.hasEnded();
  await expectCharged(1);
});

test("[TOLL24] a REFER to a closed premium number is refused; an open one counts for its sender", async () => {
  const dev = await world.phones.phone("dev", 800);
  const call = await dev.dial("2125550188");
  await call.talks();
  await world.plan({ premium: false });
  call.transfer("19005550101");
  await vi.waitFor(() => expect(call.transferNews.at(-1)).toBe(403), { timeout: 10_000 });
  expect(world.talking).toEqual(["12125550188"]);
  // The second outside call of a line that may have one.
  await world.plan({ premium: true, line_calls_at_once: 1 });
  call.transfer("19005550102");
  await vi.waitFor(() => expect(call.transferNews.at(-1)).toBe(608), { timeout: 10_000 });
  await world.plan({ line_calls_at_once: 2 });
  call.transfer("19005550103");
  await vi.waitFor(() => expect(call.transferNews.at(-1)).toBe(200), { timeout: 10_000 });
  expect(await world.booked()).toEqual([
    { phone_id: DEV, number: "+12125550188" },
    { phone_id: DEV, number: "+19005550103" },
  ]);
  // The caller is not in it any more, and it still fills the line.
  await (await dev.dial("2125550187")).hasEnded("608");
  for (const each of world.carrier.calls) if (each.state === "talking") each.hangUp();
  await expectCharged(1);
});

test("[TOLL24] forwarding counts for the line that forwards, whoever called it", async () => {
  await world.plan({ line_calls_at_once: 1 });
  await world.line("dev", { forwarding: "19005550101" });
  const maya = await world.phones.phone("maya", 700);
  const call = await maya.dial("102");
  await call.talks();
  expect(await world.booked()).toEqual([{ phone_id: DEV, number: "+19005550101" }]);
  await (await maya.dial("102")).hasEnded("608");
  call.hangUp();
  await expectCharged(1);
});

test("[TOLL24] a callback by *98 rings the line's own phones, and costs nothing where it is forwarded", async () => {
  const dev = await world.phones.phone("dev", 800);
  const asking = await dev.dial("*98");
  await asking.talks();
  asking.hangUp();
  // It rings the line's own phones, which cost nothing, and never what the line forwards to.
  await world.line("dev", { forwarding: "19005550101" });
  const back = await dev.takeCall();
  back.hangUp();
  expect(await world.booked()).toEqual([]);
});

test("[TOLL24] everybody in a conference counts for the line that called them", async () => {
  await world.plan({ line_calls_at_once: 2 });
  const dev = await world.phones.phone("dev", 800);
  const calls = [await dev.dial("19005550101"), await dev.dial("19005550102")];
  for (const call of calls) await call.talks();
  const client = await world.phones.client("dev");
  const live = await client<{ channel: string; phone: string | null }[]>("GET", "/calls/live");
  const [first, ...others] = live.filter(({ phone }) => phone === "dev").map(({ channel }) => channel);
  await client("POST", "/call/control", { action: "conference", channel: first, channels: others });
  await (await dev.dial("19005550103")).hasEnded("608");
  expect((await world.booked()).map(({ phone_id }) => phone_id)).toEqual([DEV, DEV]);
  for (const call of calls) call.hangUp();
  await expectCharged(2);
});

test("[TOLL30] members of a hunt group outside count for the company, with the limits of a line", async () => {
  const { id } = await world.phones.server.database.query
    .selectFrom("hunt_groups")
    .select("id")
    .where("extension", "=", "402")
    .executeTakeFirstOrThrow();
  await world.phones.change(async (query) => {
    await query.deleteFrom("hunt_group_lines").where("hunt_group_id", "=", id).execute();
    await query
      .insertInto("hunt_group_lines")
      .values({ hunt_group_id: id, dnumber: "19005550101", level: 1 })
      .execute();
  });
  const maya = await world.phones.phone("maya", 700);
  for (let count = 0; count < 3; count += 1) {
    const call = await maya.dial("402");
    await call.talks();
    call.hangUp();
    await call.hasEnded();
  }
  await (await maya.dial("402")).hasEnded("480");
  const premium = { phone_id: null, number: "+19005550101" };
  expect(await world.booked()).toEqual([premium, premium, premium]);
  // Her own line has made none of them.
  const own = await maya.dial("19005550102");
  await own.talks();
  own.hangUp();
  expect((await world.booked()).at(-1)).toEqual({ phone_id: MAYA, number: "+19005550102" });
  await expectCharged(4);
});
