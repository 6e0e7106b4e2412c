import { expect, test } from "vitest";
import { leftovers, NOTHING } from "../testing/calling.ts";
import { answeredFax, FAX_LINE, FAX_OUTBOUND, faxWorld, sendFax } from "../testing/fax-world.ts";
import { aTrunk } from "../testing/test-company.ts";
import type { FaxResult } from "./outgoing-fax.ts";

const LIMITS = {
  callsAtOnce: 4,
  callsPerHour: 60,
  callsPerDay: 300,
  minutesPerDay: 600,
  minutesPerCall: 240,
};

test("[FAXC4] the company's own rules hold: closed numbers, limits, emergency numbers, room on the trunk", async () => {
  const world = await faxWorld([aTrunk({ maxCalls: 1 })]);
  const refused = async (to: string): Promise<FaxResult | undefined> => (await sendFax(world, to)).result;
  expect(await refused("+442079460120")).toMatchObject({ reason: "notAllowed" });
  expect(await refused("911")).toMatchObject({ reason: "notAllowed" });
  expect(await refused("no number")).toMatchObject({ reason: "noSuchNumber" });
  expect(world.alarms.map(({ alarm }) => alarm.kind)).toEqual(["internationalRefused"]);
  const first = await answeredFax(world);
  expect(await refused("2125550171")).toMatchObject({ reason: "noCarrier" });
  // And a fax takes the trunk's only line from a call.
  const anna = await world.phone("101");
  anna.dial("2125550199");
  await world.run(30);
  expect(anna.call).toMatchObject({ state: "ended", news: "503" });
  world.faxes.call.finish({ pages: 1 });
  await world.run(30);
  expect(first.result).toMatchObject({ kind: "delivered" });
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[FAXC4] whether a number is closed can be told before there is a call", async () => {
  const world = await faxWorld();
  const { faxes } = world.pbx;
  const numbers = ["911", "+442079460120", "+12125550170", FAX_LINE.number, "no number"];
  expect(numbers.map((number) => faxes.refuses("company", number))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(world.alarms).toEqual([]);
});

test("[FAXC13] a fax call ends when it has lasted as long as a call of the company may", async () => {
  const line = { ...LIMITS, minutesPerCall: 30 };
  const world = await faxWorld([aTrunk()], { outbound: { ...FAX_OUTBOUND, line } });
  const sending = await answeredFax(world);
  await world.run(29 * 60_000);
  expect(sending.result).toBeUndefined();
  await world.run(61_000);
  expect(sending.result).toMatchObject({ kind: "failed", reason: "notAllowed" });
  expect(world.carrier.call).toMatchObject({ state: "ended", news: "remoteBye" });
  expect(await leftovers(world)).toEqual(NOTHING);
});
