import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import type { LiveVoicemail } from "@offhook/contract";
import { amplitudeAt } from "@offhook/media/testing";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { demoPerson } from "../../demo/demo-people.ts";
import { PhoneWorld } from "../testing/phone-world.ts";
import type { RobotCall } from "../testing/robot-call.ts";

const CARLOS = demoPerson("carlos");
const BEEP_HZ = 1_000;
const VOICE_HZ = 700;
const WAIT = { timeout: 30_000, interval: 50 };
let world: PhoneWorld;
let origin: string;

beforeAll(async () => {
  world = await PhoneWorld.start({ devices: ["maya", "carlos"] });
  origin = (await world.webSocketOrigin()).replace("ws", "http");
});
afterEach(() => world.stopPhones());
afterAll(() => world.close());

/** Maya speaks to the box of Carlos, whose phone is not there yet. */
async function speaks(): Promise<RobotCall> {
  const phone = await world.phone("maya", 0);
  const call = await phone.dial(CARLOS.extension);
  await call.talks();
  await call.hearsSpeech();
  await call.press("#");
  await call.hears(BEEP_HZ);
  await call.hearsNo(BEEP_HZ);
  call.audio.voice.speak(VOICE_HZ);
  return call;
}

type Client = Awaited<ReturnType<PhoneWorld["client"]>>;
const liveOf = async (client: Client): Promise<LiveVoicemail> =>
  vi.waitFor(async () => {
    const [live] = await client<LiveVoicemail[]>("GET", "/voicemail/live");
    if (!live) throw new Error("Nobody speaks");
    return live;
  }, WAIT);

const isOver = (client: Client) =>
  vi.waitFor(async () => expect(await client("GET", "/voicemail/live")).toEqual([]), WAIT);

/** Not by `fetch`: it opens another connection in place of one that it breaks off, and the server waits for that. */
async function open(url: string): Promise<IncomingMessage> {
  const request = get(`${origin}${url}`, { agent: false });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return response;
}

/** Two seconds of what the listener gets. */
async function listen(url: string): Promise<Int16Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of (await open(url)) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= 64_000) break;
  }
  const all = Buffer.concat(chunks);
  return new Int16Array(all.buffer.slice(all.byteOffset, all.byteOffset + (all.length & ~1)));
}

const stored = () =>
  vi.waitFor(async () => {
    const rows = await world.server.database.query
      .selectFrom("voicemail_messages")
      .selectAll()
      .where("voicemail_box_id", "=", CARLOS.id)
      .execute();
    expect(rows).toHaveLength(1);
    return rows;
  }, WAIT);

test("[LVM11] a reader listens in unheard, picks up, and what was said stays as a message", async () => {
  const call = await speaks();
  const carlos = await world.client("carlos");
  const live = await liveOf(carlos);
  expect(live).toMatchObject({ state: "speaking", mailbox: CARLOS.extension, callername: "Maya Okafor" });

  const { url } = await carlos<{ url: string }>("GET", `/voicemail/live/sound?id=${live.id}`);
  expect(amplitudeAt((await listen(url)).subarray(-16_000), VOICE_HZ, 16_000)).toBeGreaterThan(1_500);
  const forged = await open(url.replace("id=", "id=x"));
  expect([forged.statusCode, await text(forged)]).toEqual([403, "This address is not valid any more"]);

  const desk = await world.phone("carlos", 1_300);
  expect(await carlos("POST", "/voicemail/live/pickup", { id: live.id, here: false })).toEqual({
    callid: expect.any(String),
  });
  const incoming = await desk.rings();
  incoming.answer();
  await incoming.hears(VOICE_HZ);
  await call.hears(1_300);
  const [row] = await stored();
  expect(row).toMatchObject({ id: live.id, caller_number: "101" });
  await isOver(carlos);
  incoming.hangUp();
  await call.hasEnded();
  await world.isAtRest();
});

test("[LVM12] nobody else sees, hears or picks up", async () => {
  const call = await speaks();
  const carlos = await world.client("carlos");
  const { id } = await liveOf(carlos);
  const dev = await world.client("dev");
  expect(await dev("GET", "/voicemail/live")).toEqual([]);
  await expect(dev("GET", `/voicemail/live/sound?id=${id}`)).rejects.toThrow("no longer exists");
  await expect(dev("POST", "/voicemail/live/pickup", { id, here: false })).rejects.toThrow(
    "no longer exists",
  );
  await expect(carlos("POST", "/voicemail/live/pickup", { id: "../x", here: false })).rejects.toThrow(
    "no longer exists",
  );
  // Carlos has no phone on, and the caller goes on speaking.
  await expect(carlos("POST", "/voicemail/live/pickup", { id, here: false })).rejects.toThrow(
    "not connected",
  );
  expect(await liveOf(carlos)).toMatchObject({ id, state: "speaking" });
  call.hangUp();
  await isOver(carlos);
  await world.isAtRest();
});

test("[LVM13] of two readers who pick up at once one is told who has", async () => {
  const dev = demoPerson("dev");
  await world.server.database.query
    .insertInto("voicemail_box_users")
    .values({ voicemail_box_id: CARLOS.id, user_id: dev.id })
    .execute();
  const call = await speaks();
  const [carlos, other] = [await world.client("carlos"), await world.client("dev")];
  const { id } = await liveOf(carlos);
  const desk = await world.phone("carlos", 1_300);
  await carlos("POST", "/voicemail/live/pickup", { id, here: false });
  await expect(other("POST", "/voicemail/live/pickup", { id, here: false })).rejects.toThrow(
    /Carlos .* has picked up already/,
  );
  (await desk.rings()).answer();
  await call.hears(1_300);
  call.hangUp();
  await world.isAtRest();
});
