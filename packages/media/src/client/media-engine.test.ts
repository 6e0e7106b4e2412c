import { fork } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseWav } from "../files/wav.ts";
import { EventLog } from "../testing/event-log.ts";
import { RtpPhone } from "../testing/rtp-phone.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { amplitudeAt } from "../tones/goertzel.ts";
import { MediaEngine } from "./media-engine.ts";

let folder: string;
const engines: MediaEngine[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "engine-"));
});

afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

function anEngine(options: ConstructorParameters<typeof MediaEngine>[0] = {}): MediaEngine {
  const engine = new MediaEngine(options);
  engines.push(engine);
  return engine;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const samplesOf = (path: string): Int16Array => {
  const bytes = parseWav(readFileSync(path))!.data.slice();
  return new Int16Array(bytes.buffer, 0, bytes.length >> 1);
};

test("[ENG1] killed outright, the process is forked again and every leg and recording is told as lost", async () => {
  const engine = anEngine();
  const log = new EventLog(engine);
  await engine.start();
  const { pid } = await log.next("engineUp");
  const phone = await RtpPhone.connect(engine, "caller");
  await engine.request("createRtpLeg", { legId: "idle" });
  phone.voice.speak(440);
  const path = join(folder, "call");
  await engine.request("record", {
    recordingId: "call",
    target: { legId: "caller" },
    path,
    formats: ["wav", "mp3"],
  });
  const before = phone.voice.received.length;
  await waitUntil(
    "a while of recording",
    () => phone.voice.received.length,
    (all) => all > before + 90,
  );

  process.kill(pid!, "SIGKILL");
  const unanswered = engine.request("countAll", {}).then(
    () => "answered",
    ({ code }) => code,
  );
  await log.next("engineDown");
  expect(["media.processDied", "answered"]).toContain(await unanswered);
  expect(
    log
      .of("legLost")
      .map(({ legId, reason }) => `${legId} ${reason}`)
      .sort(),
  ).toEqual(["caller processDied", "idle processDied"]);
  expect(log.of("recordingFinished")).toMatchObject([
    { recordingId: "call", reason: "processDied", files: { wav: `${path}.wav` } },
  ]);

  // Asked while there is no process: the answer comes from the next one.
  expect(await engine.request("countAll", {})).toEqual({ legs: 0, bridges: 0 });
  expect((await log.next("engineUp", (event) => event.pid !== pid)).pid).not.toBe(pid);
  phone.close();

  await engine.request("recoverRecording", { recordingId: "call", path, formats: ["wav", "mp3"] });
  const recovered = await log.next("recordingFinished", ({ reason }) => reason === "recovered");
  expect(recovered.durationMs).toBeGreaterThan(800);
  expect(amplitudeAt(samplesOf(recovered.files.wav!).subarray(3_200, 12_800), 440, 16_000)).toBeGreaterThan(
    2_000,
  );
  expect(existsSync(recovered.files.mp3!)).toBe(true);

  const again = await RtpPhone.connect(engine, "caller");
  await engine.request("setEcho", { legId: "caller", isOn: true });
  again.voice.speak(600);
  await waitUntil(
    "an echo from the new process",
    () => again.voice.heard(600),
    (level) => level > 2_000,
  );
  again.close();
});

test("[ENG2] the media process does not outlive its control process", async () => {
  const tsx = createRequire(import.meta.url).resolve("tsx");
  const control = fork(fileURLToPath(new URL("../testing/control-process.ts", import.meta.url)), {
    execArgv: ["--import", tsx],
  });
  const pid = await new Promise<number>((resolve) =>
    control.once("message", (message) => resolve(Number(message))),
  );
  expect(isAlive(pid)).toBe(true);
  control.kill("SIGKILL");
  await waitUntil("the media process to end", () => !isAlive(pid));
});

test("[ENG3] a stop ends recordings properly and takes the process down", async () => {
  const engine = anEngine();
  const log = new EventLog(engine);
  await engine.start();
  const { pid } = await log.next("engineUp");
  const phone = await RtpPhone.connect(engine, "caller");
  phone.voice.speak(500);
  const path = join(folder, "short");
  await engine.request("record", {
    recordingId: "short",
    target: { legId: "caller" },
    path,
    formats: ["wav"],
  });
  const before = phone.voice.received.length;
  await waitUntil(
    "some recording",
    () => phone.voice.received.length,
    (all) => all > before + 20,
  );
  await engine.stop();
  phone.close();
  expect(isAlive(pid!)).toBe(false);
  expect(readFileSync(`${path}.wav`).readUInt32LE(40)).toBe(readFileSync(`${path}.wav`).length - 44);
  await expect(engine.request("countAll", {})).rejects.toMatchObject({ code: "media.stopped" });
});

test("[ENG4] a process that cannot start is retried with growing waits", async () => {
  const entry = join(folder, "broken.js");
  writeFileSync(entry, "process.exit(3)");
  const engine = anEngine({ program: { entry, execArgv: [] } });
  const log = new EventLog(engine);
  void engine.start();
  await waitUntil(
    "three failures",
    () => log.of("engineDown").length,
    (downs) => downs >= 3,
  );
  expect(
    log
      .of("engineDown")
      .slice(0, 3)
      .map(({ retryInMs }) => retryInMs),
  ).toEqual([100, 200, 400]);
  expect(log.of("engineDown")[0]?.reason).toBe("exit code 3");
});

test("[ENG6] a control process that stands still does not kill a healthy media process", async () => {
  const engine = anEngine();
  const log = new EventLog(engine);
  await engine.start();
  const { pid } = await log.next("engineUp");
  const stillUntil = performance.now() + 11_000;
  while (performance.now() < stillUntil);
  // The late timer runs first, then what the process said meanwhile is read.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await engine.request("countAll", {})).toEqual({ legs: 0, bridges: 0 });
  expect(log.of("engineDown")).toEqual([]);
  expect(isAlive(pid!)).toBe(true);
});
