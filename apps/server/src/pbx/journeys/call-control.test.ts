import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { CallControl, CallRecording, LiveCall } from "@offhook/contract";
import { samplesFromFile } from "@offhook/media/samples";
import { amplitudeAt } from "@offhook/media/testing";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { demoPerson, HARBORLIGHT } from "../../demo/demo-people.ts";
import { PhoneWorld } from "../testing/phone-world.ts";

// What the console's soft phone asks for, over REST, of calls that really go on.

const WAIT = { timeout: 20_000, interval: 50 };
const VOICE = { maya: 440, dev: 1_000, ines: 1_600 };

let world: PhoneWorld;
beforeAll(async () => {
  world = await PhoneWorld.start({ devices: ["maya", "dev", "ines"] });
});
afterAll(() => world.close());
afterEach(() => world.stopPhones());

type Client = Awaited<ReturnType<PhoneWorld["client"]>>;

const live = (client: Client): Promise<LiveCall[]> => client("GET", "/calls/live");
const control = (client: Client, request: CallControl): Promise<unknown> =>
  client("POST", "/call/control", request);

/** The entry of this person's party, once there is one that fits. */
async function party(
  client: Client,
  handle: string,
  fits: (call: LiveCall) => boolean = () => true,
): Promise<LiveCall> {
  return vi.waitFor(async () => {
    const found = (await live(client)).find((call) => call.phone === handle && fits(call));
    if (!found) throw new Error(`${handle} is in no such call`);
    return found;
  }, WAIT);
}

/** Maya calls Dev, and they talk. */
async function talk() {
  const maya = await world.phone("maya", VOICE.maya);
  const dev = await world.phone("dev", VOICE.dev);
  const outgoing = await maya.dial(demoPerson("dev").extension);
  const incoming = await dev.takeCall();
  await outgoing.hears(VOICE.dev);
  return { maya, dev, outgoing, incoming, client: await world.client("maya") };
}

test("the other party of an own call is muted for all, heard again and dropped; nobody else can do that", async () => {
  const { outgoing, incoming, client } = await talk();
  const own = await party(client, "maya");
  const other = await party(client, "dev");
  expect(own).toMatchObject({ status: "answer", dir: "out", holding: false, can_video: false });
  await control(client, { action: "mute", channel: own.channel, party: other.channel, mute: "1" });
  await outgoing.hearsNo(VOICE.dev);
  expect(await party(client, "dev")).toMatchObject({ muted: true });
  await control(client, { action: "mute", channel: own.channel, party: other.channel, mute: "0" });
  await outgoing.hears(VOICE.dev);

  const stranger = await world.client("ines");
  const drop = { action: "drop", channel: own.channel, party: other.channel } as const;
  await expect(control(stranger, drop)).rejects.toThrow();
  await expect(control(client, { ...drop, party: "somebody-else" })).rejects.toThrow();
  await control(client, drop);
  await vi.waitFor(() => expect(incoming.state).toBe("ended"), WAIT);
  await world.isAtRest();
});

test("the target of a transfer sees the note, and a party that holds is told apart from one that is held", async () => {
  const ines = await world.phone("ines", VOICE.ines);
  const { incoming, client } = await talk();
  const own = await party(client, "maya");
  await control(client, { action: "hold", channel: own.channel, hold: "1" });
  await incoming.hearsMusic();
  expect(await party(client, "maya")).toMatchObject({ status: "hold", holding: true });
  expect(await party(client, "dev")).toMatchObject({ status: "hold", holding: false });

  const note = "Wants to change her visit";
  await control(client, {
    action: "transfer",
    channel: own.channel,
    number: demoPerson("ines").extension,
    note,
  });
  const target = await party(await world.client("ines"), "ines");
  expect(target).toMatchObject({ status: "ringing", note, note_from: "Maya Okafor" });
  const taken = await ines.takeCall();
  await taken.hears(VOICE.dev);
  taken.hangUp();
  await world.isAtRest();
});

test("a recording can be fetched as soon as its event has come", async () => {
  const { outgoing, client } = await talk();
  const own = await party(client, "maya");
  await control(client, { action: "startRecording", channel: own.channel });
  await party(client, "maya", ({ recording }) => recording);
  // A robot that no longer hears the other, and then does again, has let some time pass.
  const { channel } = await party(client, "dev");
  for (const mute of ["1", "0"] as const) {
    await control(client, { action: "mute", channel: own.channel, party: channel, mute });
    await (mute === "1" ? outgoing.hearsNo(VOICE.dev) : outgoing.hears(VOICE.dev));
  }
  await control(client, { action: "stopRecording", channel: own.channel });
  const ready = await vi.waitFor(
    async () => {
      const rows = await world.server.database.query
        .selectFrom("events")
        .select("event")
        .where("customer_id", "=", HARBORLIGHT.id)
        .execute();
      const found = rows.map(({ event }) => event as { type: string; id: string }).find(isRecording);
      if (!found) throw new Error("No recording has been told");
      return found;
      // The first one has to wait for the process that makes MP3 of it.
    },
    { ...WAIT, timeout: 45_000 },
  );
  expect(ready).toMatchObject({ phone: "maya", callid: own.callid });
  const recording = await client<CallRecording>("GET", `/call/recording?id=${ready.id}`);
  const response = await world.server.app.fastify.inject({ method: "GET", url: recording.url });
  expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "audio/mpeg"]);
  await hasSides(ready.id);
  outgoing.hangUp();
  await world.isAtRest();
});

/** Each voice is kept by itself, too: the one of the line that recorded, and the others'. */
async function hasSides(id: string): Promise<void> {
  const { database, objects } = world.server;
  const sides = await database.query
    .selectFrom("call_recordings")
    .select(["own_key", "other_key"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  /** Of which voice it is: far louder than the other. */
  const voiceOf = async (key: string | null) => {
    const stored = await objects.get(key ?? "");
    const sound = samplesFromFile(await buffer(stored?.stream ?? Readable.from([]))) ?? new Int16Array();
    const [maya = 0, dev = 0] = [VOICE.maya, VOICE.dev].map((voice) => amplitudeAt(sound, voice, 16_000));
    if (maya > 4 * dev) return "maya";
    return dev > 4 * maya ? "dev" : "both";
  };
  expect([await voiceOf(sides.own_key), await voiceOf(sides.other_key)]).toEqual(["maya", "dev"]);
}

const isRecording = ({ type }: { type: string }): boolean => type === "RECORDING_NEW";

/** How often Dev has said this in chat. */
const saidByDev = async (text: string): Promise<number> => {
  const rows = await world.server.database.query
    .selectFrom("chat_messages")
    .innerJoin("chat_users", "chat_users.id", "chat_messages.from_user")
    .select("chat_messages.content")
    .where("chat_users.account_id", "=", demoPerson("dev").id)
    .execute();
  return rows.filter(({ content }) => content === text).length;
};

test("a colleague who is declined with a message reads it in chat, unless one of the two has no chat", async () => {
  const maya = await world.phone("maya", VOICE.maya);
  await world.phone("dev", VOICE.dev);
  const client = await world.client("dev");
  const decline = async (message: string): Promise<void> => {
    const call = await maya.dial(demoPerson("dev").extension);
    const { channel } = await party(client, "dev", ({ status }) => status === "ringing");
    try {
      await control(client, { action: "decline", channel, message });
    } finally {
      call.hangUp();
      await world.isAtRest();
    }
  };
  await decline("I will call you back.");
  expect(await saidByDev("I will call you back.")).toBe(1);

  await world.server.database.query
    .updateTable("users")
    .set({ roles: JSON.stringify({ tc_chat: "0" }) })
    .where("id", "=", demoPerson("maya").id)
    .execute();
  await expect(decline("In a meeting.")).rejects.toThrow("cannot be sent a text message");
  expect(await saidByDev("In a meeting.")).toBe(0);
});
