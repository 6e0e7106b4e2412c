import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { PhoneWorld } from "../testing/phone-world.ts";
import { loadBindings } from "./binding-repository.ts";

let world: PhoneWorld;

beforeAll(async () => {
  world = await PhoneWorld.start({ devices: ["maya", "dev"] });
});
afterEach(() => world.stopPhones());
afterAll(() => world.close());

const stored = () => loadBindings(world.server.database.query, new Date());

test("[REG16] a phone that was told it is registered is in the database, over UDP and TCP, until it leaves", async () => {
  for (const transport of ["udp", "tcp"] as const) {
    const phone = await world.phone("maya", 700, { transport });
    expect(await stored()).toMatchObject([
      { username: "desk-maya", transport: transport.toUpperCase(), address: "127.0.0.1" },
    ]);
    await phone.stop();
    await vi.waitFor(async () => expect(await stored()).toEqual([]), { timeout: 10_000 });
  }
});

test("[REG16] a desk phone that has not registered again rings after a restart of the server", async () => {
  const maya = await world.phone("maya", 700);
  await world.server.restart();
  await world.server.app.start();
  expect(await stored()).toMatchObject([{ username: "desk-maya" }]);
  const dev = await world.phone("dev", 800);
  const call = await dev.dial("101");
  const taken = await maya.takeCall();
  await taken.hears(800);
  call.hangUp();
  await taken.hasEnded("remoteBye");
});
