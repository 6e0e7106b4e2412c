import { describe, expect, test } from "vitest";
import { dtmfNotes, SOUNDS, type SoundName } from "./sound-catalog.ts";
import { type SoundElement, SoundPlayer } from "./sound-player.ts";
import { renderNotes, SAMPLE_RATE, wavFile } from "./synthesis.ts";

/** Goertzel: how much of one frequency is in there. */
function energyAt(samples: Float32Array, frequency: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * frequency) / SAMPLE_RATE);
  let [last, beforeLast] = [0, 0];
  for (const sample of samples) [last, beforeLast] = [sample + coefficient * last - beforeLast, last];
  return (last ** 2 + beforeLast ** 2 - coefficient * last * beforeLast) / samples.length;
}

describe("synthesis", () => {
  test("every key sounds its two tones and no other row or column", () => {
    for (const [rowIndex, row] of ["123", "456", "789", "*0#"].entries()) {
      for (const [columnIndex, key] of [...row].entries()) {
        const samples = renderNotes(dtmfNotes(key) ?? []);
        const rows = [697, 770, 852, 941].map((frequency) => energyAt(samples, frequency));
        const columns = [1209, 1336, 1477].map((frequency) => energyAt(samples, frequency));
        expect(rows.indexOf(Math.max(...rows))).toBe(rowIndex);
        expect(columns.indexOf(Math.max(...columns))).toBe(columnIndex);
      }
    }
    expect(dtmfNotes("a")).toBeUndefined();
    expect(dtmfNotes("12")).toBeUndefined();
  });

  test("ringback is 440 and 480 Hz for two seconds, then four of silence", () => {
    const samples = renderNotes(SOUNDS.ringback);
    expect(samples.length / SAMPLE_RATE).toBeCloseTo(6);
    const on = samples.subarray(0, 2 * SAMPLE_RATE);
    expect(energyAt(on, 440)).toBeGreaterThan(100 * energyAt(on, 600));
    expect(Math.max(...samples.subarray(2 * SAMPLE_RATE))).toBe(0);
  });

  test("no sound clips, and each begins and ends without a click", () => {
    for (const name of Object.keys(SOUNDS) as SoundName[]) {
      const samples = renderNotes(SOUNDS[name]);
      expect(samples.every((sample) => Math.abs(sample) <= 1)).toBe(true);
      expect(Math.abs(samples[0] ?? 1)).toBeLessThan(0.01);
      expect(Math.abs(samples.at(-1) ?? 1)).toBeLessThan(0.05);
    }
  });

  test("the browser can decode the file", async () => {
    const context = new OfflineAudioContext(1, SAMPLE_RATE, SAMPLE_RATE);
    const decoded = await context.decodeAudioData(wavFile(renderNotes(SOUNDS.sms)));
    expect(decoded.duration).toBeCloseTo(0.37);
  });
});

class FakeElement implements SoundElement {
  loop = false;
  currentTime = 5;
  isPlaying = false;
  sink = "";

  play(): Promise<void> {
    this.isPlaying = true;
    return Promise.resolve();
  }

  pause(): void {
    this.isPlaying = false;
  }

  setSinkId(id: string): Promise<void> {
    if (id === "gone") return Promise.reject(new DOMException("No such device", "NotFoundError"));
    this.sink = id;
    return Promise.resolve();
  }
}

function aPlayer() {
  const elements: FakeElement[] = [];
  const failures: unknown[] = [];
  const player = new SoundPlayer({
    onFailed: (failure) => failures.push(failure),
    createElement: () => {
      const element = new FakeElement();
      elements.push(element);
      return element;
    },
  });
  return { player, elements, failures };
}

describe("player", () => {
  test("rings on every chosen output once, and stops them all", async () => {
    const { player, elements } = aPlayer();
    player.play("incoming", { loop: true, outputs: ["headset", "desk", "headset"] });
    await expect
      .poll(() => elements.map((element) => [element.sink, element.isPlaying]))
      .toEqual([
        ["headset", true],
        ["desk", true],
      ]);
    player.stopAll();
    expect(elements.map((element) => element.isPlaying)).toEqual([false, false]);
    expect(player.isPlaying("incoming")).toBe(false);
  });

  test("an output that is gone gives way to the default one", async () => {
    const { player, elements, failures } = aPlayer();
    player.play("test", { outputs: ["gone"] });
    await expect.poll(() => elements[0]?.isPlaying).toBe(true);
    expect(elements[0]?.sink).toBe("");
    expect(failures).toHaveLength(1);
  });
});
