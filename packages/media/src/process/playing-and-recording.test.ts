import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MediaEngine } from "../client/media-engine.ts";
import { createOpusDecoder, OPUS } from "../codecs/opus.ts";
import { parseOggOpus } from "../files/ogg-opus.ts";
import { parseWav } from "../files/wav.ts";
import type { Play, StartRecording } from "../protocol/media-commands.ts";
import { EventLog } from "../testing/event-log.ts";
import { RtpPhone, type RtpPhoneOptions } from "../testing/rtp-phone.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { amplitudeAt } from "../tones/goertzel.ts";

const LOUD = 2_500;
const folder = mkdtempSync(join(tmpdir(), "recordings-"));
const engine = new MediaEngine();
const log = new EventLog(engine);
const phones: RtpPhone[] = [];
let count = 0;

beforeAll(async () => {
  await engine.start();
});

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

async function aPhone(options: RtpPhoneOptions = {}): Promise<RtpPhone> {
  count += 1;
  const phone = await RtpPhone.connect(engine, `leg-${count}`, options);
  phones.push(phone);
  return phone;
}

async function play(options: Omit<Play, "playbackId">): Promise<string> {
  count += 1;
  await engine.request("play", { playbackId: `playback-${count}`, ...options });
  return `playback-${count}`;
}

async function record(options: Omit<StartRecording, "recordingId" | "path">): Promise<string> {
  count += 1;
  const recordingId = `recording-${count}`;
  await engine.request("record", { recordingId, path: join(folder, "calls", recordingId), ...options });
  return recordingId;
}

const finishedRecording = (recordingId: string) =>
  log.next("recordingFinished", (event) => event.recordingId === recordingId);
const finishedPlayback = (playbackId: string) =>
  log.next("playbackFinished", (event) => event.playbackId === playbackId);
const hears = (phone: RtpPhone, hz: number) =>
  waitUntil(
    `${phone.legId} to hear ${hz} Hz`,
    () => phone.voice.heard(hz),
    (level) => level > LOUD,
  );

function channel(path: string, index: number): Int16Array {
  const wav = parseWav(readFileSync(path));
  if (!wav) throw new Error("no WAV file");
  const bytes = wav.data.slice();
  const samples = new Int16Array(bytes.buffer);
  return samples.filter((_, at) => at % wav.channels === index);
}

/** The loudest tenth of a second for a frequency: recordings begin and end with silence. */
function loudest(samples: Int16Array, hz: number): number {
  const window = 1_600;
  let most = 0;
  for (let at = 0; at + window <= samples.length; at += window)
    most = Math.max(most, amplitudeAt(samples.subarray(at, at + window), hz, 16_000));
  return most;
}

test("[PLA9] tones, then a prompt, then the end is told", async () => {
  const anna = await aPhone();
  const id = await play({
    target: { legId: anna.legId },
    sources: [
      { kind: "sine", hz: 600, durationMs: 300 },
      { kind: "prompt", name: "thank-you" },
    ],
  });
  await hears(anna, 600);
  expect(await finishedPlayback(id)).toMatchObject({ reason: "finished" });
});

test("[PLA10] music is heard on hold by phones of any codec, and stops at the word", async () => {
  for (const codec of [undefined, OPUS]) {
    const anna = await aPhone(codec ? { codec } : {});
    const id = await play({ target: { legId: anna.legId }, sources: [{ kind: "music" }] });
    // The chord of the first bar: D, F sharp and A.
    await waitUntil(
      "the first chord",
      () => Math.max(...[293.7, 370, 440].map((hz) => anna.voice.heard(hz))),
      (level) => level > 500,
    );
    await engine.request("stopPlayback", { playbackId: id });
    expect(await finishedPlayback(id)).toMatchObject({ reason: "stopped" });
  }
});

test("[PLA11] a playback stands in for the bridge and gives way to it without a seam", async () => {
  const [anna, ben] = [await aPhone(), await aPhone()];
  count += 1;
  const bridgeId = `bridge-${count}`;
  await engine.request("createBridge", { bridgeId });
  for (const { legId } of [anna, ben]) await engine.request("joinBridge", { bridgeId, legId });
  ben.voice.speak(700);
  await hears(anna, 700);
  const id = await play({
    target: { legId: anna.legId },
    sources: [{ kind: "sine", hz: 400, durationMs: 5_000 }],
  });
  await hears(anna, 400);
  expect(anna.voice.heard(700)).toBeLessThan(LOUD);
  await engine.request("stopPlayback", { playbackId: id });
  await hears(anna, 700);
  const numbers = anna.voice.received.map(({ sequenceNumber }) => sequenceNumber);
  expect(new Set(numbers).size).toBe(numbers.length);
  const stamps = anna.voice.received.map(({ timestamp }) => timestamp);
  for (const [index, stamp] of stamps.entries())
    if (index > 0) expect((stamp - (stamps[index - 1] ?? 0)) | 0).toBeGreaterThan(0);
});

test("[PLA12] what is played to a bridge is heard by all besides the talk", async () => {
  const three = [await aPhone(), await aPhone(), await aPhone({ codec: OPUS })];
  count += 1;
  const bridgeId = `bridge-${count}`;
  await engine.request("createBridge", { bridgeId });
  for (const { legId } of three) await engine.request("joinBridge", { bridgeId, legId });
  three[0]?.voice.speak(800);
  await play({ target: { bridgeId }, sources: [{ kind: "sine", hz: 500, durationMs: 4_000 }] });
  for (const phone of three) await hears(phone, 500);
  await hears(three[2]!, 800);
});

test("[PLA7] a key interrupts a prompt", async () => {
  const anna = await aPhone();
  anna.voice.speak(0);
  const id = await play({
    target: { legId: anna.legId },
    sources: [{ kind: "prompt", name: "mailbox-menu" }],
    interruptOn: "any",
  });
  anna.voice.press("2");
  expect(await finishedPlayback(id)).toMatchObject({ reason: "interrupted", digit: "2" });
});

test("[PLA13] a new playback replaces the one before; the end of a leg ends its own", async () => {
  const anna = await aPhone();
  const first = await play({ target: { legId: anna.legId }, sources: [{ kind: "tone", name: "ringback" }] });
  const second = await play({ target: { legId: anna.legId }, sources: [{ kind: "tone", name: "busy" }] });
  expect(await finishedPlayback(first)).toMatchObject({ reason: "replaced" });
  await waitUntil(
    "the busy tone",
    () => Math.min(anna.voice.heard(480), anna.voice.heard(620)),
    (level) => level > 1_500,
  );
  await engine.request("closeLeg", { legId: anna.legId });
  expect(await finishedPlayback(second)).toMatchObject({ reason: "legClosed" });
});

function opusSamples(file: string): Int16Array {
  const decoder = createOpusDecoder();
  const { packets } = parseOggOpus(readFileSync(file))!;
  return Int16Array.from(packets.flatMap((packet) => [...decoder.decode(packet)!]));
}

test("[REC1] a recorded call holds both voices, each on its side, while its packets are still relayed", async () => {
  const [anna, ben] = [await aPhone(), await aPhone()];
  count += 1;
  const bridgeId = `bridge-${count}`;
  await engine.request("createBridge", { bridgeId });
  for (const { legId } of [anna, ben]) await engine.request("joinBridge", { bridgeId, legId });
  anna.voice.speak(440);
  ben.voice.speak(1_000);
  const recordingId = await record({
    target: { bridgeId },
    formats: ["wav", "mp3", "opus", "left.opus", "right.opus"],
    layout: "stereo",
    leftLegId: ben.legId,
  });
  const before = ben.voice.received.length;
  await waitUntil(
    "a second of talk",
    () => ben.voice.received.length,
    (all) => all > before + 60,
  );
  await hears(ben, 440);
  await engine.request("stopRecording", { recordingId });
  const { files, durationMs, reason } = await finishedRecording(recordingId);
  expect(reason).toBe("stopped");
  expect(durationMs).toBeGreaterThan(700);
  const [left, right] = [channel(files.wav!, 0), channel(files.wav!, 1)];
  const isBen = (sound: Int16Array) => {
    expect(loudest(sound, 1_000)).toBeGreaterThan(LOUD);
    expect(loudest(sound, 440)).toBeLessThan(400);
  };
  const isAnna = (sound: Int16Array) => {
    expect(loudest(sound, 440)).toBeGreaterThan(LOUD);
    expect(loudest(sound, 1_000)).toBeLessThan(400);
  };
  isBen(left);
  isAnna(right);
  expect(Math.abs(left.length / 16 - durationMs)).toBeLessThan(25);

  const mp3 = readFileSync(files.mp3!);
  expect([mp3[0], mp3[1]! & 0xe0]).toEqual([0xff, 0xe0]);
  expect(mp3.length / 16_000).toBeGreaterThan((durationMs / 1_000) * 0.9);
  const both = opusSamples(files.opus!);
  expect(loudest(both, 440)).toBeGreaterThan(LOUD);
  expect(loudest(both, 1_000)).toBeGreaterThan(LOUD);
  isBen(opusSamples(files["left.opus"]!));
  isAnna(opusSamples(files["right.opus"]!));
});

test("[REC7] a recording that is moved goes on with the voices of the other bridge, in one file", async () => {
  const [anna, ben] = [await aPhone(), await aPhone()];
  for (const bridgeId of ["first", "second"]) await engine.request("createBridge", { bridgeId });
  await engine.request("joinBridge", { bridgeId: "first", legId: anna.legId });
  await engine.request("joinBridge", { bridgeId: "second", legId: ben.legId });
  anna.voice.speak(440);
  ben.voice.speak(1_000);
  const recordingId = await record({ target: { bridgeId: "first" }, formats: ["wav"] });
  await play({ target: { legId: ben.legId }, sources: [{ kind: "silence", durationMs: 600 }] }).then(
    finishedPlayback,
  );
  await engine.request("moveRecording", { recordingId, target: { bridgeId: "second" } });
  await engine.request("closeBridge", { bridgeId: "first" });
  await play({ target: { legId: anna.legId }, sources: [{ kind: "silence", durationMs: 600 }] }).then(
    finishedPlayback,
  );
  await engine.request("stopRecording", { recordingId });
  const { files, reason } = await finishedRecording(recordingId);
  expect(reason).toBe("stopped");
  const sound = channel(files.wav!, 0);
  const half = sound.length >> 1;
  expect(loudest(sound.subarray(0, half), 440)).toBeGreaterThan(LOUD);
  expect(loudest(sound.subarray(half), 1_000)).toBeGreaterThan(LOUD);
  expect(loudest(sound.subarray(sound.length - 3_200), 440)).toBeLessThan(400);
  await engine.request("closeBridge", { bridgeId: "second" });
});

test("[REC2] a voicemail begins after the beep and ends with a key; only what is asked for is kept", async () => {
  const anna = await aPhone();
  anna.voice.speak(440);
  const recordingId = await record({
    target: { legId: anna.legId },
    formats: ["mp3"],
    stopOnKeys: ["#"],
    beep: true,
  });
  await hears(anna, 1_000);
  await waitUntil(
    "the end of the beep",
    () => anna.voice.heard(1_000),
    (level) => level < 300,
  );
  anna.voice.press("5");
  anna.voice.press("#");
  const { reason, digit, files, durationMs } = await finishedRecording(recordingId);
  expect({ reason, digit }).toEqual({ reason: "key", digit: "#" });
  expect(durationMs).toBeLessThan(3_000);
  expect(Object.keys(files)).toEqual(["mp3"]);
  expect(existsSync(files.mp3!.replace(".mp3", ".wav"))).toBe(false);
});

test("[REC3] silence ends a recording, and its length is told", async () => {
  const anna = await aPhone();
  anna.voice.speak(440);
  const recordingId = await record({ target: { legId: anna.legId }, formats: ["wav"], stopOnSilenceMs: 500 });
  const before = anna.voice.received.length;
  await waitUntil(
    "half a second",
    () => anna.voice.received.length,
    (all) => all > before + 25,
  );
  anna.voice.speak(0);
  const { reason, trailingSilenceMs, durationMs, files } = await finishedRecording(recordingId);
  expect(reason).toBe("silence");
  expect(trailingSilenceMs).toBeGreaterThanOrEqual(500);
  expect(durationMs).toBeGreaterThan(trailingSilenceMs);
  expect(loudest(channel(files.wav!, 0), 440)).toBeGreaterThan(LOUD);
});

test("[REC4] the longest allowed time, the end of the leg and the end of the bridge end it", async () => {
  const anna = await aPhone();
  const longest = await record({ target: { legId: anna.legId }, formats: ["wav"], maxDurationMs: 300 });
  expect(await finishedRecording(longest)).toMatchObject({ reason: "maxDuration", durationMs: 300 });
  const ofLeg = await record({ target: { legId: anna.legId }, formats: ["wav"] });
  await engine.request("closeLeg", { legId: anna.legId });
  expect(await finishedRecording(ofLeg)).toMatchObject({ reason: "targetClosed" });
  await engine.request("createBridge", { bridgeId: "short" });
  const ofBridge = await record({ target: { bridgeId: "short" }, formats: ["wav"] });
  await engine.request("closeBridge", { bridgeId: "short" });
  expect(await finishedRecording(ofBridge)).toMatchObject({ reason: "targetClosed" });
});

test("[REC5] nothing is recorded while it is paused", async () => {
  const anna = await aPhone();
  anna.voice.speak(440);
  const recordingId = await record({ target: { legId: anna.legId }, formats: ["wav"] });
  await engine.request("setRecordingPaused", { recordingId, isPaused: true });
  const before = anna.voice.received.length;
  await waitUntil(
    "half a second",
    () => anna.voice.received.length,
    (all) => all > before + 25,
  );
  await engine.request("stopRecording", { recordingId });
  expect((await finishedRecording(recordingId)).durationMs).toBeLessThan(300);
  await expect(engine.request("setRecordingPaused", { recordingId, isPaused: false })).rejects.toMatchObject({
    code: "media.unknownRecording",
  });
});

test("[REC6] a disk that refuses is told as a failure", async () => {
  const anna = await aPhone();
  count += 1;
  const recordingId = `recording-${count}`;
  writeFileSync(join(folder, "a-file"), "");
  const path = join(folder, "a-file", recordingId);
  await engine.request("record", { recordingId, path, target: { legId: anna.legId }, formats: ["wav"] });
  expect(await finishedRecording(recordingId)).toMatchObject({ reason: "failed", files: {} });
  await log.next("log", ({ message }) => message.includes(recordingId));
});
