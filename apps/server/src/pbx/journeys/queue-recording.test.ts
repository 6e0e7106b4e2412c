import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { CallRecordDetails, LiveCall } from "@offhook/contract";
import { samplesFromFile } from "@offhook/media/samples";
import { amplitudeAt } from "@offhook/media/testing";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { demoPerson } from "../../demo/demo-people.ts";
import { PhoneWorld } from "../testing/phone-world.ts";

const WAIT = { timeout: 20_000, interval: 50 };
const VOICE = { maya: 440, dev: 1_000 };
const QUEUES = [
  { id: 41, extension: "341", recording: "always" },
  { id: 42, extension: "342", recording: "never" },
];
let world: PhoneWorld;

beforeAll(async () => {
  world = await PhoneWorld.start({
    devices: ["maya", "dev"],
    async prepare({ database: { query } }) {
      for (const queue of QUEUES) {
        const settings = { customer_id: 1, name: `Recorded ${queue.recording}`, wrap_up_seconds: 0 };
        await query
          .insertInto("queues")
          .values({ ...queue, ...settings, announce_seconds: 3_600 })
          .execute();
        await query
          .insertInto("queue_members")
          .values({ queue_id: queue.id, phone_id: demoPerson("dev").id, available: true })
          .execute();
      }
    },
  });
});
afterEach(async () => {
  await world.stopPhones();
  await world.isAtRest();
});
afterAll(() => world.close());

type Client = Awaited<ReturnType<PhoneWorld["client"]>>;

async function ownPart(client: Client, fits: (call: LiveCall) => boolean): Promise<LiveCall> {
  return vi.waitFor(async () => {
    const calls = await client<LiveCall[]>("GET", "/calls/live");
    const own = calls.find((call) => call.phone === "dev" && fits(call));
    if (!own) throw new Error("Dev is in no such call");
    return own;
  }, WAIT);
}

const control = (client: Client, action: string, { channel }: LiveCall): Promise<unknown> =>
  client("POST", "/call/control", { action, channel });

/** Dev's entry in the history, once the call is over and stored. */
async function entry(client: Client, since: number): Promise<CallRecordDetails> {
  await world.isAtRest();
  const [record] = await world.records("dev", since);
  return client<CallRecordDetails>("GET", `/phone/cdr?id=${record!.id}`);
}

test("[REC10] [REC11] a queue tells its caller, and records both voices without being asked", async () => {
  const since = Date.now();
  const maya = await world.phone("maya", VOICE.maya);
  const dev = await world.phone("dev", VOICE.dev);
  const client = await world.client("dev");
  const call = await maya.dial("341");
  await call.hearsSpeech();
  const taken = await dev.takeCall();
  await taken.hears(VOICE.maya);
  await call.hears(VOICE.dev);
  const own = await ownPart(client, ({ recording }) => recording);
  expect(own).toMatchObject({ recording_rule: "always", queue_id: 41 });
  await expect(control(client, "stopRecording", own)).rejects.toThrow("records all of its calls");
  await call.hearsNo(VOICE.maya);
  call.hangUp();
  const { recordings } = await vi.waitFor(
    async () => {
      const found = await entry(client, since);
      expect(found.recordings).toHaveLength(1);
      return found;
    },
    // The first one has to wait for the process that makes MP3 of it.
    { ...WAIT, timeout: 45_000 },
  );
  const { database, objects } = world.server;
  const stored = await database.query
    .selectFrom("call_recordings")
    .select(["phone_id", "own_key", "other_key"])
    .where("id", "=", recordings[0]!.id)
    .executeTakeFirstOrThrow();
  expect(stored.phone_id).toBe(demoPerson("dev").id);
  const loudness = async (key: string | null, hz: number): Promise<number> => {
    const file = await objects.get(key ?? "");
    const sound = samplesFromFile(await buffer(file?.stream ?? Readable.from([]))) ?? new Int16Array();
    return amplitudeAt(sound, hz, 16_000);
  };
  expect(await loudness(stored.own_key, VOICE.dev)).toBeGreaterThan(300);
  expect(await loudness(stored.other_key, VOICE.maya)).toBeGreaterThan(300);
});

test("[REC12] a call of a queue that wants no recording has none, whatever the agent asks for", async () => {
  const since = Date.now();
  const maya = await world.phone("maya", VOICE.maya);
  const dev = await world.phone("dev", VOICE.dev);
  const client = await world.client("dev");
  const call = await maya.dial("342");
  await dev.takeCall();
  await call.hears(VOICE.dev);
  const own = await ownPart(client, ({ status }) => status === "answer");
  expect(own).toMatchObject({ recording: false, recording_rule: "never" });
  await expect(control(client, "startRecording", own)).rejects.toThrow("must not be recorded");
  call.hangUp();
  expect((await entry(client, since)).recordings).toEqual([]);
});
