import { expect, test } from "vitest";
import { worldWith } from "../testing/calling.ts";
import type { PbxWorld } from "../testing/pbx-world.ts";

const online = (world: PbxWorld): number => world.pbx.presence("phone-101")?.onlineDevices ?? -1;

test("[REG1] a device registers with digest, and several of one line are known apart by their instance", async () => {
  const world = worldWith();
  const page = await world.phone("101", "browser", "page");
  const desk = await world.phone("101", "phone", "desk");
  expect([page.registration, desk.registration]).toEqual(["registered", "registered"]);
  expect(world.pbx.devices("phone-101").map(({ deviceId, kind }) => `${deviceId} ${kind}`)).toEqual([
    "urn:uuid:page browser",
    "urn:uuid:desk phone",
  ]);
  expect(world.presence.map(({ onlineDevices }) => onlineDevices)).toEqual([1, 2]);
});

test("[REG2] a refresh, also over another connection, replaces the binding of its device", async () => {
  const world = worldWith();
  const page = await world.phone("101", "browser", "page");
  const wire = world.connect(page, "page-again", "browser");
  page.register();
  await world.run(20);
  expect(world.pbx.devices("phone-101").map(({ flow }) => flow.id)).toEqual([wire.serverFlow.id]);
});

test("[REG3] a registration ends with its time, with Expires 0, and with its connection", async () => {
  const world = worldWith();
  const page = await world.phone("101", "browser", "page");
  page.register(0);
  await world.run(20);
  expect(online(world)).toBe(0);
  page.register(600);
  await world.run(20);
  expect(online(world)).toBe(1);
  world.vanish("page");
  await world.run(20);
  expect(online(world)).toBe(0);
  const desk = await world.phone("101", "phone", "desk");
  desk.register(120);
  await world.run(119_000);
  expect(online(world)).toBe(1);
  await world.run(2_000);
  expect(online(world)).toBe(0);
});

test("[REG3] a refresh moves the end of a registration", async () => {
  const world = worldWith();
  const desk = await world.phone("101", "phone", "desk");
  desk.register(120);
  await world.run(100_000);
  desk.register(120);
  await world.run(119_000);
  expect(online(world)).toBe(1);
  await world.run(2_000);
  expect(online(world)).toBe(0);
});

test("[REG4] a wrong password and an unknown name get the same answers", async () => {
  const world = worldWith();
  const stranger = await world.phone("999", "phone", "stranger");
  expect(stranger.registration).toBe("refused");
  const answers = (name: string): string[] =>
    world.wires.get(name)!.log.filter((line) => line.startsWith("server"));
  world.company = { ...world.company, endpoints: [] };
  const forgotten = await world.phone("101", "phone", "forgotten");
  expect(forgotten.registration).toBe("refused");
  expect(answers("forgotten")).toEqual(answers("stranger"));
});

test("[REG5] a binding that does not answer is not online, and is again when it does", async () => {
  const world = worldWith();
  await world.phone("101", "phone", "desk");
  const wire = world.wires.get("desk")!;
  wire.isLost = (summary) => summary.startsWith("phone");
  // Asked after half a minute; who has said nothing for eight seconds does not ring.
  await world.run(37_000);
  expect(online(world)).toBe(1);
  await world.run(2_000);
  expect(online(world)).toBe(0);
  await world.run(90_000);
  wire.isLost = () => false;
  await world.run(65_000);
  expect(online(world)).toBe(1);
  expect(world.presence.map(({ onlineDevices }) => onlineDevices)).toEqual([1, 0, 1]);
});

test("[REG5] an answer that comes late counts", async () => {
  const world = worldWith();
  await world.phone("101", "phone", "desk");
  const wire = world.wires.get("desk")!;
  wire.isLost = (summary) => summary.startsWith("phone");
  await world.run(40_000);
  expect(online(world)).toBe(0);
  wire.isLost = () => false;
  await world.run(5_000);
  expect(online(world)).toBe(1);
});

test("[REG5] whoever registers anew meanwhile is there, whatever becomes of the question", async () => {
  const world = worldWith();
  const desk = await world.phone("101", "phone", "desk");
  const wire = world.wires.get("desk")!;
  wire.isLost = (summary) => summary.includes("OPTIONS");
  await world.run(35_000);
  desk.register();
  await world.run(20_000);
  expect(online(world)).toBe(1);
});

test("[REG6] too many devices of one line are refused; one that does not answer makes room", async () => {
  const world = worldWith();
  for (let index = 0; index < 10; index += 1) await world.phone("101", "phone", `device${index}`);
  const late = await world.phone("101", "phone", "late");
  expect(late.registration).toBe("refused");
  world.wires.get("device0")!.isLost = () => true;
  await world.run(65_000);
  late.register();
  await world.run(20);
  expect(late.registration).toBe("registered");
  expect(online(world)).toBe(10);
});

test("[REG7] a wish for too short a time is answered with the least", async () => {
  const world = worldWith();
  const desk = await world.phone("101", "phone", "desk");
  desk.register(10);
  await world.run(20);
  expect(desk.registration).toBe("refused");
  expect(world.wires.get("desk")!.log.at(-1)).toBe("server: 423 REGISTER");
});

test("[REG8] presence tells who rings and who talks", async () => {
  const world = worldWith();
  const anna = await world.phone("101");
  const ben = await world.phone("102");
  anna.dial("102");
  await world.run(20);
  expect(world.pbx.presence("phone-102")).toMatchObject({ isRinging: true, isOnCall: false });
  ben.answer();
  await world.run(20);
  expect(world.pbx.presence("phone-102")).toMatchObject({ isRinging: false, isOnCall: true });
  anna.hangUp();
  await world.run(20);
  expect(world.presence.at(-1)).toMatchObject({ isRinging: false, isOnCall: false });
});

test("[REG9] withdrawn credentials take their devices along", async () => {
  const world = worldWith();
  await world.phone("101", "browser", "page");
  world.pbx.dropAccount("phone-101");
  expect(online(world)).toBe(0);
});

test("[REG10] without a password nobody calls", async () => {
  const world = worldWith();
  const ben = await world.phone("102");
  const stranger = await world.phone("999", "phone", "stranger");
  stranger.dial("102");
  await world.run(50);
  expect(stranger.call).toMatchObject({ state: "ended", news: "403" });
  expect(ben.calls).toEqual([]);
});

test("[REG11] a websocket that has proved its password calls without another challenge, as long as that is good", async () => {
  const world = worldWith();
  const anna = await world.phone("101", "browser", "page");
  const ben = await world.phone("102");
  anna.signsCalls = false;
  anna.dial("102");
  await world.run(20);
  expect(ben.calls).toHaveLength(1);
  anna.hangUp();
  await world.run(50);
  world.company = { ...world.company, endpoints: [] };
  anna.dial("102");
  await world.run(50);
  expect(anna.call).toMatchObject({ state: "ended", news: "401" });
});

test("[REG11] nobody calls so in another's name, over another connection, or from a desk phone", async () => {
  const world = worldWith();
  const ben = await world.phone("102");
  const page = await world.phone("101", "browser", "page");
  page.signsCalls = false;
  page.callsAs = "phone-102";
  page.dial("102");
  await world.run(20);
  expect(page.call).toMatchObject({ state: "ended", news: "401" });
  page.callsAs = undefined;
  world.connect(page, "page-again", "browser");
  page.dial("102");
  await world.run(20);
  expect(page.call).toMatchObject({ state: "ended", news: "401" });
  const desk = await world.phone("101", "phone", "desk");
  desk.signsCalls = false;
  desk.dial("102");
  await world.run(20);
  expect(desk.call).toMatchObject({ state: "ended", news: "401" });
  expect(ben.calls).toEqual([]);
});
