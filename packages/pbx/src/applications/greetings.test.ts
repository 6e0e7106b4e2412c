import { expect, test } from "vitest";
import type { CompanyConfig } from "../dialplan/company-config.ts";
import { isOpen, parseHours } from "../dialplan/opening-hours.ts";
import type { GreetingOccasion } from "../ports/mailbox-store.ts";
import { leftovers, NOTHING, worldWith } from "../testing/calling.ts";
import type { PbxWorld } from "../testing/pbx-world.ts";
import { anEndpoint } from "../testing/test-company.ts";

const BOX = { id: "box", name: "102", pin: undefined, maxMessages: 10, maxMessageMs: 120_000 };
const DAY_MS = 86_400_000;

const company = (given: Partial<CompanyConfig> = {}): PbxWorld =>
  worldWith({
    endpoints: [anEndpoint("101"), anEndpoint("102", { mailboxId: "box" })],
    mailboxes: [BOX],
    ...given,
  });

/** Calls the box and hangs up when the greeting is over. */
async function heardBy(world: PbxWorld): Promise<readonly string[]> {
  const before = world.media.said.length;
  const caller = await world.phone("101");
  caller.dial("102");
  await world.run(50);
  const heard = world.media.said.slice(before);
  caller.hangUp();
  await world.run(50);
  return heard;
}

/** The owner in the menus; what was said since they dialed. */
async function byTelephone(world: PbxWorld, keys: readonly string[]): Promise<readonly string[]> {
  const owner = await world.phone("102");
  const before = world.media.said.length;
  owner.dial("*97");
  await world.run(50);
  for (const key of keys) {
    if (key === "recorded" || key === "cut off") {
      const [id = ""] = world.media.recordings.keys();
      world.media.finishRecording(id, { reason: key === "recorded" ? "key" : "maxDuration" });
    } else for (const digit of key) world.media.press(world.channelOf("102"), digit as "1");
    await world.run(50);
  }
  owner.hangUp();
  await world.run(50);
  world.vanish("102-1");
  return world.media.said.slice(before);
}

test.each<[string, GreetingOccasion, Partial<CompanyConfig>]>([
  ["nobody answers", "noAnswer", {}],
  [
    "not to be disturbed",
    "busy",
    { endpoints: [anEndpoint("101"), anEndpoint("102", { mailboxId: "box", isDoNotDisturb: true })] },
  ],
  ["closed", "closed", { hours: [{ days: [], fromMinute: 0, toMinute: 1 }] }],
])("[VM12] a caller hears the greeting for the occasion: %s", async (_name, occasion, given) => {
  const world = company(given);
  for (const each of ["noAnswer", "busy", "closed"] as const)
    world.greetings.set(each, { path: `/${each}.wav` });
  expect(await heardBy(world)).toEqual([`/${occasion}.wav`]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[VM12] the temporary greeting goes before all others until its end, and then the usual one is back", async () => {
  const world = company();
  world.greetings.set("noAnswer", { path: "/usual.wav" });
  world.greetings.set("temporary", { path: "/vacation.wav", until: world.clock.now() + 60_000 });
  expect(await heardBy(world)).toEqual(["/vacation.wav"]);
  await world.run(60_000);
  expect(await heardBy(world)).toEqual(["/usual.wav"]);
});

test("[VM13] without a recording the standard greeting is heard, with the recorded name in it", async () => {
  const world = company();
  expect(await heardBy(world)).toEqual(["person-not-available", "leave-a-message"]);
  world.greetings.set("name", { path: "/name.wav" });
  expect(await heardBy(world)).toEqual(["/name.wav", "is-not-available", "leave-a-message"]);
  const closed = company({ hours: [{ days: [], fromMinute: 0, toMinute: 1 }] });
  expect(await heardBy(closed)).toEqual(["office-closed", "leave-a-message"]);
  closed.greetings.set("name", { path: "/name.wav" });
  expect(await heardBy(closed)).toEqual([
    ...["you-have-reached", "/name.wav", "office-closed", "leave-a-message"],
  ]);
});

test("[VM4] a greeting recorded by telephone counts only after the key", async () => {
  const world = company();
  await byTelephone(world, ["2", "1", "2", "cut off"]);
  expect(world.greetings.size).toBe(0);
  await byTelephone(world, ["2", "1", "2", "recorded"]);
  expect(await heardBy(world)).toEqual([expect.stringMatching(/^\/drafts\//)]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[VM14] the owner records, hears, chooses and takes back what callers hear on each occasion", async () => {
  const world = company();
  await byTelephone(world, ["2", "2", "2", "recorded"]);
  const busy = world.greetings.get("busy")?.path;
  expect(busy).toMatch(/^\/drafts\//);
  expect(await byTelephone(world, ["2", "2", "1"])).toContain(busy);
  world.recordedGreetings.push({ id: "a", path: "/a.wav" }, { id: "b", path: "/b.wav" });
  const said = await byTelephone(world, ["2", "3", "3", "#", "1"]);
  expect(said).toEqual(expect.arrayContaining(["/a.wav", "/b.wav", "greeting-chosen"]));
  expect(world.greetings.get("closed")?.path).toBe("/b.wav");
  expect(await byTelephone(world, ["2", "3", "4"])).toContain("greeting-reset");
  expect(world.greetings.has("closed")).toBe(false);
  expect(await byTelephone(world, ["2", "3", "1"])).toEqual(
    expect.arrayContaining(["office-closed", "leave-a-message"]),
  );
  expect(await byTelephone(world, ["2", "5", "1"])).toContain("nothing-recorded");
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[VM14] a temporary greeting is recorded for a number of days", async () => {
  const world = company();
  expect(await byTelephone(world, ["2", "4", "2", "0#"])).toContain("invalid-choice");
  expect(world.greetings.size).toBe(0);
  const begun = world.clock.now();
  await byTelephone(world, ["2", "4", "2", "3#", "recorded"]);
  const { until = 0 } = world.greetings.get("temporary") ?? {};
  expect(Math.round((until - begun) / DAY_MS)).toBe(3);
});

test.each<[string, string, boolean]>([
  ["mon-fri 09:00-17:00", "2026-11-17T14:00:00Z", true],
  ["mon-fri 09:00-17:00", "2026-11-17T13:59:00Z", false],
  ["mon-fri 09:00-17:00", "2026-11-17T22:00:00Z", false],
  ["mon-fri 09:00-17:00", "2026-11-21T15:00:00Z", false],
  ["sat-sun 00:00-24:00", "2026-11-22T04:30:00Z", true],
  ["tue 20:00-24:00", "2026-11-18T04:59:00Z", true],
])("[VM15] %s by the clocks of New York: %s", (written, at, expected) => {
  const hours = [parseHours(written)].filter((each) => each !== undefined);
  expect(hours).toHaveLength(1);
  expect(isOpen(hours, Date.parse(at), "America/New_York")).toBe(expected);
});

test.each(["", "monday 9-5", "mon 17:00-09:00", "mon 09:00-25:00", "mon 09:60-10:00", "abc 09:00-10:00"])(
  "[VM15] %j says no hours",
  (written) => expect(parseHours(written)).toBeUndefined(),
);
