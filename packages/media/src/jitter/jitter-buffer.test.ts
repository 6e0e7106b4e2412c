import fc from "fast-check";
import { expect, test } from "vitest";
import { JitterBuffer, type JitterOutput } from "./jitter-buffer.ts";

interface Arrival {
  readonly step: number;
  readonly atMs: number;
}

const payload = (step: number) => Uint8Array.of(step & 0xff, (step >> 8) & 0xff);
const stepOf = (output: JitterOutput) =>
  output.kind === "play" || output.kind === "skip"
    ? (output.payload[0] ?? 0) | ((output.payload[1] ?? 0) << 8)
    : undefined;

interface Played {
  readonly output: JitterOutput;
  readonly atMs: number;
}

/** Feeds arrivals in time and pulls one frame every 20 ms of the reader's clock. */
function run(
  arrivals: readonly Arrival[],
  durationMs: number,
  buffer = new JitterBuffer(),
  readerMs = 20,
): Played[] {
  const inOrder = [...arrivals].sort((one, other) => one.atMs - other.atMs);
  const played: Played[] = [];
  let next = 0;
  for (let atMs = 0; atMs < durationMs; atMs += readerMs) {
    for (let each = inOrder[next]; each && each.atMs <= atMs; each = inOrder[next]) {
      // Starts just before the wrap of the sequence number.
      buffer.put({
        ssrc: 1,
        sequenceNumber: (65_400 + each.step) & 0xffff,
        durationMs: 20,
        payload: payload(each.step),
      });
      next += 1;
    }
    let output = buffer.next();
    played.push({ output, atMs });
    if (output.kind === "skip") {
      output = buffer.next();
      played.push({ output, atMs });
    }
  }
  return played;
}

const steps = (played: readonly Played[]) => played.flatMap(({ output }) => stepOf(output) ?? []);
const count = (played: readonly Played[], kind: JitterOutput["kind"]) =>
  played.filter(({ output }) => output.kind === kind).length;
const regular = (length: number): Arrival[] =>
  Array.from({ length }, (_, step) => ({ step, atMs: step * 20 + 5 }));

test("[JIT1] a regular stream plays whole, in order, after the target delay", () => {
  const played = run(regular(300), 6_200);
  expect(steps(played)).toEqual(Array.from({ length: 300 }, (_, step) => step));
  const first = played.findIndex(({ output }) => output.kind === "play");
  expect(played[first]?.atMs).toBe(40);
});

const disorder = fc.array(
  fc.record({
    lost: fc.integer({ min: 0, max: 99 }),
    delayMs: fc.integer({ min: 0, max: 90 }),
    copies: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 100, maxLength: 300 },
);

test("[JIT2] loss, reordering, duplicates and bursts: every packet plays at most once, in order, and is accounted for", () => {
  fc.assert(
    fc.property(disorder, fc.integer({ min: 0, max: 20 }), (packets, lossPercent) => {
      const arrivals = packets.flatMap(({ lost, delayMs, copies }, step) =>
        lost < lossPercent ? [] : Array.from({ length: copies }, () => ({ step, atMs: step * 20 + delayMs })),
      );
      const buffer = new JitterBuffer();
      const played = run(arrivals, packets.length * 20 + 400, buffer);
      const heard = steps(played);
      expect(heard).toEqual([...new Set(heard)].sort((one, other) => one - other));
      const { late, duplicate, dropped } = buffer.counts;
      expect(heard.length + late + duplicate + dropped + buffer.heldMs / 20).toBe(arrivals.length);
    }),
  );
});

test("[JIT2] a packet that others overtook by less than the buffer is played in its place", () => {
  const arrivals = regular(100).map(({ step, atMs }) => ({ step, atMs: step % 10 === 3 ? atMs + 25 : atMs }));
  expect(steps(run(arrivals, 2_200))).toEqual(Array.from({ length: 100 }, (_, step) => step));
});

test("[JIT3] a lost packet costs one concealed frame and no delay", () => {
  const arrivals = regular(500).filter(({ step }) => step % 33 !== 20);
  const buffer = new JitterBuffer();
  const played = run(arrivals, 9_900, buffer);
  expect(count(played, "lost")).toBe(500 - arrivals.length);
  expect(buffer.counts.late).toBe(0);
});

test("[JIT4] a stall and the burst after it delay the rest of the call by no more than the limit", () => {
  const arrivals = regular(500).map(({ step, atMs }) => ({
    step,
    atMs: step >= 100 && step < 140 ? 2_805 : atMs,
  }));
  const buffer = new JitterBuffer();
  const played = run(arrivals, 10_000, buffer);
  const late = played.filter(({ output }) => stepOf(output) === 480)[0];
  expect((late?.atMs ?? 0) - 480 * 20).toBeLessThanOrEqual(100);
  expect(buffer.counts.dropped).toBeGreaterThan(20);
});

test("[JIT5] a sender whose clock is faster does not pile up delay", () => {
  const arrivals = Array.from({ length: 6_000 }, (_, step) => ({ step, atMs: step * 19.9 }));
  const buffer = new JitterBuffer();
  const played = run(arrivals, 6_000 * 19.9, buffer);
  expect(count(played, "skip")).toBeGreaterThan(20);
  expect(count(played, "skip")).toBeLessThan(40);
  expect(buffer.heldMs).toBeLessThanOrEqual(80);
  expect(buffer.counts.dropped).toBe(0);
});

test("[JIT5] a sender whose clock is slower is waited for, one frame at a time", () => {
  const arrivals = Array.from({ length: 6_000 }, (_, step) => ({ step, atMs: step * 20.1 }));
  const buffer = new JitterBuffer();
  const played = run(arrivals, 6_000 * 20.1, buffer);
  expect(steps(played).length).toBeGreaterThan(5_990);
  expect(count(played, "lost")).toBeGreaterThan(20);
  expect(count(played, "lost")).toBeLessThan(40);
});

test("[JIT6] a pause is silence, and the stream goes on after it", () => {
  const arrivals = regular(200).map(({ step, atMs }) => ({ step, atMs: step < 100 ? atMs : atMs + 3_000 }));
  const played = run(arrivals, 7_300);
  expect(steps(played)).toEqual(Array.from({ length: 200 }, (_, step) => step));
  expect(count(played, "idle")).toBeGreaterThan(130);
  expect(count(played, "lost")).toBeLessThanOrEqual(12);
});

test("[JIT7] a new source, or a jump in its numbers, begins anew", () => {
  const buffer = new JitterBuffer();
  const put = (ssrc: number, sequenceNumber: number, step: number) =>
    buffer.put({ ssrc, sequenceNumber, durationMs: 20, payload: payload(step) });
  for (let step = 0; step < 5; step += 1) put(1, 100 + step, step);
  buffer.next();
  for (let step = 10; step < 14; step += 1) put(2, 7_000 + step, step);
  expect(stepOf(buffer.next())).toBe(10);
  for (let step = 20; step < 24; step += 1) put(2, 30_000 + step, step);
  expect(stepOf(buffer.next())).toBe(20);
});

test("[JIT8] packets that keep coming late deepen the buffer for a while", () => {
  const arrivals = regular(400).map(({ step, atMs }) => ({ step, atMs: step % 9 === 4 ? atMs + 55 : atMs }));
  const buffer = new JitterBuffer();
  const played = run(arrivals, 8_200, buffer);
  expect(buffer.targetMs).toBe(60);
  const tail = played.filter(({ atMs }) => atMs > 4_000 && atMs < 7_900);
  expect(count(tail, "lost")).toBeLessThanOrEqual(3);
});
