import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MediaEngine } from "../client/media-engine.ts";
import type { AudioCodec } from "../codecs/audio-codec.ts";
import { PCMA, PCMU } from "../codecs/g711.ts";
import { OPUS } from "../codecs/opus.ts";
import { parseWav } from "../files/wav.ts";
import { EventLog } from "../testing/event-log.ts";
import { RtpPhone } from "../testing/rtp-phone.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { amplitudeAt } from "../tones/goertzel.ts";

const LOUD = 2_500;
const QUIET = 400;
const [CALLER_HZ, AGENT_HZ, LEADER_HZ] = [440, 700, 1_000];

const folder = mkdtempSync(join(tmpdir(), "audiences-"));
const engine = new MediaEngine();
const log = new EventLog(engine);
const phones: RtpPhone[] = [];
let count = 0;

beforeAll(() => engine.start());
afterAll(async () => {
  await engine.stop();
  rmSync(folder, { recursive: true });
});
afterEach(async () => {
  for (const phone of phones.splice(0)) {
    phone.close();
    await engine.request("closeLeg", { legId: phone.legId }).catch(() => undefined);
  }
});

async function aPhone(codec: AudioCodec, hz: number): Promise<RtpPhone> {
  count += 1;
  const phone = await RtpPhone.connect(engine, `leg-${count}`, { codec });
  phones.push(phone);
  phone.voice.speak(hz);
  return phone;
}

/** A caller and an agent who talk, and somebody who leads the agent and is not in their bridge yet. */
async function aTalk(codec: AudioCodec = PCMU) {
  const caller = await aPhone(codec, CALLER_HZ);
  const agent = await aPhone(PCMU, AGENT_HZ);
  const leader = await aPhone(PCMA, LEADER_HZ);
  const bridgeId = `bridge-${count}`;
  await engine.request("createBridge", { bridgeId });
  for (const { legId } of [caller, agent]) await engine.request("joinBridge", { bridgeId, legId });
  await hears(caller, AGENT_HZ);
  const listenIn = (audience?: readonly string[]) =>
    engine.request("joinBridge", { bridgeId, legId: leader.legId, ...(audience && { audience }) });
  const speakTo = (audience?: readonly string[]) =>
    engine.request("setAudience", { legId: leader.legId, ...(audience && { audience }) });
  return { caller, agent, leader, bridgeId, listenIn, speakTo };
}

const hears = (phone: RtpPhone, hz: number) =>
  waitUntil(
    `${phone.legId} to hear ${hz} Hz`,
    () => phone.voice.heard(hz),
    (level) => level > LOUD,
  );
const hearsNot = (phone: RtpPhone, hz: number) =>
  waitUntil(
    `${phone.legId} not to hear ${hz} Hz`,
    () => phone.voice.heard(hz),
    (level) => level < QUIET,
  );

/** Longer than anything that was said before could still be under way. */
async function aWhile(phone: RtpPhone): Promise<void> {
  const before = phone.voice.received.length;
  await waitUntil(
    "half a second",
    () => phone.voice.received.length,
    (all) => all > before + 25,
  );
}

test.each([
  ["PCMU", PCMU],
  ["Opus", OPUS],
])("[BRI6] who has no audience hears both and is heard by nobody (caller with %s)", async (_name, codec) => {
  const { caller, agent, leader, listenIn } = await aTalk(codec);
  await listenIn([]);
  await hears(leader, CALLER_HZ);
  await hears(leader, AGENT_HZ);
  await aWhile(caller);
  for (const phone of [caller, agent]) expect(phone.voice.heard(LEADER_HZ)).toBeLessThan(QUIET);
  await hears(caller, AGENT_HZ);
  await hears(agent, CALLER_HZ);
  expect(leader.voice.heard(LEADER_HZ)).toBeLessThan(QUIET);
});

test("[BRI6] a whisper is heard by its audience alone, and the audience can change", async () => {
  const { caller, agent, leader, listenIn, speakTo } = await aTalk(OPUS);
  await listenIn([agent.legId]);
  await hears(agent, LEADER_HZ);
  await hears(agent, CALLER_HZ);
  await hears(leader, CALLER_HZ);
  await aWhile(caller);
  expect(caller.voice.heard(LEADER_HZ)).toBeLessThan(QUIET);
  await hears(caller, AGENT_HZ);

  await speakTo();
  await hears(caller, LEADER_HZ);
  await hears(agent, LEADER_HZ);
  await speakTo([]);
  await hearsNot(caller, LEADER_HZ);
  await hearsNot(agent, LEADER_HZ);
  await hears(leader, CALLER_HZ);
});

test("[BRI6] with many in the bridge a whisper still reaches nobody else", async () => {
  const { caller, agent, leader, bridgeId, listenIn } = await aTalk();
  const guest = await aPhone(PCMU, 1_300);
  await engine.request("joinBridge", { bridgeId, legId: guest.legId });
  await listenIn([agent.legId]);
  await hears(agent, LEADER_HZ);
  await hears(guest, CALLER_HZ);
  await aWhile(guest);
  for (const phone of [caller, guest]) expect(phone.voice.heard(LEADER_HZ)).toBeLessThan(QUIET);
  await hears(leader, 1_300);
});

test("[BRI6] keys still pass between the two who talk, and a recording holds no whisper", async () => {
  const { caller, agent, bridgeId, listenIn } = await aTalk();
  await listenIn([agent.legId]);
  await hears(agent, LEADER_HZ);
  const recordingId = `recording-${count}`;
  const path = join(folder, recordingId);
  await engine.request("record", { recordingId, target: { bridgeId }, path, formats: ["wav"] });
  await aWhile(caller);
  caller.voice.press("5");
  await waitUntil(
    "the agent to be told of the key",
    () => agent.voice.digits,
    (digits) => digits === "5",
  );
  await engine.request("stopRecording", { recordingId });
  const { files } = await log.next("recordingFinished", (event) => event.recordingId === recordingId);
  const wav = parseWav(readFileSync(files.wav ?? ""));
  const samples = new Int16Array(wav?.data.slice().buffer ?? new ArrayBuffer(0)).subarray(1_600, 6_400);
  expect(amplitudeAt(samples, CALLER_HZ, 16_000)).toBeGreaterThan(LOUD);
  expect(amplitudeAt(samples, LEADER_HZ, 16_000)).toBeLessThan(QUIET);
});
