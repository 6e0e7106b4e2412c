import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FakeClock } from "@offhook/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LiveDeposit } from "./live-deposit.ts";
import { LiveSound } from "./live-sound.ts";

let folder: string;
let clock: FakeClock;
let sound: LiveSound;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "offhook-live-"));
  clock = new FakeClock();
  const file = join(folder, "message.wav");
  await writeFile(file, new Uint8Array(44 + 640));
  const message = {
    ...{ messageId: "m1", callId: "c1", companyId: "1", mailboxId: "1", file },
    ...{ callerNumber: "12125550177", callerName: "June Park", startedAt: clock.now() },
  };
  const deposit = new LiveDeposit(message, { id: 1, customerId: 1, name: "101", label: "Maya" }, false);
  const deposits = { find: (id: string) => (id === "m1" ? deposit : undefined) };
  sound = new LiveSound({ deposits, clock, secret: new Uint8Array(32) });
});
afterEach(() => rm(folder, { recursive: true }));

test("[LVM30] a session that ends hears nothing more, and its address opens nothing", async () => {
  const address = sound.link("m1", "mine");
  const other = sound.open(sound.link("m1", "other"));
  const stream = sound.open(address);
  expect(stream?.destroyed).toBe(false);
  sound.endSessions(["mine"]);
  expect(stream?.destroyed).toBe(true);
  expect(sound.open(address)).toBeUndefined();
  expect(other?.destroyed).toBe(false);
  sound.endSessions(["other"]);
});

test("[LVM31] a session listens with a few tabs at once, and another one has its own", () => {
  const address = sound.link("m1", "mine");
  for (let tab = 0; tab < 5; tab += 1) expect(sound.open(address)).toBeDefined();
  expect(sound.open(address)).toBeUndefined();
  expect(sound.open(sound.link("m1", "other"))).toBeDefined();
  sound.endSessions(["mine", "other"]);
});

test("[LVM31] an address is good for a minute, and a changed one is not", () => {
  const address = sound.link("m1", "mine");
  expect(sound.open(address.replace("session=mine", "session=other"))).toBeUndefined();
  clock.advance(61_000);
  expect(sound.open(address)).toBeUndefined();
});
