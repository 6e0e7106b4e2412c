import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { FakeClock } from "@offhook/testkit";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sentenceFile } from "../testing/sentence-files.ts";
import { SpeechEngine } from "./speech-engine.ts";
import { findSpeechEngine, speechProgram } from "./speech-program.ts";

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const isGone = (pid: number) => vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 10_000 });

describe("SpeechEngine", () => {
  let clock: FakeClock;
  let engine: SpeechEngine;

  /** A process that has begun with a file and is stopped: it neither answers nor ends. */
  const hangs = async () => {
    const result = engine.transcribe(sentenceFile("nurse", "wide"));
    const pid = engine.pid as number;
    process.kill(pid, "SIGSTOP");
    return { pid, result };
  };

  beforeEach(() => {
    const folder = findSpeechEngine();
    if (folder === undefined) throw new Error("The speech engine could not be downloaded");
    clock = new FakeClock();
    engine = new SpeechEngine({ clock, program: speechProgram(folder) });
  });

  afterEach(() => engine.close());

  it("starts a process with the first file, behind all others, and ends it after a minute of rest", async () => {
    expect(engine.pid).toBeUndefined();
    const [one, other] = await Promise.all([
      engine.transcribe(sentenceFile("nurse", "wide")),
      engine.transcribe(sentenceFile("results", "narrow")),
    ]);
    expect(one[0]?.text).toMatch(/nurse/);
    expect(other[0]?.text).toMatch(/clinic/);
    const pid = engine.pid as number;
    expect(getPriority(pid)).toBe(19);
    clock.advance(59_000);
    expect(isRunning(pid)).toBe(true);
    clock.advance(1_000);
    await isGone(pid);
    expect(engine.pid).toBeUndefined();
  });

  it("refuses a file that is no sound, and goes on with the next", async () => {
    const folder = await mkdtemp(join(tmpdir(), "offhook-speech-"));
    const file = join(folder, "broken.opus");
    await writeFile(file, "no sound");
    const broken = engine.transcribe(file);
    const missing = engine.transcribe(join(folder, "missing.wav"));
    const good = engine.transcribe(sentenceFile("nurse", "wide"));
    await expect(broken).rejects.toThrow("neither WAV nor Ogg Opus");
    await expect(missing).rejects.toThrow("ENOENT");
    expect(await good).toHaveLength(1);
    await rm(folder, { recursive: true });
  });

  it("rejects when the process dies, and starts another for the next file", async () => {
    const { pid, result } = await hangs();
    const next = engine.transcribe(sentenceFile("results", "wide"));
    process.kill(pid, "SIGKILL");
    await expect(result).rejects.toThrow("SIGKILL");
    expect(await next).toHaveLength(1);
    expect(engine.pid).not.toBe(pid);
  });

  it("ends a process that hangs", async () => {
    const { pid, result } = await hangs();
    clock.advance(120_000);
    await expect(result).rejects.toThrow("hangs");
    await isGone(pid);
  });

  it("rejects what waits when it is closed, and leaves no process", async () => {
    const { pid, result } = await hangs();
    const waiting = engine.transcribe(sentenceFile("results", "wide"));
    engine.close();
    await expect(result).rejects.toThrow("closed");
    await expect(waiting).rejects.toThrow("closed");
    await isGone(pid);
    await expect(engine.transcribe("x")).rejects.toThrow("closed");
  });
});
