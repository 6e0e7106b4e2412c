import { expect, test } from "vitest";
import { worldWith } from "../testing/calling.ts";
import type { PbxWorld } from "../testing/pbx-world.ts";
import type { ScriptedPhone } from "../testing/scripted-phone.ts";

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
  // Asked after half a minute; a device that has said nothing for eight seconds does not ring.
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
  world.pbx.drop("phone-101");
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

/** How many of so many tries were looked at at all; the others heard of the wait. */
async function guess(world: PbxWorld, intruder: ScriptedPhone, name: string, times: number): Promise<number> {
  const wire = world.wires.get(name)!;
  for (let each = 0; each < times; each += 1) {
    intruder.register();
    await world.run(5);
  }
  return wire.log.filter((line) => line.startsWith("server") && line.includes("403")).length;
}

test("[REG12] [REG13] [REG15] an intruder is locked out and told of, and honest phones go on", async () => {
  const world = worldWith();
  const desk = await world.phone("101", "phone", "desk");
  const intruder = world.intruder("101", "intruder");
  expect(await guess(world, intruder, "intruder", 300)).toBe(300);
  expect(world.lockouts).toMatchObject([
    { scope: "source", username: "phone-101", companyId: "company", tries: 10, waitMs: 30_000 },
  ]);
  desk.register();
  const another = await world.phone("101", "phone", "another-address");
  expect([desk.registration, another.registration]).toEqual(["registered", "registered"]);
});

test("[REG12] the wait is over after its time, and the next wrong one doubles it", async () => {
  const world = worldWith();
  const intruder = world.intruder("101", "intruder");
  await guess(world, intruder, "intruder", 15);
  await world.run(30_000);
  await guess(world, intruder, "intruder", 15);
  expect(world.lockouts.map(({ tries, waitMs }) => `${tries} ${waitMs}`)).toEqual(["10 30000", "11 60000"]);
});

test("[REG16] desk phones are written down, browsers are not, and a phone that leaves is forgotten", async () => {
  const world = worldWith();
  await world.phone("101", "browser", "page");
  const desk = await world.phone("101", "phone", "desk");
  expect([...world.bindings.values()]).toMatchObject([
    { endpointId: "phone-101", deviceId: "urn:uuid:desk", transport: "UDP", username: "phone-101" },
  ]);
  expect(JSON.stringify([...world.bindings.values()])).not.toContain("secret of");
  desk.register(0);
  await world.run(20);
  expect(world.bindings.size).toBe(0);
});

test("[REG16] after a restart they ring before they have registered again, and are asked at once", async () => {
  const before = worldWith();
  await before.phone("102", "phone", "desk");
  const world = worldWith();
  await world.pbx.restore([...before.bindings.values()]);
  expect(world.pbx.presence("phone-102")?.onlineDevices).toBe(1);
  const anna = await world.phone("101");
  expect(world.wires.get("10.0.0.2")?.log).toContain("server: OPTIONS");
  anna.dial("102");
  await world.run(20);
  // The wire of the old address leads to the only phone this world has outside.
  expect(world.carrier.call.state).toBe("ringing");
});

test("[REG16] a silent phone then is not online, and one with a changed password is not trusted", async () => {
  const before = worldWith();
  await before.phone("102", "phone", "desk");
  await before.phone("103", "phone", "other");
  const world = worldWith();
  const saved = [...before.bindings.values()].map((each) =>
    each.endpointId === "phone-103" ? { ...each, secretMark: "of another" } : each,
  );
  for (const each of saved) world.bindings.set(each.key, each);
  await world.pbx.restore(saved);
  world.wires.get("10.0.0.2")!.isLost = () => true;
  expect(world.pbx.presence("phone-103")?.onlineDevices).toBe(0);
  expect([...world.bindings.values()].map(({ endpointId }) => endpointId)).toEqual(["phone-102"]);
  await world.run(9_000);
  expect(world.pbx.presence("phone-102")?.onlineDevices).toBe(0);
});

test("[REG17] phones over UDP are asked to come back within five minutes, others within ten", async () => {
  const world = worldWith();
  const [page, desk] = [
    await world.phone("101", "browser", "page"),
    await world.phone("101", "phone", "desk"),
  ];
  page.register(3_600);
  desk.register(3_600);
  await world.run(20);
  const now = world.clock.now();
  const left = world.pbx
    .devices("phone-101")
    .map(({ kind, expiresAt }) => [kind, Math.round((expiresAt - now) / 1_000)]);
  expect(left).toEqual([
    ["browser", 600],
    ["phone", 300],
  ]);
});
