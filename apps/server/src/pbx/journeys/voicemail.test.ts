import { buffer } from "node:stream/consumers";
import { amplitudeAt } from "@offhook/media/testing";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { demoPerson } from "../../demo/demo-people.ts";
import { pinContext } from "../directory/company-config-builder.ts";
import { PhoneWorld } from "../testing/phone-world.ts";
import type { RobotCall } from "../testing/robot-call.ts";

const CARLOS = demoPerson("carlos");
const BEEP_HZ = 1_000;
const VOICE_HZ = 700;
let world: PhoneWorld;

beforeAll(async () => {
  world = await PhoneWorld.start({
    devices: ["maya", "carlos", "dev"],
    async prepare({ database: { query } }, sealer) {
      await query
        .updateTable("voicemail_boxes")
        .set({ sealed_pin: sealer.seal(pinContext(CARLOS.id), "4711") })
        .where("id", "=", CARLOS.id)
        .execute();
    },
  });
});
afterEach(() => world.stopPhones());
afterAll(() => world.close());

const messages = () =>
  world.server.database.query
    .selectFrom("voicemail_messages")
    .selectAll()
    .where("voicemail_box_id", "=", CARLOS.id)
    .orderBy("received_at")
    .execute();

/** Calls Carlos, who has no phone on, and skips his greeting. */
async function reachBox(handle: string, hz: number): Promise<RobotCall> {
  const phone = await world.phone(handle, 0);
  const call = await phone.dial(CARLOS.extension);
  await call.talks();
  await call.hearsSpeech();
  await call.press("#");
  await call.hears(BEEP_HZ);
  await call.hearsNo(BEEP_HZ);
  call.audio.voice.speak(hz);
  return call;
}

const storedMessage = (count: number) =>
  vi.waitFor(
    async () => {
      const rows = await messages();
      expect(rows).toHaveLength(count);
      return rows.at(-1)!;
    },
    // The first one has to wait for the process that makes MP3 of it.
    { timeout: 45_000, interval: 100 },
  );

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1_000));

test("[E2E-VM1] greeting, beep, a message until the key, and the sound is in the file", async () => {
  const call = await reachBox("maya", VOICE_HZ);
  await seconds(3);
  await call.press("#");
  const row = await storedMessage(1);
  expect(row).toMatchObject({ caller_number: "101", caller_name: "Maya Okafor", heard_at: null });
  expect(row.duration_ms).toBeGreaterThan(2_000);
  expect(row.duration_ms).toBeLessThan(6_000);
  const stored = await world.server.objects.get(row.phone_key);
  const file = await buffer(stored!.stream);
  const samples = new Int16Array(
    file.buffer.slice(file.byteOffset + 44, file.byteOffset + (file.length & ~1)),
  );
  expect(amplitudeAt(samples.subarray(8_000, 32_000), VOICE_HZ, 16_000)).toBeGreaterThan(2_000);
  const forPeople = await world.server.objects.head(row.object_key);
  expect(forPeople).toMatchObject({ type: "audio/mpeg" });
  // Whoever pressed the key is told so, and the call ends.
  await call.hasEnded();
  await world.isAtRest();
});

test("[E2E-VM2] silence ends a message, and does not count", async () => {
  const call = await reachBox("dev", 1_300);
  await seconds(2);
  call.audio.voice.speak(0);
  const row = await storedMessage(2);
  expect(row.caller_number).toBe("102");
  expect(row.duration_ms).toBeLessThan(5_000);
  call.hangUp();
  await world.isAtRest();
});

test("[E2E-VM3] a hang-up ends a message too; one of no length is not kept", async () => {
  const short = await reachBox("maya", 0);
  short.hangUp();
  await short.hasEnded();
  const call = await reachBox("dev", 900);
  await seconds(2);
  call.hangUp();
  expect(await storedMessage(3)).toMatchObject({ caller_number: "102" });
  await world.isAtRest();
});

test("[E2E-VM4] *97 wants the PIN, then plays the new messages, the oldest first", async () => {
  const carlos = await world.phone("carlos", 0);
  const call = await carlos.dial("*97");
  await call.talks();
  await call.hearsSomething();
  await call.press("0000#");
  // A wrong one is asked for again.
  await seconds(1);
  await call.press("4711#");
  const client = await world.client("carlos");
  expect(await client("GET", "/calls/live")).toMatchObject([
    { status: "application", application: "mailbox" },
  ]);
  await vi.waitFor(
    async () => {
      await call.press("1");
      await vi.waitFor(() => expect(call.audio.heard(VOICE_HZ)).toBeGreaterThan(1_500), { timeout: 10_000 });
    },
    { timeout: 30_000 },
  );
  await call.hearsNo(VOICE_HZ);
  // Out of the message's menu, out of the mailbox's.
  await call.press("**");
  await vi.waitFor(async () => expect((await messages())[0]?.heard_at).toBeInstanceOf(Date), {
    timeout: 10_000,
  });
  call.hangUp();
  await call.hasEnded();
  await world.isAtRest();
}, 60_000);

test("[E2E-VM6] the lamp of a desk phone follows what is read, deleted and left in the box", async () => {
  const carlos = await world.phone("carlos", 0);
  const { told, stop } = carlos.watchMessages();
  const lastCounts = () => /Voice-Message: (\d+\/\d+)/.exec(told.at(-1) ?? "")?.[1];
  const counts = (expected: string) =>
    vi.waitFor(() => expect(lastCounts()).toBe(expected), { timeout: 20_000 });
  await counts("2/1");
  const client = await world.client("carlos");
  await client("PUT", "/messages/read", { type: "vox" });
  await counts("0/3");
  expect(told.at(-1)).toContain("Messages-Waiting: no");
  const [oldest] = await messages();
  await client("DELETE", `/voicemail?mailbox=${CARLOS.extension}&id=${oldest?.id}`);
  await counts("0/2");
  await client("POST", "/voicemail/restore", { mailbox: CARLOS.extension, id: oldest?.id });
  await counts("0/3");
  await client("PUT", "/messages/unread", { type: "vox", line: CARLOS.extension, ids: [oldest?.id] });
  await counts("1/2");
  stop();
  await world.isAtRest();
}, 60_000);

test("[E2E-VM5] three wrong PINs lock the mailbox for the next call too, and administrators are told", async () => {
  const carlos = await world.phone("carlos", 0);
  const call = await carlos.dial("*97");
  await call.talks();
  await call.hearsSomething();
  for (const [at, wrong] of ["0000#", "0001#", "0002#"].entries()) {
    await call.press(wrong);
    await vi.waitFor(async () => expect(await wrongPins()).toBe(at + 1), { timeout: 15_000 });
  }
  await call.hasEnded();
  const next = await carlos.dial("*97");
  await next.talks();
  await next.hearsSomething();
  await next.press("4711#");
  // It is told to wait and cut off, and the right PIN was not even looked at.
  await next.hasEnded();
  expect(await wrongPins()).toBe(3);
  await vi.waitFor(async () => expect(await alertSubjects()).toEqual([CARLOS.extension]), {
    timeout: 10_000,
  });
  await world.isAtRest();
}, 90_000);

const wrongPins = async (): Promise<number> => {
  const box = world.server.database.query.selectFrom("voicemail_boxes").where("id", "=", CARLOS.id);
  return (await box.select("pin_wrong").executeTakeFirstOrThrow()).pin_wrong;
};

const alertSubjects = async (): Promise<string[]> => {
  const alerts = world.server.database.query.selectFrom("admin_alerts").where("kind", "=", "pinGuessing");
  return (await alerts.select("subject").execute()).map(({ subject }) => subject);
};
