import type { QueueAgentState, QueueStatuses } from "@offhook/contract";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { DOMAIN, PhoneWorld } from "../../pbx/testing/phone-world.ts";
import { systemClock } from "../../platform/system-clock.ts";
import { PushClient } from "../../push/testing/push-client.ts";
import { demoPerson } from "../demo-people.ts";
import { MovableClock } from "../movable-clock.ts";
import { DemoColleagues } from "./demo-colleagues.ts";

const WAIT = { timeout: 25_000, interval: 50 };
const clock = new MovableClock(systemClock);
let world: PhoneWorld;
let colleagues: DemoColleagues;
let ines: Awaited<ReturnType<PhoneWorld["client"]>>;

beforeAll(async () => {
  world = await PhoneWorld.start({
    devices: ["maya", "dev"],
    async prepare({ database }, sealer) {
      colleagues = new DemoColleagues({
        database,
        sealer,
        domain: DOMAIN,
        clock,
        port: () => world.ports.tcp,
        log: pino({ level: "silent" }),
      });
      await colleagues.save();
    },
  });
  colleagues.open(world.server.app);
  ines = await world.client("ines");
});
afterEach(async () => {
  await colleagues.switch(false);
  await world.stopPhones();
  await world.isAtRest();
});
afterAll(async () => {
  await colleagues.stop();
  await world.close();
});

/** What the agents of Scheduling do. */
async function states(): Promise<Record<string, QueueAgentState>> {
  const { queues } = await ines<QueueStatuses>("GET", "/queue/status");
  const agents = queues.find(({ extension }) => extension === "301")?.agents ?? [];
  return Object.fromEntries(agents.map(({ phone, state }) => [phone, state]));
}

async function comeToWork(): Promise<void> {
  expect(await colleagues.switch(true)).toBe(true);
  clock.advance(12_000);
  const ready = { dev: "idle", priya: "idle", samuel: "idle" };
  await vi.waitFor(async () => expect(await states()).toMatchObject(ready), WAIT);
}

test("colleagues register, answer a caller whom nobody else takes, talk, and hang up", async () => {
  await comeToWork();
  const maya = await world.phone("maya", 700);
  const call = await maya.dial("301");
  await vi.waitFor(async () => expect(Object.values(await states())).toContain("ringing"), WAIT);
  clock.advance(7_000);
  await vi.waitFor(() => expect(colleagues.people.map(({ state }) => state)).toContain("talking"), WAIT);
  await call.hearsSomething();
  clock.advance(45_000);
  await call.hasEnded("remoteBye");
});

test("[COL2] whoever signs in at the console as a colleague has the line for themselves", async () => {
  await comeToWork();
  const origin = (await world.webSocketOrigin()).replace("ws", "http");
  const dev = new PushClient();
  await dev.connect(origin, await world.server.signIn(demoPerson("dev").id));
  await vi.waitFor(
    async () => expect(await states()).toMatchObject({ dev: "unreachable", priya: "idle" }),
    WAIT,
  );
  clock.advance(60_000);
  expect(colleagues.people[0]).toEqual({ name: "Dev Patel", state: "gone" });
  dev.raw.close();
  await vi.waitFor(
    () => expect(world.server.app.connectedUsers.isLive(demoPerson("dev").id)).toBe(false),
    WAIT,
  );
  clock.advance(31_000);
  await vi.waitFor(async () => expect(await states()).toMatchObject({ dev: "idle" }), WAIT);
});

test("[COL2] [COL3] a phone that somebody registers on a colleague's line is alone there, and rings", async () => {
  await comeToWork();
  const dev = await world.phone("dev", 900);
  clock.advance(2_500);
  await vi.waitFor(() => expect(colleagues.people[0]).toEqual({ name: "Dev Patel", state: "gone" }), WAIT);
  const maya = await world.phone("maya", 700);
  const call = await maya.dial("102");
  await dev.takeCall();
  await call.hears(900);
  call.hangUp();
});

test("[COL5] sent home they cannot be reached, and are in no pause", async () => {
  await comeToWork();
  clock.advance(9 * 60_000);
  await vi.waitFor(async () => expect(Object.values(await states())).toContain("paused"), WAIT);
  await colleagues.switch(false);
  expect(colleagues.isOn).toBe(false);
  const home = { dev: "unreachable", priya: "unreachable", samuel: "unreachable" };
  await vi.waitFor(async () => expect(await states()).toMatchObject(home), WAIT);
});
