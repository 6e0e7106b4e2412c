import fc from "fast-check";
import { expect, test } from "vitest";
import { DtmfReceiver, type DtmfSignal } from "./dtmf-receiver.ts";
import { DtmfSender } from "./dtmf-sender.ts";
import { parseTelephoneEvent, serializeTelephoneEvent } from "./telephone-event.ts";

interface SentPacket {
  readonly payload: Uint8Array;
  readonly timestamp: number;
  readonly atMs: number;
}

function packetsOf(sender: DtmfSender, ticks: number): SentPacket[] {
  const packets: SentPacket[] = [];
  let timestamp = 0;
  for (let tick = 0; tick < ticks; tick += 1) {
    for (const { payload, isFirst } of sender.tick()) {
      if (isFirst) timestamp = tick * 160;
      packets.push({ payload, timestamp, atMs: tick * 20 });
    }
  }
  return packets;
}

function heard(packets: readonly SentPacket[], untilMs = 10_000): DtmfSignal[] {
  const receiver = new DtmfReceiver(8_000);
  const signals: DtmfSignal[] = [];
  for (const { payload, timestamp, atMs } of packets) {
    signals.push(...receiver.expire(atMs), ...receiver.receive(payload, timestamp, atMs));
  }
  return [...signals, ...receiver.expire(untilMs)];
}

const digits = (signals: readonly DtmfSignal[]) =>
  signals.flatMap((each) => (each.type === "pressed" ? [each.digit] : [])).join("");

test("[DTM1] each key gives one press and one release with its length", () => {
  const sender = new DtmfSender(8_000);
  sender.send("1", 100);
  sender.send("1", 200);
  sender.send("#", 100);
  const signals = heard(packetsOf(sender, 60));
  expect(digits(signals)).toBe("11#");
  expect(signals.flatMap((each) => (each.type === "released" ? [each.durationMs] : []))).toEqual([
    100, 200, 100,
  ]);
});

test("[DTM2] any packets but one for each key may be lost, and any may come twice", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 40, maxLength: 40 }), (copies) => {
      const sender = new DtmfSender(8_000);
      for (const digit of ["4", "4", "2"] as const) sender.send(digit, 120);
      const packets = packetsOf(sender, 60);
      const begins = new Set<number>();
      const arriving = packets.flatMap((packet, index) => {
        const isFirstOfKey = !begins.has(packet.timestamp);
        begins.add(packet.timestamp);
        const times = isFirstOfKey ? 1 : (copies[index % copies.length] ?? 1);
        return Array.from({ length: times }, () => packet);
      });
      expect(digits(heard(arriving))).toBe("442");
    }),
  );
});

test("[DTM3] a key whose end is lost is released after a moment", () => {
  const receiver = new DtmfReceiver(8_000);
  const payload = serializeTelephoneEvent({ digit: "5", isEnd: false, volume: 10, duration: 400 });
  expect(receiver.receive(payload, 1_000, 0)).toEqual([{ type: "pressed", digit: "5" }]);
  expect(receiver.expire(100)).toEqual([]);
  expect(receiver.expire(200)).toEqual([{ type: "released", digit: "5", durationMs: 50 }]);
});

test("[DTM4] a key held down elsewhere sounds until it is released", () => {
  const sender = new DtmfSender(8_000);
  sender.press("9");
  const held = packetsOf(sender, 20);
  expect(held).toHaveLength(20);
  expect(held.every(({ payload }) => !parseTelephoneEvent(payload)?.isEnd)).toBe(true);
  sender.release(100);
  const ending = sender.tick();
  expect(ending).toHaveLength(3);
  expect(ending.every(({ payload }) => parseTelephoneEvent(payload)?.isEnd)).toBe(true);
  expect(packetsOf(sender, 10)).toEqual([]);
  expect(sender.isBusy).toBe(false);
});

test("[DTM5] events that are no keys, and short payloads, are passed over", () => {
  expect(parseTelephoneEvent(Uint8Array.of(16, 0, 0, 1))).toBeUndefined();
  expect(parseTelephoneEvent(Uint8Array.of(1, 0))).toBeUndefined();
  expect(new DtmfReceiver(8_000).receive(Uint8Array.of(99, 0, 0, 1), 0, 0)).toEqual([]);
});
