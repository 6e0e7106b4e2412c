import fc from "fast-check";
import { expect, test } from "vitest";
import { MixBus } from "./mix-bus.ts";
import { SilenceWatch } from "./silence-watch.ts";
import { levelOf, VoiceActivity } from "./voice-activity.ts";

const frame = fc.int16Array({ minLength: 160, maxLength: 160 });

test("[MIX1] a talker hears the sum of the others, clipped and never wrapped", () => {
  fc.assert(
    fc.property(fc.array(frame, { minLength: 1, maxLength: 6 }), (talkers) => {
      const bus = new MixBus(160);
      for (const talker of talkers) bus.add(talker);
      for (const [index, talker] of talkers.entries()) {
        const heard = bus.without(talker);
        for (let at = 0; at < 160; at += 40) {
          const others = talkers.reduce((sum, each, other) => (other === index ? sum : sum + each[at]!), 0);
          expect(heard[at]).toBe(Math.max(-32_768, Math.min(32_767, others)));
        }
      }
    }),
  );
});

test("[MIX2] listeners hear everybody; a cleared bus is silent", () => {
  const bus = new MixBus(2);
  bus.add(Int16Array.of(100, 30_000));
  bus.add(Int16Array.of(-40, 30_000));
  expect([...bus.all()]).toEqual([60, 32_767]);
  expect(bus.isSilent).toBe(false);
  bus.clear();
  expect(bus.isSilent).toBe(true);
  expect([...bus.all()]).toEqual([0, 0]);
});

test("[MIX3] level is in decibels below full scale", () => {
  expect(levelOf(new Int16Array(160))).toBe(-127);
  expect(levelOf(new Int16Array(160).fill(32_767))).toBeCloseTo(0, 1);
  expect(levelOf(new Int16Array(160).fill(3_277))).toBeCloseTo(-20, 1);
  expect(levelOf(new Int16Array(0))).toBe(-127);
});

test("[MIX4] a talker stays one through the pauses between words, and then no longer", () => {
  const activity = new VoiceActivity();
  expect(activity.isActive).toBe(false);
  expect(activity.update(-60)).toBe(false);
  expect(activity.update(-20)).toBe(true);
  const after = Array.from({ length: 30 }, () => activity.update(-90));
  expect(after.slice(0, 15).every(Boolean)).toBe(true);
  expect(after.slice(20).some(Boolean)).toBe(false);
});

test("[REC3] silence is measured from the last sound, and from the start where there was none", () => {
  const watch = new SilenceWatch(1_000);
  for (let each = 0; each < 49; each += 1) expect(watch.update(-90)).toBe(false);
  expect(watch.update(-20)).toBe(false);
  expect(watch.silentMs).toBe(0);
  for (let each = 0; each < 49; each += 1) expect(watch.update(-90)).toBe(false);
  expect(watch.update(-90)).toBe(true);
});
