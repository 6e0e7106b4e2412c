import fc from "fast-check";
import { expect, test } from "vitest";
import { ATTACH_PREFIX } from "../arrivals/invite-receiver.ts";
import { leftovers, NOTHING, worldWith } from "../testing/calling.ts";
import type { PbxWorld } from "../testing/pbx-world.ts";
import type { PhoneCall, ScriptedPhone } from "../testing/scripted-phone.ts";
import { anEndpoint, aQueue } from "../testing/test-company.ts";

const EXTENSIONS = ["101", "102", "103", "104"];
const NUMBERS = [...EXTENSIONS, "*43", "301", "701", "999"];

interface Device {
  readonly phone: ScriptedPhone;
  readonly name: string;
  isGone: boolean;
}

interface Scene {
  readonly world: PbxWorld;
  readonly devices: Device[];
  readonly device: Device;
  readonly phone: ScriptedPhone;
  readonly call: PhoneCall | undefined;
  readonly channelId: string;
  readonly a: number;
  readonly b: number;
}

const ACTIONS: readonly ((scene: Scene) => void | Promise<void>)[] = [
  ({ phone, a }) => void phone.dial(NUMBERS[a % NUMBERS.length] ?? "101"),
  ({ phone, a }) => void phone.dial(EXTENSIONS[a % 4] ?? "101"),
  ({ phone, call }) => call && phone.ring(call),
  ({ phone, call }) => call && phone.answer(call),
  ({ devices }) => answerAll(devices),
  ({ phone, call, a }) => call && phone.decline([486, 603, 480][a % 3], call),
  ({ phone, call }) => call && phone.hangUp(call),
  ({ phone, call, a }) => call && phone.hold(a % 2 === 0, call),
  ({ phone, call, a }) => call && phone.transfer(NUMBERS[a % NUMBERS.length] ?? "101", call),
  ({ phone, call, b }) => {
    const other = phone.calls[b % Math.max(1, phone.calls.length)];
    if (call?.usage && other?.usage && other !== call) phone.transfer(other, call);
  },
  ({ world, device }) => {
    device.isGone = true;
    world.vanish(device.name);
  },
  async ({ world, devices, a }) => {
    const name = `tab-${devices.length}`;
    const extension = EXTENSIONS[a % 4] ?? "101";
    const phone = await world.phone(extension, "browser", name);
    devices.push({ phone, name, isGone: false });
    const [call] = world.pbx.commands.calls();
    if (call) phone.dial(`${ATTACH_PREFIX}${call.callId}`);
  },
  ({ world, a }) => {
    if (a % 5 === 0) world.media.die();
  },
  ({ world, a }) => {
    const legs = [...world.media.legs.keys()];
    const leg = legs[a % Math.max(1, legs.length)];
    if (leg !== undefined) world.media.fallSilent(leg);
  },
  ({ phone, call }) => call && phone.pressByInfo("5", call),
  ({ world, channelId }) => void world.pbx.commands.park(channelId),
  ({ world, channelId, a }) =>
    void world.pbx.commands.transfer(channelId, NUMBERS[a % NUMBERS.length] ?? "101"),
  ({ world, channelId }) => void world.pbx.commands.hangUp(channelId),
  ({ world, channelId }) => {
    const own = world.pbx.commands.calls().flatMap(({ parties }) => parties);
    const line = own.find((party) => party.channelId === channelId)?.endpointId;
    world.pbx.commands.join(
      own.filter(({ endpointId }) => endpointId === line).map((party) => party.channelId),
    );
  },
  ({ world, channelId }) => void world.pbx.commands.startRecording(channelId),
  ({ world, a }) => world.run((a % 40) * 1_000),
];

function answerAll(devices: readonly Device[]): void {
  for (const { phone } of devices)
    for (const call of phone.calls) if (call.state === "ringing") phone.answer(call);
}

async function act(
  world: PbxWorld,
  devices: Device[],
  [kind, a, b]: readonly [number, number, number],
): Promise<void> {
  const live = devices.filter(({ isGone }) => !isGone);
  const busy = live.filter(({ phone }) => phone.calls.some(({ state }) => state !== "ended"));
  const choice = b % 4 === 0 || busy.length === 0 ? live : busy;
  const device = choice[a % Math.max(1, choice.length)];
  if (!device) return;
  const calls = device.phone.calls.filter(({ state }) => state !== "ended");
  const parties = world.pbx.commands.calls().flatMap((call) => call.parties);
  const channelId = parties[b % Math.max(1, parties.length)]?.channelId ?? "";
  const call = calls[b % Math.max(1, calls.length)];
  await ACTIONS[kind % ACTIONS.length]?.({
    world,
    devices,
    device,
    phone: device.phone,
    call,
    channelId,
    a,
    b,
  });
  await world.run(b % 12);
}

function loseDatagrams(world: PbxWorld, share: number): void {
  let turn = 0;
  for (const name of ["device-102", "device-104"]) {
    const wire = world.wires.get(name);
    if (!wire) continue;
    wire.isLost = () => {
      turn = (turn * 31 + 7) % 1_009;
      return turn < share * 1_009;
    };
  }
}

function hangUpAll(world: PbxWorld, devices: readonly Device[]): void {
  for (const { phone } of devices) {
    for (const call of phone.calls) {
      if (call.state === "ringing") phone.decline(486, call);
      else if (call.state !== "ended") phone.hangUp(call);
    }
  }
  for (const { parties } of world.pbx.commands.calls())
    for (const { channelId } of parties) world.pbx.commands.hangUp(channelId);
}

async function play(commands: readonly (readonly [number, number, number])[], loss: number): Promise<void> {
  const endpoints = EXTENSIONS.map((extension) => anEndpoint(extension));
  const queues = [aQueue({ agents: [{ endpointId: "phone-104", isLoggedIn: true }], maxWaitMs: 60_000 })];
  const world = worldWith({ endpoints, queues });
  const devices: Device[] = [];
  for (const [index, extension] of EXTENSIONS.entries()) {
    const name = `device-${extension}`;
    const phone = await world.phone(extension, index % 2 === 0 ? "browser" : "phone", name);
    devices.push({ phone, name, isGone: false });
  }
  devices[0]?.phone.dial("102");
  devices[2]?.phone.dial("104");
  await world.run(20);
  answerAll(devices);
  await world.run(20);
  loseDatagrams(world, loss);
  for (const command of commands) await act(world, devices, command);
  loseDatagrams(world, 0);
  for (let round = 0; round < 4; round += 1) {
    await world.run(35_000);
    hangUpAll(world, devices);
  }
  expect(await leftovers(world)).toEqual(NOTHING);
  const present = devices.filter(({ isGone }) => !isGone);
  expect(
    present.flatMap(({ phone }) => phone.calls.map(({ state }) => state)).filter((s) => s !== "ended"),
  ).toEqual([]);
}

test("[CALL91] with real SIP on both sides, lost datagrams, vanishing pages and a dying media process nothing is left behind", async () => {
  const command = fc.tuple(fc.nat(400), fc.nat(1_000), fc.nat(1_000));
  const script = fc.noBias(fc.array(command, { minLength: 10, maxLength: 40, size: "max" }));
  await fc.assert(
    fc.asyncProperty(script, fc.constantFrom(0, 0.1, 0.3), (commands, loss) => play(commands, loss)),
    { numRuns: 80 },
  );
}, 240_000);
